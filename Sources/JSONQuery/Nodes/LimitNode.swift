import JSONParsing

/// `limit($n; f)`, `first(f)`: the first outputs. The count is a literal or a variable.
final class LimitNode: Node {
    private let count: any Node
    private let body: any Node
    let isSimple: Bool

    init(_ count: any Node, _ body: any Node) {
        self.count = count
        self.body = body
        isSimple = body.isSimple
    }

    var isSingle: Bool { false }

    private func count(_ scope: Scope?, _ run: Run) throws -> Double {
        let value = try count.value(of: .null, scope, run)
        guard let number = value.number?.double else {
            throw QueryRuntimeError("\(ValueText.described(value)) cannot be the count of limit")
        }
        if number < 0 { throw QueryRuntimeError("limit doesn't support negative count") }
        return number
    }

    func step(_ machine: inout Machine) throws {
        let count = try count(machine.scope, machine.run)
        guard count > 0 else { return machine.backtrack() }
        try machine.push(LimitFrame(count, machine))
        machine.evaluate(body)
    }

    func each(_ input: JSONValue, _ scope: Scope?, _ run: Run, _ receive: (JSONValue) throws -> Bool) throws {
        let count = try count(scope, run)
        guard count > 0 else { return }
        var seen = 0.0
        try body.each(input, scope, run) { output in
            seen += 1
            return try receive(output) && seen < count
        }
    }
}

private final class LimitFrame: Frame {
    private let count: Double
    private var seen = 0.0
    private let height: Int

    init(_ count: Double, _ machine: borrowing Machine) {
        self.count = count
        height = machine.height
        super.init(next: machine.frame)
    }

    override func resume(_ machine: inout Machine) throws {
        seen += 1
        if seen >= count { machine.cut(to: height) }
        machine.deliver()
    }
}
