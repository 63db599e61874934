internal import HTTPReading
internal import Pipeline
internal import SourcesLocal
internal import Synchronization

/// The state as an output of a run. A class, because the source sets the state, and the engine commits it.
final class IncrementalStateOutput: OutputState {
    /// The progress of a run toward a new state.
    private enum Phase {
        /// No run has begun.
        case idle
        /// The source has not read the whole list, or has found nothing to store.
        case reading
        /// The old state stays.
        case kept(because: String)
        /// The source has read the whole list, and later runs start at this state.
        case complete(IncrementalState)
        /// The state is in place.
        case committed(IncrementalState, hasChanged: Bool)
    }

    private struct OutputState: ~Copyable {
        var phase = Phase.idle
        /// Collects the changes that a dry run would make; nil in a run that writes.
        var plan: PlannedStepChanges?
        /// The position of the state before the run; nil without one.
        var earlier: String?
        /// The new file; nil before ``prepare()`` and after the commit.
        var prepared: (any WholeFile & ~Copyable)?
    }

    private let file: StateFile
    private let identity: ListIdentity
    /// Whether runs read the whole list and ignore the cursor in the state file.
    private let readsAll: Bool
    private let content = Mutex(OutputState())

    init(_ file: StateFile, of identity: ListIdentity, readsAll: Bool = false) {
        self.file = file
        self.identity = identity
        self.readsAll = readsAll
    }

    var shown: String { file.shown }

    func marks() throws -> StoredMarks {
        if readsAll { return .replaced }
        guard let state = try file.read(of: identity) else { return .noState }
        return state.outputs.map { .outputs($0) } ?? .unknown
    }

    func mark(_ outputs: [OutputMark]) {
        content.withLock { content in
            guard case .complete(var state) = content.phase else { return }
            state.outputs = outputs
            content.phase = .complete(state)
        }
    }

    /// Notes where the run begins.
    ///
    /// - Parameter earlier: The state before the run; nil without one.
    func begin(after earlier: IncrementalState?) {
        content.withLock { content in
            content.phase = .reading
            content.earlier = earlier?.shown
        }
    }

    /// Sets the new state, which the commit writes.
    func set(_ state: IncrementalState) { content.withLock { $0.phase = .complete(state) } }

    /// Keeps the old state, for a reason that the source has found.
    func leave(because reason: String) { content.withLock { $0.phase = .kept(because: reason) } }

    func keep(because reason: String) {
        leave(because: reason)
        if let plan = content.withLock({ $0.plan }) { file.noteUnchanged(in: plan) }
    }

    var supportsPlan: Bool { true }
    func stagedHead(of path: String, upTo limit: Int) -> [UInt8]? { nil }

    var passesRecords: Bool {
        content.withLock { content in
            switch content.phase {
            case .idle, .reading, .kept: false
            case .complete, .committed: true
            }
        }
    }

    func open(in context: RunContext) { content.withLock { $0.plan = context.plan } }

    func prepare() throws {
        try content.withLock { content in
            guard case .complete(let state) = content.phase else { return }
            content.prepared = try file.prepare(state, in: content.plan)
        }
    }

    func commit() throws {
        try content.withLock { content in
            guard case .complete(let state) = content.phase, let prepared = content.prepared.take() else {
                if let plan = content.plan { file.noteUnchanged(in: plan) }
                return
            }
            let hasChanged = try file.commit(prepared)
            if content.plan == nil { content.phase = .committed(state, hasChanged: hasChanged) }
        }
    }

    func close() { content.withLock { $0.prepared = nil } }

    /// The sentence of the summary; nil before a run.
    var note: String? {
        content.withLock { content in
            let kept = content.earlier.map { "the state stays at \($0)" } ?? "there is no state yet"
            let sentence: String
            switch content.phase {
            case .idle: return nil
            case .reading: sentence = kept
            case .kept(let reason): sentence = "\(kept), because \(reason)"
            case .complete(let state): sentence = "\(kept); a complete run that succeeds advances it to \(state.shown)"
            case .committed(let state, hasChanged: true) where content.earlier == state.shown:
                sentence = "the state is still at \(state.shown), with other items"
            case .committed(let state, hasChanged: true): sentence = "state advanced to \(state.shown)"
            case .committed(let state, hasChanged: false): sentence = "the state is still at \(state.shown)"
            }
            return "\(file.shown): \(sentence)"
        }
    }
}
