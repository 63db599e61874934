#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// Prepares the process before anything else begins.
enum ProcessSetup {
    /// The least number of descriptors that the process can still open. With fewer, Dispatch ends the process when it watches signals or
    /// timers. A run that opens more files fails with a message.
    private static let neededDescriptors = 16

    /// Ignores SIGPIPE and SIGXFSZ, so that a failed write returns an error: to a pipe without a reader, or above the limit of a file's size.
    static func ignoreWriteSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// The fault of the process that prevents every run; nil if there is none.
    static var fault: String? {
        var opened: [Int32] = []
        defer { for number in opened { close(number) } }
        for _ in 0..<neededDescriptors {
            let number = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard number >= 0 else {
                guard errno == EMFILE || errno == ENFILE else { return nil }
                return "too few files may be open at once: \(neededDescriptors) more are needed (ulimit -n)"
            }
            opened.append(number)
        }
        return nil
    }
}

/// The settings of the C library's allocator.
enum AllocatorSettings {
    /// The size of one block that is allocated and freed at the start, in bytes.
    ///
    /// glibc serves large blocks with mmap. Freeing such a block raises its thresholds: glibc then keeps blocks of up to that size, and
    /// twice as much free memory, instead of returning them to the system (mallopt(3), M_MMAP_THRESHOLD). A run allocates buffers all the
    /// time, and takes 7 % less time that way. The peak stays the same, because the block is never touched.
    private static let exampleBytes = 16 << 20

    /// Raises the thresholds. Call it before any large allocation.
    static func apply() {
        #if canImport(Glibc)
        unsafe free(allocate(exampleBytes))
        #endif
    }

    #if canImport(Glibc)
    /// A function of its own, so that the compiler does not remove the unused block.
    @inline(never)
    private static func allocate(_ count: Int) -> UnsafeMutableRawPointer? { unsafe malloc(count) }
    #endif
}
