import JSONParsing

/// `skip($n; f)`: all but the first outputs. The count is a literal or a variable.
final class SkipNode: Node {
    private let count: any Node
    private let body: any Node
    let isSimple: Bool

    init(_ count: any Node, _ body: any Node) {
        self.count = count
        self.body = body
        isSimple = body.isSimple
    }

    var isSingle: Bool { false }

    func step(_ machine: inout Machine) throws {
        let value = try count.value(of: .null, machine.scope, machine.run)
        guard let number = value.number?.double else {
            throw QueryRuntimeError("\(ValueText.described(value)) cannot be the count of skip")
        }
        if number < 0 { throw QueryRuntimeError("skip doesn't support negative count") }
        if number > 0 { try machine.push(SkipFrame(number, next: machine.frame)) }
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
