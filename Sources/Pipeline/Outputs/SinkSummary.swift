internal import Synchronization

/// The sentences about a sink in the summary of a run, and the numbers of its files. A class, because the sink's task sets it and the engine
/// reads it.
final class SinkSummary: Sendable {
    private struct State {
        var texts: [String] = []
        var result: OutputResult?
        var prepared: OutputMark.Content?
    }

    private let state = Mutex(State())

    var texts: [String] { state.withLock { $0.texts } }
    var result: OutputResult? { state.withLock { $0.result } }
    /// What the output will hold; nil before it is prepared.
    var prepared: OutputMark.Content? { state.withLock { $0.prepared } }

    func set(_ texts: [String], _ result: OutputResult?) {
        state.withLock { state in
            state.texts = texts
            state.result = result
        }
    }

    func setPrepared(_ content: OutputMark.Content?) { state.withLock { $0.prepared = content } }
}
