import JSONParsing

/// `tostream`
final class ToStreamNode: Node {
    var isSingle: Bool { false }
    var isSimple: Bool { true }

    func step(_ machine: inout Machine) throws {
        let choicePoint = ToStreamChoicePoint(machine)
        try machine.push(choicePoint)
        try choicePoint.resume(&machine)
    }

    func each(_ input: JSONValue, _ scope: Scope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
        var events = StreamEvents(input)
        let mark = budget.unheldBytes
        while let event = try events.next(budget) {
            guard try body(event) else { return }
            budget.release(to: mark)
        }
    }
}

/// The remaining events.
private final class ToStreamChoicePoint: ChoicePoint {
    private var events: StreamEvents
    private let frame: Frame?
    private let tracedPath: TracedPath

    init(_ machine: borrowing Machine) {
        events = StreamEvents(machine.value)
        frame = machine.frame
        tracedPath = machine.tracedPath.isOff ? .off : .lost
    }

    override func resume(_ machine: inout Machine) throws {
        guard let event = try events.next(machine.budget) else {
            machine.popChoicePoint()
            return machine.backtrack()
        }
        machine.restore(frame)
        machine.tracedPath = tracedPath
        machine.deliver(event)
    }
}
