internal import Dispatch
internal import Foundation

/// Tells of SIGINT and SIGTERM, once each; a second one ends the process at once.
struct SignalWatch {
    private let sources: [any DispatchSourceSignal]

    init(_ handler: @escaping @Sendable (Int32) -> Void) {
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                handler(number)
                signal(number, SIG_DFL)
            }
            source.resume()
            return source
        }
    }

    /// Gives the signals their usual effect back.
    func end() {
        for source in sources { source.cancel() }
        signal(SIGINT, SIG_DFL)
        signal(SIGTERM, SIG_DFL)
    }
}
