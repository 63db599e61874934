import JSONParsing

/// `reduce source as pattern (start; update)`
final class ReduceNode: Node {
    fileprivate let source: any Node
    fileprivate let matcher: Matcher
    fileprivate let start: any Node
    fileprivate let update: any Node

    init(_ source: any Node, _ matcher: Matcher, start: any Node, update: any Node) {
        self.source = source
        self.matcher = matcher
        self.start = start
        self.update = update
    }

    var isSingle: Bool { start.isSingle && isSimple }
    var isSimple: Bool { source.isSimple && start.isSimple && update.isSingle && matcher.isSingle }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        var state = try start.value(of: input, scope, run)
        try source.each(input, scope, run) { item in
            try update.transform(&state, try matcher.bind(item, scope, run), run)
            return true
        }
        return state
    }

    func step(_ machine: inout Machine) throws {
        try machine.push(ReduceStartFrame(self, machine))
        machine.evaluate(start)
    }
}

/// The state between two items. A class, because the frames of the items share it.
private final class LoopState {
    var value: JSONValue
    var trail: Trail

    init(_ machine: borrowing Machine) {
        value = machine.value
        trail = machine.trail
    }
}

private final class ReduceStartFrame: Frame {
    private let node: ReduceNode
    private let input: JSONValue
    private let scope: Scope?

    init(_ node: ReduceNode, _ machine: borrowing Machine) {
        self.node = node
        input = machine.value
        scope = machine.scope
        super.init(next: machine.frame)
    }

    override func resume(_ machine: inout Machine) throws {
        let state = LoopState(machine)
        try machine.push(ReduceEndFork(state, machine.frame))
        try machine.push(ReduceItemFrame(node, state, scope, next: machine.frame))
        machine.value = input
        machine.trail = .off
        machine.evaluate(node.source, scope)
    }
}

private final class ReduceItemFrame: Frame {
    private let node: ReduceNode
    private let state: LoopState
    private let scope: Scope?

    init(_ node: ReduceNode, _ state: LoopState, _ scope: Scope?, next: Frame?) {
        self.node = node
        self.state = state
        self.scope = scope
        super.init(next: next)
    }

    override func resume(_ machine: inout Machine) throws {
        let item = machine.takeValue()
        try machine.push(ReduceStoreFrame(state, next: machine.frame))
        machine.value = state.value
        machine.trail = state.trail
        // If the update has no output, the state is null.
        state.value = .null
        if !machine.trail.isOff { state.trail = .lost }
        machine.scope = scope
        try node.matcher.start(item, node.update, &machine)
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
        state.trail = machine.trail
        machine.backtrack()
    }
}

/// Reached when the source has no more items: delivers the state.
private final class ReduceEndFork: Fork {
    private let state: LoopState
    private let frame: Frame?

    init(_ state: LoopState, _ frame: Frame?) {
        self.state = state
        self.frame = frame
    }

    override func resume(_ machine: inout Machine) throws {
        machine.popFork()
        machine.restore(frame)
        machine.trail = state.trail
        machine.deliver(state.value)
    }
}
