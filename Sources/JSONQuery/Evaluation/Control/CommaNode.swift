import JSONParsing

/// `a, b, c`
final class CommaNode: Node {
    let parts: [any Node]
    let isSimple: Bool

    init(_ parts: [any Node]) {
        self.parts = parts
        isSimple = parts.allSatisfy(\.isSimple)
    }

    var isSingle: Bool { false }

    func step(_ machine: inout Machine) throws {
        try machine.push(CommaChoicePoint(self, machine))
        machine.evaluate(parts[0])
    }

    /// Gain: 12 % of `"a" * . | [range(length) as $x | .[$x:], .[:-$x]]`, 7 % of `.id, .subject, (.messages[] | .from, .blurb)`.
    func each(_ input: JSONValue, _ scope: Scope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
        guard isSimple, budget.stack.hasPlenty else { return try eachOnMachine(input, scope, budget, body) }
        var isWanted = true
        let mark = budget.unheldBytes
        for part in parts where isWanted {
            try budget.step()
            budget.release(to: mark)
            try part.each(input, scope, budget) { output in
                isWanted = try body(output)
                return isWanted
            }
        }
    }
}

private final class CommaChoicePoint: InputChoicePoint {
    private let node: CommaNode
    private var place = 1

    init(_ node: CommaNode, _ machine: borrowing Machine) {
        self.node = node
        super.init(machine)
    }

    override func resume(_ machine: inout Machine) throws {
        let part = node.parts[place]
        place += 1
        if place == node.parts.count { machine.popChoicePoint() }
        restoreInput(&machine)
        machine.evaluate(part, scope)
    }
}
