import JSONParsing

/// `a // b`: the outputs of `a` that are neither null nor false; if there is none, those of `b`. An error of `a` is one of the whole.
final class AlternativeNode: Node {
    fileprivate let first: any Node
    fileprivate let second: any Node
    let isSingle: Bool
    let isSimple: Bool

    init(_ first: any Node, _ second: any Node) {
        self.first = first
        self.second = second
        isSingle = first.isSingle && second.isSingle
        isSimple = first.isSimple && second.isSimple
    }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        let value = try first.value(of: input, scope, run)
        return value.isTruthy ? value : try second.value(of: input, scope, run)
    }

    func step(_ machine: inout Machine) throws {
        let fork = AlternativeFork(self, machine)
        try machine.push(AlternativeFrame(fork, next: machine.frame))
        try machine.push(fork)
        machine.evaluate(first)
    }
}

private final class AlternativeFrame: Frame {
    private unowned let fork: AlternativeFork

    init(_ fork: AlternativeFork, next: Frame?) {
        self.fork = fork
        super.init(next: next)
    }

    override func resume(_ machine: inout Machine) throws {
        guard machine.value.isTruthy else { return machine.backtrack() }
        fork.found = true
        machine.deliver()
    }
}

/// Reached when the first program has no more outputs.
private final class AlternativeFork: Fork {
    var found = false
    private let node: AlternativeNode
    private let input: JSONValue
    private let trail: Trail
    private let scope: Scope?
    private let frame: Frame?

    init(_ node: AlternativeNode, _ machine: borrowing Machine) {
        self.node = node
        input = machine.value
        trail = machine.trail
        scope = machine.scope
        frame = machine.frame
    }

    override func resume(_ machine: inout Machine) throws {
        machine.popFork()
        if found { return machine.backtrack() }
        machine.value = input
        machine.trail = trail
        machine.restore(frame)
        machine.evaluate(node.second, scope)
    }
}
