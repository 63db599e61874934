import JSONParsing

/// `inputs`: the further inputs, one after the other.
final class InputsNode: Node {
    var isSingle: Bool { false }
    var isSimple: Bool { true }

    func step(_ machine: inout Machine) throws {
        let choicePoint = InputsChoicePoint(machine)
        try machine.push(choicePoint)
        try choicePoint.resume(&machine)
    }

    func each(_ input: JSONValue, _ scope: Scope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
        let mark = budget.unheldBytes
        while let next = try BuiltIns.nextInput(budget) {
            try budget.step()
            guard try body(next) else { return }
            budget.release(to: mark)
        }
    }
}

private final class InputsChoicePoint: ChoicePoint {
    private let frame: Frame?
    private let tracedPath: TracedPath

    init(_ machine: borrowing Machine) {
        frame = machine.frame
        tracedPath = machine.tracedPath
    }

    override func resume(_ machine: inout Machine) throws {
        machine.restore(frame)
        guard let next = try BuiltIns.nextInput(machine.budget) else {
            machine.popChoicePoint()
            return machine.backtrack()
        }
        machine.tracedPath = tracedPath.isOff ? .off : .lost
        machine.deliver(next)
    }
}
