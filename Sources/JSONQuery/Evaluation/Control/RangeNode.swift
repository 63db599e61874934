import JSONParsing

/// `range($from; $to; $step)`; the arguments are single.
final class RangeNode: Node {
    private let from: any Node
    private let to: any Node
    private let by: (any Node)?

    /// - Parameter by: The step; nil for a step of 1, which requires numbers.
    init(from: any Node, to: any Node, by: (any Node)?) {
        self.from = from
        self.to = to
        self.by = by
    }

    var isSingle: Bool { false }
    var isSimple: Bool { true }

    private func values(_ input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> RangeValues {
        let from = try from.value(of: input, scope, budget)
        let to = try to.value(of: input, scope, budget)
        return try RangeValues(from: from, to: to, by: try by?.value(of: input, scope, budget), budget)
    }

    func step(_ machine: inout Machine) throws {
        let values = try values(machine.value, machine.scope, machine.budget)
        guard !values.isAtEnd else { return machine.backtrack() }
        let choicePoint = RangeChoicePoint(values, machine)
        try machine.push(choicePoint)
        try choicePoint.resume(&machine)
    }

    /// Gain: see ``PipeSection``.
    func each(_ input: JSONValue, _ scope: Scope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
        var values = try values(input, scope, budget)
        let mark = budget.unheldBytes
        while let value = try values.next(budget) {
            try budget.step()
            guard try body(value) else { return }
            budget.release(to: mark)
        }
    }
}

private final class RangeChoicePoint: ChoicePoint {
    private var values: RangeValues
    private let frame: Frame?
    private let tracedPath: TracedPath

    init(_ values: RangeValues, _ machine: borrowing Machine) {
        self.values = values
        frame = machine.frame
        tracedPath = machine.tracedPath
    }

    override func resume(_ machine: inout Machine) throws {
        machine.restore(frame)
        guard let value = try values.next(machine.budget) else {
            machine.popChoicePoint()
            return machine.backtrack()
        }
        if values.isAtEnd { machine.popChoicePoint() }
        machine.tracedPath = tracedPath.isOff ? .off : .lost
        machine.deliver(value)
    }
}
