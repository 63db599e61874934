import JSONParsing

/// `repeat(f)`: the outputs of `f`, again and again.
final class RepeatNode: Node {
    fileprivate let body: any Node
    let isSimple: Bool

    init(_ body: any Node) {
        self.body = body
        isSimple = body.isSimple
    }

    var isSingle: Bool { false }

    func step(_ machine: inout Machine) throws {
        try machine.push(RepeatChoicePoint(self, machine))
        machine.evaluate(body)
    }

    /// Gain: 80 % of `[limit(1e6; repeat(1))] | length`.
    func each(_ input: JSONValue, _ scope: Scope?, _ budget: QueryBudget, _ receive: (consuming JSONValue) throws -> Bool) throws {
        guard isSimple, budget.stack.hasPlenty else { return try eachOnMachine(input, scope, budget, receive) }
        var isWanted = true
        let mark = budget.unheldBytes
        while isWanted {
            try budget.step()
            try body.each(input, scope, budget) { output in
                isWanted = try receive(output)
                return isWanted
            }
            budget.release(to: mark)
        }
    }
}

private final class RepeatChoicePoint: InputChoicePoint {
    private let node: RepeatNode

    init(_ node: RepeatNode, _ machine: borrowing Machine) {
        self.node = node
        super.init(machine)
    }

    override func resume(_ machine: inout Machine) throws {
        restoreInput(&machine)
        machine.evaluate(node.body, scope)
    }
}
