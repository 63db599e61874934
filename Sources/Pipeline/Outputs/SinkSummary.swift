internal import Synchronization

/// The sentences about a sink in the summary of a run, and the numbers of its files. A class, because the sink's task sets it and the engine
/// reads it.
final class SinkSummary: Sendable {
    private let state = Mutex<(texts: [String], result: OutputResult?)>(([], nil))

    var texts: [String] { state.withLock { $0.texts } }
    var result: OutputResult? { state.withLock { $0.result } }

    func set(_ texts: [String], _ result: OutputResult?) { state.withLock { $0 = (texts, result) } }
}
