internal import HTTPReading
internal import Pipeline
internal import SourcesLocal
internal import Synchronization

/// The states of a source as an output of a run: of its list, or of each part. A class, because the source sets them, and the engine
/// commits them.
final class IncrementalStateOutput: OutputState {
    private struct OutputState: ~Copyable {
        /// The progress of each list; empty before a run.
        var lists: [ListProgress] = []
        /// The states before the run; nil without them.
        var stored: StoredStates?
        /// The outputs that the new states go with.
        var marks: [OutputMark]?
        /// Collects the changes that a dry run would make; nil in a run that writes.
        var plan: PlannedStepChanges?
        /// The new file; nil before ``prepare()`` and after the commit.
        var prepared: (any WholeFile & ~Copyable)?
        /// Whether the commit changed the file; nil before the commit.
        var hasChanged: Bool?
    }

    private let file: StateFile
    private let lists: [StatefulList]
    /// Whether runs read the whole lists and ignore the cursors in the state file.
    private let readsAll: Bool
    private let content = Mutex(OutputState())

    /// - Parameter lists: The lists, in order: one without a part, or those of the parts.
    init(_ file: StateFile, of lists: [StatefulList], readsAll: Bool = false) {
        self.file = file
        self.lists = lists
        self.readsAll = readsAll
    }

    var shown: String { file.shown }

    func marks() throws -> StoredMarks {
        if readsAll { return .replaced }
        guard let stored = try file.read() else { return .noState }
        for list in lists.prefix(1) { _ = try file.state(of: list, in: stored) }
        return stored.outputs.map { .outputs($0) } ?? .unknown
    }

    func mark(_ outputs: [OutputMark]) { content.withLock { $0.marks = outputs } }

    /// Notes that a run begins.
    ///
    /// - Parameter stored: The states before the run; nil without them, and in a run that reads all.
    func begin(after stored: StoredStates?) {
        content.withLock { content in
            content.stored = stored
            content.marks = nil
            content.hasChanged = nil
            content.lists = lists.map { ListProgress(part: $0.part) }
        }
    }

    /// Notes where the reading of a list begins.
    ///
    /// - Parameter earlier: The state of the list before the run; nil without one.
    func begin(_ list: StatefulList, after earlier: IncrementalState?) { change(list) { $0.earlier = earlier?.shown } }

    /// Sets the new state of a list, which the commit writes.
    func set(_ state: IncrementalState, of list: StatefulList) { change(list) { $0.phase = .complete(state) } }

    /// Keeps the old state of a list, for a reason that the source has found.
    ///
    /// - Parameter hasSent: Whether items of the list were sent, which the next run reads again.
    func leave(_ list: StatefulList, because reason: String, hasSent: Bool = true) {
        change(list) { $0.phase = .kept(because: reason, hasSent: hasSent) }
    }

    private func change(_ list: StatefulList, _ body: (inout ListProgress) -> Void) {
        content.withLock { content in
            if content.lists.indices.contains(list.number) { body(&content.lists[list.number]) }
        }
    }

    func keep(because reason: String) {
        content.withLock { content in
            for index in content.lists.indices { content.lists[index].phase = .kept(because: reason, hasSent: true) }
        }
        if let plan = content.withLock({ $0.plan }) { file.noteUnchanged(in: plan) }
    }

    var supportsPlan: Bool { true }
    func stagedHead(of path: String, upTo limit: Int) -> [UInt8]? { nil }

    var passesRecords: Bool {
        content.withLock { content in content.lists.contains(where: \.isComplete) && content.lists.allSatisfy(\.passesRecords) }
    }

    func open(in context: RunContext) { content.withLock { $0.plan = context.plan } }

    func prepare() throws {
        try content.withLock { content in
            guard let states = states(content) else { return }
            if let parts = states.parts, parts.count > StoredStates.maxParts {
                throw PipelineFailure(
                    .cannotWrite,
                    "\(file.shown): there would be the states of \(parts.count) parts, and at most \(StoredStates.maxParts) are stored; "
                        + "--full-refresh stores those of the present parts alone")
            }
            content.prepared = try file.prepare(states, in: content.plan)
        }
    }

    /// The new content of the file; nil if no list has a new state.
    private func states(_ content: borrowing OutputState) -> StoredStates? {
        let complete = content.lists.compactMap { list -> (part: String?, state: IncrementalState)? in
            if case .complete(let state) = list.phase { (list.part, state) } else { nil }
        }
        guard let first = complete.first else { return nil }
        guard first.part != nil else {
            var state = first.state
            if let marks = content.marks { state.outputs = marks }
            return StoredStates(state)
        }
        // Parts that are not read now keep their states, because they may come back.
        var states = Dictionary((content.stored?.parts ?? []).map { ($0.name, $0.state) }) { $1 }
        for (part, state) in complete { if let part { states[part] = state } }
        let present = lists.compactMap(\.part)
        let known = Set(present)
        let names = present + (content.stored?.parts ?? []).map(\.name).filter { !known.contains($0) }
        let parts = names.compactMap { name in states[name].map { StoredStates.Part(name: name, state: $0) } }
        return StoredStates(parts, outputs: content.marks ?? content.stored?.outputs)
    }

    func commit() throws {
        try content.withLock { content in
            guard let prepared = content.prepared.take() else {
                if let plan = content.plan { file.noteUnchanged(in: plan) }
                return
            }
            let hasChanged = try file.commit(prepared)
            if content.plan == nil { content.hasChanged = hasChanged }
        }
    }

    func close() { content.withLock { $0.prepared = nil } }

    /// The sentence of the summary; nil before a run.
    var note: String? {
        content.withLock { content in
            guard let first = content.lists.first else { return nil }
            let sentence = first.part == nil ? first.sentence(content.hasChanged) : Self.sentence(content.lists, content.hasChanged)
            return "\(file.shown): \(sentence)"
        }
    }

    /// The limit of parts that the sentence names.
    private static let maxNamed = 3

    /// The sentence about the states of parts.
    private static func sentence(_ lists: [ListProgress], _ hasChanged: Bool?) -> String {
        let complete = lists.count(where: \.isComplete)
        let some = complete == lists.count ? lists.count.counted("part") : "\(complete) of \(lists.count.counted("part"))"
        if complete == 0 { return "the states stay" + reasons(lists) }
        switch hasChanged {
        case nil: return "the states stay; a complete run that succeeds advances those of \(some)" + reasons(lists)
        case true?: return "the states of \(some) advanced" + reasons(lists)
        case false?: return "the states of \(some) are as they were" + reasons(lists)
        }
    }

    private static func reasons(_ lists: [ListProgress]) -> String {
        let kept = lists.compactMap { list in list.reason.map { "; that of \(list.shownPart) stays, because \($0)" } }
        let rest = kept.count > maxNamed ? "; those of \((kept.count - maxNamed).counted("further part")) stay, too" : ""
        return kept.prefix(maxNamed).joined() + rest
    }
}

/// The progress of a run toward a new state of a list.
private struct ListProgress {
    enum Phase {
        /// The source has not read the whole list.
        case reading
        /// The old state stays.
        case kept(because: String, hasSent: Bool)
        /// The source has read the whole list, and later runs start at this state.
        case complete(IncrementalState)
    }

    /// The name of the part; nil for a source without parts.
    let part: String?
    var phase = Phase.reading
    /// The position of the state before the run; nil without one.
    var earlier: String?

    init(part: String?) {
        self.part = part
    }

    var isComplete: Bool { if case .complete = phase { true } else { false } }

    /// Whether later runs continue behind the items of the list that were sent, or none were sent.
    var passesRecords: Bool {
        switch phase {
        case .reading: false
        case .kept(_, let hasSent): !hasSent
        case .complete: true
        }
    }

    var shownPart: String { (part ?? "").prefix(80).description.printable }

    /// The reason why the state stays; nil for a complete list.
    var reason: String? {
        switch phase {
        case .reading: "it was not read to its end"
        case .kept(let reason, _): reason
        case .complete: nil
        }
    }

    /// The sentence of the summary.
    ///
    /// - Parameter hasChanged: Whether the commit changed the file; nil before the commit.
    func sentence(_ hasChanged: Bool?) -> String {
        let kept = earlier.map { "the state stays at \($0)" } ?? "there is no state yet"
        switch (phase, hasChanged) {
        case (.reading, _): return kept
        case (.kept(let reason, _), _): return "\(kept), because \(reason)"
        case (.complete(let state), nil): return "\(kept); a complete run that succeeds advances it to \(state.shown)"
        case (.complete(let state), true?) where earlier == state.shown:
            return "the state is still at \(state.shown), with other items"
        case (.complete(let state), true?): return "state advanced to \(state.shown)"
        case (.complete(let state), false?): return "the state is still at \(state.shown)"
        }
    }
}
