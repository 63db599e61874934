internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// Calls a handler at the first SIGINT, SIGTERM or SIGHUP. A second signal ends the process at once. One watch is active at a time.
///
/// If the program starts with SIGINT or SIGHUP ignored, they stay ignored: `nohup` and shells without job control rely on that.
struct SignalWatch {
    private struct State {
        var handler: (@Sendable (Int32) -> Void)?
        /// The signal that a handler received.
        var received: Int32?
        /// Reads the pipe with the signals. The first watch makes it, and later ones use it again.
        var source: (any DispatchSourceRead)?
    }

    private static let state = Mutex(State())

    init(_ handler: @escaping @Sendable (Int32) -> Void) {
        Self.state.withLock { state in
            state.handler = handler
            // Without a pipe, signals keep their usual effect.
            guard state.source == nil, let pipe = SignalPipe.open() else { return }
            for number in [SIGINT, SIGTERM, SIGHUP] where number == SIGTERM || !Self.isIgnored(number) { SignalPipe.take(number) }
            let source = DispatchSource.makeReadSource(fileDescriptor: pipe, queue: .global())
            source.setEventHandler {
                var number: UInt8 = 0
                if unsafe read(pipe, &number, 1) == 1 { Self.receive(Int32(number)) }
            }
            source.resume()
            state.source = source
        }
    }

    /// The signal that a handler received; nil if none did. A signal at the end of a run comes too late to stop that run, but must prevent
    /// the next one.
    static var received: Int32? { state.withLock { $0.received } }

    private static func receive(_ number: Int32) {
        let handler = state.withLock { state in
            if state.handler != nil { state.received = number }
            return state.handler.take()
        }
        // Without a handler, a signal has its usual effect.
        guard let handler else { exit(128 + number) }
        handler(number)
        signal(number, SIG_DFL)
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        // Functions cannot be compared; their addresses can.
        #if os(Linux)
        let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        #else
        let handler = unsafe unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
        #endif
        return unsafe handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Removes the handler: from now on, a signal ends the process.
    func end() { Self.state.withLock { $0.handler = nil } }
}

/// A pipe that carries signals out of the process's signal handler. A signal that arrives before a task reads the pipe waits in it.
///
/// Dispatch has sources for signals, too, but takes signals some time after such a source was made, and loses those before.
private enum SignalPipe {
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
        // A signal handler may only call async-signal-safe functions such as `write`, and must restore `errno`.
        signal(number) { number in
            let code = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = unsafe write(SignalPipe.writingEnd.load(ordering: .relaxed), &byte, 1)
            errno = code
        }
    }
}
