import JSONParsing

/// The common part of `reduce` and `foreach`: a state and its update for each item of a source.
protocol LoopNode: Node {
    var source: any Node { get }
    var matcher: PatternMatcher { get }
    var start: any Node { get }
    var update: any Node { get }

    /// Called once, before the first item.
    func begin(_ state: LoopState, _ machine: inout QueryMachine) throws
    /// Updates the state on the stack, if the update allows it.
    ///
    /// - Returns: Whether the state was updated.
    func updateInPlace(_ state: LoopState, _ item: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> Bool
    /// Called before each update; pushes the frame that takes the update's output.
    func prepareUpdate(_ state: LoopState, _ machine: inout QueryMachine) throws
}

extension LoopNode {
    func updateInPlace(_ state: LoopState, _ item: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> Bool { false }

    func startLoop(_ machine: inout QueryMachine) throws {
        try machine.push(LoopStartFrame(self, machine))
        machine.evaluate(start)
    }
}

/// The accumulator between two items. A class, because the frames of the items share it.
final class LoopState {
    var value: JSONValue
    var tracedPath: TracedPath
    var heldMemory: HeldMemory

    fileprivate init(_ machine: borrowing QueryMachine) {
        heldMemory = HeldMemory(machine.budget)
        value = machine.value
        tracedPath = machine.tracedPath
    }
}

private final class LoopStartFrame: ContinuationFrame {
    private let node: any LoopNode
    private let input: JSONValue
    private let scope: RuntimeScope?

    init(_ node: any LoopNode, _ machine: borrowing QueryMachine) {
        self.node = node
        input = machine.value
        scope = machine.scope
        super.init(next: machine.frame)
    }

    override func resume(_ machine: inout QueryMachine) throws {
        let state = LoopState(machine)
        try node.begin(state, &machine)
        try machine.push(LoopItemFrame(node, state, scope, next: machine.frame))
        machine.value = input
        machine.tracedPath = .off
        machine.evaluate(node.source, scope)
    }
}

private final class LoopItemFrame: ContinuationFrame {
    private let node: any LoopNode
    private let state: LoopState
    private let scope: RuntimeScope?

    init(_ node: any LoopNode, _ state: LoopState, _ scope: RuntimeScope?, next: ContinuationFrame?) {
        self.node = node
        self.state = state
        self.scope = scope
        super.init(next: next)
    }

    override func resume(_ machine: inout QueryMachine) throws {
        let item = machine.takeValue()
        if try node.updateInPlace(state, item, scope, machine.budget) { return machine.backtrack() }
        machine.value = state.value
        machine.tracedPath = state.tracedPath
        // If the update has no output, the state is null.
        state.value = .null
        try node.prepareUpdate(state, &machine)
        machine.scope = scope
        try node.matcher.start(item, node.update, &machine)
    }
}

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

    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
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

    func step(_ machine: inout QueryMachine) throws { try startLoop(&machine) }

    func begin(_ state: LoopState, _ machine: inout QueryMachine) throws { try machine.push(ReduceEndChoicePoint(state, machine.frame)) }

    /// Updates the state in place, even if the source is recursive. So appending costs time in proportion to the appended elements.
    func updateInPlace(_ state: LoopState, _ item: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> Bool {
        guard update.isSingle, matcher.isSingle, state.tracedPath.isOff else { return false }
        // After an error of the update the state is null.
        var value = state.value
        state.value = .null
        try update.transform(&value, try matcher.bind(item, scope, budget), budget)
        state.value = value
        state.heldMemory.replace(with: value)
        return true
    }

    func prepareUpdate(_ state: LoopState, _ machine: inout QueryMachine) throws {
        try machine.push(ReduceStoreFrame(state, next: machine.frame))
        if !machine.tracedPath.isOff { state.tracedPath = .lost }
    }
}

private final class ReduceStoreFrame: ContinuationFrame {
    private let state: LoopState

    init(_ state: LoopState, next: ContinuationFrame?) {
        self.state = state
        super.init(next: next)
    }

    override func resume(_ machine: inout QueryMachine) throws {
        state.value = machine.takeValue()
        state.heldMemory.replace(with: state.value)
        state.tracedPath = machine.tracedPath
        machine.backtrack()
    }
}

/// Delivers the state after the last item.
private final class ReduceEndChoicePoint: ChoicePoint {
    private let state: LoopState
    private let frame: ContinuationFrame?

    init(_ state: LoopState, _ frame: ContinuationFrame?) {
        self.state = state
        self.frame = frame
    }

    override func resume(_ machine: inout QueryMachine) throws {
        machine.popChoicePoint()
        machine.restore(frame)
        machine.tracedPath = state.tracedPath
        state.heldMemory.finish()
        machine.deliver(state.value)
    }
}

/// `foreach source as pattern (start; update; extract)`
final class ForeachNode: LoopNode {
    let source: any Node
    let matcher: PatternMatcher
    let start: any Node
    /// The update, a ``ForeachStoreNode``, and perhaps the extraction: what the machine runs for an item.
    let update: any Node
    private let change: any Node
    /// nil if the outputs are the states.
    private let extraction: (any Node)?
    let isSimple: Bool

    /// - Parameters:
    ///   - update: A pipe of `change`, a ``ForeachStoreNode``, and perhaps `extraction`.
    init(
        _ source: any Node, _ matcher: PatternMatcher, start: any Node, update: any Node, change: any Node, extraction: (any Node)?
    ) {
        self.source = source
        self.matcher = matcher
        self.start = start
        self.update = update
        self.change = change
        self.extraction = extraction
        isSimple = source.isSimple && start.isSimple && update.isSimple && matcher.isSingle
    }

    /// Saves 50 % of the time of `[foreach range(1e6) as $x (0; . + $x)] | length`.
    func each(_ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget, _ receive: (consuming JSONValue) throws -> Bool) throws {
        guard isSimple, budget.stack.hasPlenty else { return try eachOnMachine(input, scope, budget, receive) }
        var isWanted = true
        try start.each(input, scope, budget) { start in
            var state = start
            var heldMemory = HeldMemory(budget)
            try source.each(input, scope, budget) { item in
                let bound = try matcher.bind(item, scope, budget)
                func deliver() throws -> Bool {
                    heldMemory.share(state)
                    guard let extraction else {
                        isWanted = try receive(state)
                        return isWanted
                    }
                    try extraction.each(state, bound, budget) { output in
                        isWanted = try receive(output)
                        return isWanted
                    }
                    return isWanted
                }
                if change.isSingle {
                    try change.transform(&state, bound, budget)
                    return try deliver()
                }
                // If the update has no output, the state is null.
                let last = state
                state = .null
                try change.each(last, bound, budget) { output in
                    state = output
                    return try deliver()
                }
                return isWanted
            }
            return isWanted
        }
    }

    var isSingle: Bool { false }

    func step(_ machine: inout QueryMachine) throws { try startLoop(&machine) }

    func begin(_ state: LoopState, _ machine: inout QueryMachine) throws {}

    func prepareUpdate(_ state: LoopState, _ machine: inout QueryMachine) throws {
        try machine.push(ForeachMarkFrame(state, next: machine.frame))
    }
}

/// Marks the frame below an update, where the ``ForeachStoreNode`` finds its state.
private final class ForeachMarkFrame: ContinuationFrame {
    let state: LoopState

    init(_ state: LoopState, next: ContinuationFrame?) {
        self.state = state
        super.init(next: next)
    }

    override func resume(_ machine: inout QueryMachine) throws { machine.deliver() }
}

/// Stores the output of an update as the state for the next item.
final class ForeachStoreNode: Node {
    var isSingle: Bool { false }
    var isSimple: Bool { true }

    func step(_ machine: inout QueryMachine) throws {
        var frame = machine.frame
        while let current = frame {
            if let mark = current as? ForeachMarkFrame {
                mark.state.value = machine.value
                // The extraction may pass the state on, so that it outlives the loop's reference.
                mark.state.heldMemory.share(machine.value)
                mark.state.tracedPath = machine.tracedPath
                break
            }
            frame = current.next
        }
        machine.deliver()
    }
}
