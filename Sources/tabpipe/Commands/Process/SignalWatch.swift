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

    /// The signal that a handler received; nil if none did. At the end of a run it comes too late to stop that run, and has to keep the next
    /// one from beginning.
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

    /// Gives the signals their usual effect back: the process ends.
    func end() { Self.state.withLock { $0.handler = nil } }
}
