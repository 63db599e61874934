internal import Pipeline
internal import Synchronization

/// Collects the messages and rejects of the run of a test. A class, because several tasks call it.
final class TestObserver: RunObserver {
    /// The largest number of messages and rejects that a test keeps.
    private static let maxKept = 10_000

    private struct State {
        var messages: [String] = []
        var rejects: [Reject] = []
    }

    private let state = Mutex(State())

    /// The messages so far, without `warning:`.
    var messages: [String] { state.withLock { $0.messages } }
    var rejects: [Reject] { state.withLock { $0.rejects } }

    func warn(_ warning: RunWarning) {
        let place = warning.kind == .message ? (warning.step.isEmpty ? "debug: " : "debug in \(warning.step): ") : ""
        let origin = warning.origin.isUnknown ? "" : "\(warning.origin.description): "
        add(origin + place + warning.text)
    }

    func reject(_ reject: Reject) {
        state.withLock { state in
            if state.rejects.count < Self.maxKept { state.rejects.append(reject) }
        }
        add("\(reject.origin.description): rejected by \(reject.stage): \(reject.reason)")
    }

    private func add(_ message: String) {
        state.withLock { state in
            if state.messages.count < Self.maxKept { state.messages.append(message) }
        }
    }
}
