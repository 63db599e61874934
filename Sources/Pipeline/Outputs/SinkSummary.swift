internal import Synchronization

/// The sentences about a sink in the summary of a run. A class, because the sink's task sets it and the engine reads it.
final class SinkSummary: Sendable {
    private let sentences = Mutex<[String]>([])

    var texts: [String] { sentences.withLock { $0 } }

    func set(_ new: [String]) { sentences.withLock { $0 = new } }
}
