internal import Dispatch
internal import Foundation
internal import Synchronization

/// Tells of the first SIGINT or SIGTERM; a second one ends the process at once. There is one watch at a time.
struct SignalWatch {
    private struct State {
        var handler: (@Sendable (Int32) -> Void)?
        /// Made for the first watch, and kept for the next ones. On Linux, Dispatch hears of a signal by a handler of its own, which it
        /// does not install again after somebody has changed what the signal does.
        var sources: [any DispatchSourceSignal] = []
    }

    private static let state = Mutex(State())

    init(_ handler: @escaping @Sendable (Int32) -> Void) {
        Self.state.withLock { state in
            state.handler = handler
            guard state.sources.isEmpty else { return }
            state.sources = [SIGINT, SIGTERM].map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler { Self.heard(number) }
                source.resume()
                return source
            }
        }
    }

    private static func heard(_ number: Int32) {
        // Where nobody watches, a signal does what it would do without all this.
        guard let handler = state.withLock({ $0.handler.take() }) else { exit(128 + number) }
        handler(number)
        signal(number, SIG_DFL)
    }

    /// Gives the signals their usual effect back: the process ends.
    func end() { Self.state.withLock { $0.handler = nil } }
}
