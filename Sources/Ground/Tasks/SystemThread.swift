internal import Dispatch

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// A dedicated thread for work that blocks, or that needs a large stack. The task pool has few threads, and none of them may block.
public enum SystemThread {
    /// The work of a thread that starts. A class, because the system passes one pointer to a new thread.
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread, which ends with its work.
    ///
    /// - Parameters:
    ///   - stackBytes: The size of the stack in bytes, a multiple of the page size; nil for that of the system. The system allocates memory
    ///     only for the used part of the stack.
    ///   - work: The closure that the thread runs.
    /// - Throws: ``PipelineFailure`` if the system allows no more threads, or no such stack.
    public static func start(stackBytes: Int? = nil, _ work: @escaping @Sendable () -> Void) throws(PipelineFailure) {
        // Allocated, because a local variable needs the initialiser of this C type: whether the compiler finds it depends on the order of
        // the files.
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { unsafe attributes.deallocate() }
        unsafe pthread_attr_init(attributes)
        defer { unsafe pthread_attr_destroy(attributes) }
        unsafe pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
        var code: Int32 = 0
        if let stackBytes { code = unsafe pthread_attr_setstacksize(attributes, stackBytes) }
        guard code == 0 else { throw failure(code) }
        let argument = unsafe Unmanaged.passRetained(Work(work))
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        code = unsafe pthread_create(&thread, attributes, { unsafe SystemThread.runWork($0) }, argument.toOpaque())
        guard code == 0 else {
            unsafe argument.release()
            throw failure(code)
        }
    }

    private static func failure(_ code: Int32) -> PipelineFailure {
        PipelineFailure(.tryAgainLater, "a thread cannot be started: \(unsafe String(cString: strerror(code)))")
    }

    /// Runs the work that a pointer owns.
    private static func runWork(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
    }
}

/// Runs the jobs of tasks one at a time, so that a run uses at most one processor.
package final class SerialTaskExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "tabpipe.serial")

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
