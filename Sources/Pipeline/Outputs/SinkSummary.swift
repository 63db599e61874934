internal import Synchronization

/// The sentence about a sink in the summary of a run. A class, because the sink's task sets it and the engine reads it.
final class SinkSummary: Sendable {
    private let text = Mutex<String?>(nil)

    var texts: [String] { text.withLock { $0.map { [$0] } ?? [] } }

    func set(_ remark: String) { text.withLock { $0 = remark } }
}
