import JSONParsing

/// `last(f)`: the last output, if there is one.
final class LastNode: Node {
    private let body: any Node
    let isSimple: Bool

    init(_ body: any Node) {
        self.body = body
        isSimple = body.isSimple
    }

    var isSingle: Bool { false }

    func step(_ machine: inout Machine) throws {
        let fork = LastFork(machine)
        try machine.push(fork)
        try machine.push(LastFrame(fork, next: machine.frame))
        machine.evaluate(body)
    }
}

private final class LastFrame: Frame {
    private unowned let fork: LastFork

    init(_ fork: LastFork, next: Frame?) {
        self.fork = fork
        super.init(next: next)
    }

    override func resume(_ machine: inout Machine) throws {
        fork.trail = machine.trail
        let value = machine.takeValue()
        fork.holding.replace(with: value)
        fork.value = value
        machine.backtrack()
    }
}

private final class LastFork: Fork {
    var value: JSONValue?
    var trail = Trail.off
    var holding: Holding
    private let frame: Frame?

    init(_ machine: borrowing Machine) {
        frame = machine.frame
        holding = Holding(machine.run)
    }

    override func resume(_ machine: inout Machine) throws {
        machine.popFork()
        guard let value else { return machine.backtrack() }
        holding.finish()
        machine.restore(frame)
        machine.trail = trail
        machine.deliver(value)
    }
}
