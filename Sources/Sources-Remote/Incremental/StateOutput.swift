internal import Pipeline
internal import Synchronization

/// The state as an output of a run. A class, because the source sets the state, and the engine puts it in place.
final class StateOutput: RunOutput {
    private struct Content: ~Copyable {
        /// The state that the run leaves; nil as long as the source has not read the whole list.
        var state: IncrementalState?
        /// Whether the source has begun a run.
        var hasBegun = false
        /// The position of the state before the run; nil without one.
        var earlier: String?
        /// The reason why the run has not read the whole list, as far as the source knows it.
        var obstacle: String?
        var prepared: AtomicFile?
        /// Whether the state has changed; nil if it was not put in place.
        var hasChanged: Bool?
    }

    private let file: StateFile
    private let content = Mutex(Content())

    init(_ file: StateFile) {
        self.file = file
    }

    /// Notes where the run begins.
    ///
    /// - Parameter earlier: The state before the run; nil without one.
    func begin(after earlier: IncrementalState?) {
        content.withLock { content in
            content.state = nil
            content.hasBegun = true
            content.earlier = earlier?.shown
            content.obstacle = nil
            content.hasChanged = nil
        }
    }

    /// Sets the state that the run leaves.
    func set(_ state: IncrementalState?) { content.withLock { $0.state = state } }

    /// Notes why the run leaves no new state.
    func keep(because obstacle: String) { content.withLock { $0.obstacle = obstacle } }

    func open() {}

    func prepare() throws {
        try content.withLock { content in
            guard let state = content.state else { return }
            content.prepared = try file.prepare(state)
        }
    }

    func commit() throws {
        try content.withLock { content in
            guard let prepared = content.prepared.take() else { return }
            content.hasChanged = try file.commit(prepared)
        }
    }

    func close() { content.withLock { $0.prepared = nil } }

    /// The sentence of the summary; nil before a run.
    var note: String? {
        content.withLock { content in
            guard content.hasBegun else { return nil }
            if let hasChanged = content.hasChanged, let state = content.state {
                guard hasChanged else { return "\(file.shown): the state is still at \(state.shown)" }
                return content.earlier == state.shown
                    ? "\(file.shown): the state is still at \(state.shown), with other items"
                    : "\(file.shown): state advanced to \(state.shown)"
            }
            let kept = content.earlier.map { "the state stays at \($0)" } ?? "there is no state yet"
            if let obstacle = content.obstacle { return "\(file.shown): \(kept), because \(obstacle)" }
            let next = content.state.map { "; a complete run that succeeds advances it to \($0.shown)" } ?? ""
            return "\(file.shown): \(kept)\(next)"
        }
    }
}
