import JSONParsing

/// `skip($n; f)`: all but the first outputs. The count is a literal or a variable.
final class SkipNode: Node {
    let count: OutputCount
    let body: any Node
    let isSimple: Bool

    init(_ count: any Node, _ body: any Node) {
        self.count = OutputCount(count, of: "skip")
        self.body = body
        isSimple = body.isSimple
    }

    var isSingle: Bool { false }

    func step(_ machine: inout Machine) throws {
        let count = try count.value(machine.scope, machine.run)
        if count > 0 { try machine.push(SkipFrame(count, next: machine.frame)) }
        machine.evaluate(body)
    }
}

private final class SkipFrame: Frame {
    private var left: Double

    init(_ count: Double, next: Frame?) {
        left = count
        super.init(next: next)
    }

    override func resume(_ machine: inout Machine) throws {
        guard left > 0 else { return machine.deliver() }
        left -= 1
        machine.backtrack()
    }
}
