import JSONParsing

/// `limit($n; f)`, `first(f)`: the first outputs. The count is a literal or a variable.
final class LimitNode: Node {
    let count: OutputCount
    let body: any Node
    let isSimple: Bool

    init(_ count: any Node, _ body: any Node) {
        self.count = OutputCount(count, of: "limit")
        self.body = body
        isSimple = body.isSimple
    }

    var isSingle: Bool { false }

    func step(_ machine: inout Machine) throws {
        guard let count = try count.value(machine.scope, machine.budget) else {
            try machine.push(FailureFrame(try self.count.failure(machine.scope, machine.budget), next: machine.frame))
            return machine.evaluate(body)
        }
        guard count > 0 else { return machine.backtrack() }
        try machine.push(LimitFrame(count, machine))
        machine.evaluate(body)
    }

    /// Gain: see ``PipeSection``.
    func each(_ input: JSONValue, _ scope: Scope?, _ budget: QueryBudget, _ receive: (consuming JSONValue) throws -> Bool) throws {
        guard let count = try count.value(scope, budget) else {
            return try self.count.fail(at: body, of: input, scope, budget)
        }
        guard count > 0 else { return }
        var seen = 0.0
        try body.each(input, scope, budget) { output in
            seen += 1
            return try receive(output) && seen < count
        }
    }
}

private final class LimitFrame: Frame {
    private let count: Double
    private var seen = 0.0
    private let choicePointCount: Int

    init(_ count: Double, _ machine: borrowing Machine) {
        self.count = count
        choicePointCount = machine.choicePointCount
        super.init(next: machine.frame)
    }

    override func resume(_ machine: inout Machine) throws {
        seen += 1
        if seen >= count { machine.cut(to: choicePointCount) }
        machine.deliver()
    }
}
