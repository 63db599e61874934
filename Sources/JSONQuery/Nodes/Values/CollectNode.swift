import JSONParsing

/// `[f]`
final class CollectNode: Node {
    private let body: any Node
    let isSimple: Bool

    init(_ body: any Node) {
        self.body = body
        isSimple = body.isSimple
    }

    var isSingle: Bool { isSimple }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        var elements: [JSONValue] = []
        var holding = Holding(run)
        try body.each(input, scope, run) { output in
            try holding.append(output, to: &elements)
            return true
        }
        holding.finish()
        let array = JSONValue.array(elements)
        try run.checkDepth(of: array)
        return array
    }

    func step(_ machine: inout Machine) throws {
        let fork = CollectFork(machine)
        try machine.push(fork)
        machine.trail = .off
        try machine.push(CollectFrame(fork, next: machine.frame))
        machine.evaluate(body)
    }
}

/// Takes up the outputs one by one.
private final class CollectFrame: Frame {
    private unowned let fork: CollectFork

    init(_ fork: CollectFork, next: Frame?) {
        self.fork = fork
        super.init(next: next)
    }

    override func resume(_ machine: inout Machine) throws {
        try fork.holding.append(machine.takeValue(), to: &fork.elements)
        machine.backtrack()
    }
}

/// Reached when all outputs have been taken up: delivers the array.
private final class CollectFork: Fork {
    var elements: [JSONValue] = []
    var holding: Holding
    private let frame: Frame?
    private let trail: Trail

    init(_ machine: borrowing Machine) {
        frame = machine.frame
        trail = machine.trail
        holding = Holding(machine.run)
    }

    override func resume(_ machine: inout Machine) throws {
        machine.popFork()
        holding.finish()
        machine.restore(frame)
        machine.trail = trail
        let array = JSONValue.array(elements)
        try machine.run.checkDepth(of: array)
        machine.deliver(computed: array)
    }
}
