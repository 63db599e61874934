public import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A program that a test has started. Tasks that wait for it are suspended, and hold no thread of the task pool.
///
/// Each object owns one process and kills it at the end of its life, and so it is a class.
public final class ChildProcess: Sendable {
    /// How a process ended.
    public struct Exit: Sendable, Equatable {
        /// The exit code, or the number of the signal that ended the process.
        public let status: Int32
        /// Whether a signal ended the process.
        public let isSignalled: Bool
    }

    /// Limits the programs that tests run to their end at the same time: about one for each processor.
    public static let permits = AsyncSemaphore(permits: max(2, ProcessInfo.processInfo.activeProcessorCount))

    /// Held while Foundation starts a process.
    private static let starting = Mutex(())

    /// The number of the process.
    public let identifier: Int32
    private let report = ExitReport()

    /// Starts a program.
    ///
    /// - Parameter prepare: Sets folder, environment and streams of the process. Returns the files that only the process needs: they are
    ///   closed here, because Foundation keeps them open long after the end of the process, and cannot start one above 1,024 open files.
    /// - Throws: Foundation's error if the program cannot be started.
    public init(_ program: String, _ arguments: [String], prepare: (Process) throws -> [FileHandle?]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let files = try prepare(process)
        defer { for file in files { try? file?.close() } }
        process.terminationHandler = { [report] process in
            report.report(Exit(status: process.terminationStatus, isSignalled: process.terminationReason == .uncaughtSignal))
        }
        // Foundation keeps the object until it has called the handler.
        try Self.start(process)
        identifier = process.processIdentifier
    }

    deinit { signal(SIGKILL) }

    /// Starts a process, one at a time. Foundation learns of a process's end from a socket that closes with it. A process that starts at the
    /// same moment inherits that socket, and hides the end for as long as it runs.
    static func start(_ process: Process) throws { try starting.withLock { _ in try process.run() } }

    /// Whether the process has not ended yet.
    public var isRunning: Bool { report.exit == nil }

    /// Sends a signal to the process, unless it has ended: its number may belong to another process then.
    public func signal(_ number: Int32) { if isRunning { kill(identifier, number) } }

    /// Kills the process, and those that it has started if it leads a group of processes.
    public func killGroup() {
        guard isRunning else { return }
        kill(getpgid(identifier) == identifier ? -identifier : identifier, SIGKILL)
    }

    /// Waits until the process ends. If the task is cancelled, as at a time limit of a test, the process is killed.
    public func exit() async -> Exit {
        await killedWhenCancelled { [report] in await report.wait(atMost: nil) } ?? Exit(status: SIGKILL, isSignalled: true)
    }

    /// Waits until the process ends, for at most this long.
    ///
    /// - Returns: How it ended; nil if it still runs.
    public func exit(within timeout: DispatchTimeInterval) async -> Exit? {
        await killedWhenCancelled { [report] in await report.wait(atMost: timeout) }
    }

    /// Waits until a condition holds or the process ends. A thread of its own looks every 20 ms.
    public func wait(until condition: @escaping @Sendable () -> Bool) async {
        await killedWhenCancelled { [report] in
            await onBlockingThread { while !condition(), report.exit == nil { Thread.sleep(forTimeInterval: 0.02) } }
        }
    }

    private func killedWhenCancelled<Result: Sendable>(_ work: () async -> Result) async -> Result {
        await withTaskCancellationHandler {
            await work()
        } onCancel: {
            self.signal(SIGKILL)
        }
    }
}
