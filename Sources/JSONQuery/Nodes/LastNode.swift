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
        let fork = LastFork(machine.frame)
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
        fork.value = machine.takeValue()
        machine.backtrack()
    }
}

private final class LastFork: Fork {
    var value: JSONValue?
    var trail = Trail.off
    private let frame: Frame?

    init(_ frame: Frame?) { self.frame = frame }

    override func resume(_ machine: inout Machine) throws {
        machine.popFork()
        guard let value else { return machine.backtrack() }
        machine.restore(frame)
        machine.trail = trail
        machine.deliver(value)
    }
}
