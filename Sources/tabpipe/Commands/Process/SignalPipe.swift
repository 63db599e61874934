internal import Synchronization

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// A pipe that carries signals out of the process's signal handler. A signal that arrives before a task reads the pipe waits in it.
///
/// Dispatch has sources for signals, too, but takes signals some time after such a source was made, and loses those before.
enum SignalPipe {
    /// The end that the signal handler writes to; -1 before ``open()``.
    private static let writingEnd = Atomic<Int32>(-1)

    /// Makes the pipe.
    ///
    /// - Returns: The end to read from, one byte for each signal; nil if the process can open no more files.
    static func open() -> Int32? {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A handler must never wait. The pipe has room for thousands of signals.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        writingEnd.store(ends[1], ordering: .sequentiallyConsistent)
        return ends[0]
    }

    /// Sends a signal of the process through the pipe, in place of its usual effect.
    static func take(_ number: Int32) {
        // The handler may only call functions that are safe at any moment: `write` is, and it must leave `errno` as it was.
        signal(number) { number in
            let code = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = unsafe write(SignalPipe.writingEnd.load(ordering: .relaxed), &byte, 1)
            errno = code
        }
    }
}
