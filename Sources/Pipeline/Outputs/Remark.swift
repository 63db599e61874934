internal import Synchronization

/// What a sink has to say when a run is over. Set by the sink's task and read by the engine, and so a class.
final class Remark: Sendable {
    private let text = Mutex<String?>(nil)

    var texts: [String] { text.withLock { $0.map { [$0] } ?? [] } }

    func set(_ remark: String) { text.withLock { $0 = remark } }
}
