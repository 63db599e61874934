import JSONParsing

/// `foreach source as pattern (start; update; extract)`
final class ForeachNode: Node {
    fileprivate let source: any Node
    fileprivate let matcher: Matcher
    fileprivate let start: any Node
    fileprivate let update: any Node

    /// - Parameters:
    ///   - update: Ends with a ``ForeachStoreNode``, behind which the extraction may follow.
    init(_ source: any Node, _ matcher: Matcher, start: any Node, update: any Node) {
        self.source = source
        self.matcher = matcher
        self.start = start
        self.update = update
    }

    var isSingle: Bool { false }
    var isSimple: Bool { source.isSimple && start.isSimple && update.isSimple && matcher.isSingle }

    func step(_ machine: inout Machine) throws {
        try machine.push(ForeachStartFrame(self, machine))
        machine.evaluate(start)
    }
}

private final class ForeachState {
    var value: JSONValue
    var trail: Trail

    init(_ machine: borrowing Machine) {
        value = machine.value
        trail = machine.trail
    }
}

private final class ForeachStartFrame: Frame {
    private let node: ForeachNode
    private let input: JSONValue
    private let scope: Scope?

    init(_ node: ForeachNode, _ machine: borrowing Machine) {
        self.node = node
        input = machine.value
        scope = machine.scope
        super.init(next: machine.frame)
    }

    override func resume(_ machine: inout Machine) throws {
        let state = ForeachState(machine)
        try machine.push(ForeachItemFrame(node, state, scope, next: machine.frame))
        machine.value = input
        machine.trail = .off
        machine.evaluate(node.source, scope)
    }
}

private final class ForeachItemFrame: Frame {
    private let node: ForeachNode
    private let state: ForeachState
    private let scope: Scope?

    init(_ node: ForeachNode, _ state: ForeachState, _ scope: Scope?, next: Frame?) {
        self.node = node
        self.state = state
        self.scope = scope
        super.init(next: next)
    }

    override func resume(_ machine: inout Machine) throws {
        let item = machine.takeValue()
        try machine.push(ForeachMarkFrame(state, next: machine.frame))
        machine.value = state.value
        machine.trail = state.trail
        state.value = .null
        machine.scope = scope
        try node.matcher.start(item, node.update, &machine)
    }
}

/// Lies below the update, so that the store node finds the state it belongs to.
private final class ForeachMarkFrame: Frame {
    let state: ForeachState

    init(_ state: ForeachState, next: Frame?) {
        self.state = state
        super.init(next: next)
    }

    override func resume(_ machine: inout Machine) throws { machine.deliver() }
}

/// Keeps the output of an update as the state for the next item.
final class ForeachStoreNode: Node {
    var isSingle: Bool { false }
    var isSimple: Bool { true }

    func step(_ machine: inout Machine) throws {
        var frame = machine.frame
        while let current = frame {
            if let mark = current as? ForeachMarkFrame {
                mark.state.value = machine.value
                mark.state.trail = machine.trail
                break
            }
            frame = current.next
        }
        machine.deliver()
    }
}
