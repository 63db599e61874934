import JSONParsing

/// `reduce source as pattern (start; update)`
final class ReduceNode: LoopNode {
    let source: any Node
    let matcher: PatternMatcher
    let start: any Node
    let update: any Node
    let isSingle: Bool
    let isSimple: Bool

    init(_ source: any Node, _ matcher: PatternMatcher, start: any Node, update: any Node) {
        self.source = source
        self.matcher = matcher
        self.start = start
        self.update = update
        isSimple = source.isSimple && start.isSimple && update.isSingle && matcher.isSingle
        isSingle = start.isSingle && isSimple
    }

    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue {
        var state = try start.value(of: input, scope, budget)
        var heldMemory = HeldMemory(budget)
        try source.each(input, scope, budget) { item in
            try update.transform(&state, try matcher.bind(item, scope, budget), budget)
            heldMemory.replace(with: state)
            return true
        }
        heldMemory.finish()
        return state
    }

    func step(_ machine: inout Machine) throws { try startLoop(&machine) }

    func begin(_ state: LoopState, _ machine: inout Machine) throws { try machine.push(ReduceEndChoicePoint(state, machine.frame)) }

    /// Appending to the state takes time in proportion to what is appended, also if the source is recursive.
    func updateInPlace(_ state: LoopState, _ item: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> Bool {
        guard update.isSingle, matcher.isSingle, state.tracedPath.isOff else { return false }
        // After an error of the update the state is null.
        var value = state.value
        state.value = .null
        try update.transform(&value, try matcher.bind(item, scope, budget), budget)
        state.value = value
        state.heldMemory.replace(with: value)
        return true
    }

    func prepareUpdate(_ state: LoopState, _ machine: inout Machine) throws {
        try machine.push(ReduceStoreFrame(state, next: machine.frame))
        if !machine.tracedPath.isOff { state.tracedPath = .lost }
    }
}

private final class ReduceStoreFrame: Frame {
    private let state: LoopState

    init(_ state: LoopState, next: Frame?) {
        self.state = state
        super.init(next: next)
    }

    override func resume(_ machine: inout Machine) throws {
        state.value = machine.takeValue()
        state.heldMemory.replace(with: state.value)
        state.tracedPath = machine.tracedPath
        machine.backtrack()
    }
}

/// Delivers the state after the last item.
private final class ReduceEndChoicePoint: ChoicePoint {
    private let state: LoopState
    private let frame: Frame?

    init(_ state: LoopState, _ frame: Frame?) {
        self.state = state
        self.frame = frame
    }

    override func resume(_ machine: inout Machine) throws {
        machine.popChoicePoint()
        machine.restore(frame)
        machine.tracedPath = state.tracedPath
        state.heldMemory.finish()
        machine.deliver(state.value)
    }
}
