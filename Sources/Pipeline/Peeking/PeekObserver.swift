internal import Synchronization

/// Collects what a peek shows after the records: those that were rejected or skipped. A class, because the parts of the run share it.
final class PeekObserver: RunObserver {
    private struct State {
        var rejects: [Reject] = []
        var skips: [RunWarning] = []
    }

    /// The limit of rejects and of skipped records in memory. A peek that finds more shows the first ones.
    private static let maxKept = 1000

    private let next: any RunObserver
    private let state = Mutex(State())

    /// - Parameter next: Receives all warnings.
    init(_ next: any RunObserver) { self.next = next }

    func warn(_ warning: RunWarning) {
        if warning.kind == .skipped {
            state.withLock { if $0.skips.count < Self.maxKept { $0.skips.append(warning) } }
        }
        next.warn(warning)
    }

    func reject(_ reject: Reject) {
        state.withLock { if $0.rejects.count < Self.maxKept { $0.rejects.append(reject) } }
    }

    /// The rejected records in the order of the input.
    var rejects: [Reject] { state.withLock { $0.rejects }.sorted { $0.place < $1.place } }

    /// The reason why a step skipped a record; nil if it did not.
    func skipReason(_ step: PipelinePlan.Common, _ origin: Origin) -> String? {
        let text = state.withLock { $0.skips }.first { $0.step == step.path && $0.origin == origin }?.text
        return text.map { $0.hasPrefix("\(step.type): ") ? String($0.dropFirst(step.type.count + 2)) : $0 }
    }
}
