import JSONParsing

/// The common part of `reduce` and `foreach`: a state and its update for each item of a source.
protocol LoopNode: Node {
    var source: any Node { get }
    var matcher: PatternMatcher { get }
    var start: any Node { get }
    var update: any Node { get }

    /// Called once, before the first item.
    func begin(_ state: LoopState, _ machine: inout Machine) throws
    /// Updates the state on the stack, if the update allows it.
    ///
    /// - Returns: Whether the state was updated.
    func updateInPlace(_ state: LoopState, _ item: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> Bool
    /// Called before each update; pushes the frame that takes the update's output.
    func prepareUpdate(_ state: LoopState, _ machine: inout Machine) throws
}

extension LoopNode {
    func updateInPlace(_ state: LoopState, _ item: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> Bool { false }

    func startLoop(_ machine: inout Machine) throws {
        try machine.push(LoopStartFrame(self, machine))
        machine.evaluate(start)
    }
}

/// The accumulator between two items. A class, because the frames of the items share it.
final class LoopState {
    var value: JSONValue
    var tracedPath: TracedPath
    var heldMemory: HeldMemory

    fileprivate init(_ machine: borrowing Machine) {
        heldMemory = HeldMemory(machine.budget)
        value = machine.value
        tracedPath = machine.tracedPath
    }
}

private final class LoopStartFrame: Frame {
    private let node: any LoopNode
    private let input: JSONValue
    private let scope: Scope?

    init(_ node: any LoopNode, _ machine: borrowing Machine) {
        self.node = node
        input = machine.value
        scope = machine.scope
        super.init(next: machine.frame)
    }

    override func resume(_ machine: inout Machine) throws {
        let state = LoopState(machine)
        try node.begin(state, &machine)
        try machine.push(LoopItemFrame(node, state, scope, next: machine.frame))
        machine.value = input
        machine.tracedPath = .off
        machine.evaluate(node.source, scope)
    }
}

private final class LoopItemFrame: Frame {
    private let node: any LoopNode
    private let state: LoopState
    private let scope: Scope?

    init(_ node: any LoopNode, _ state: LoopState, _ scope: Scope?, next: Frame?) {
        self.node = node
        self.state = state
        self.scope = scope
        super.init(next: next)
    }

    override func resume(_ machine: inout Machine) throws {
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
