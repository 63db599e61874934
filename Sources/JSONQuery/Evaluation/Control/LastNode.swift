import JSONParsing

/// `last(f)`: the last output, if there is one.
final class LastNode: Node {
    let body: any Node
    let isSimple: Bool

    init(_ body: any Node) {
        self.body = body
        isSimple = body.isSimple
    }

    var isSingle: Bool { false }

    func step(_ machine: inout Machine) throws {
        let choicePoint = LastChoicePoint(machine)
        try machine.push(choicePoint)
        try machine.push(LastFrame(choicePoint, next: machine.frame))
        machine.evaluate(body)
    }

    /// Gain: 80 % of `last(range(1e6))`.
    func each(_ input: JSONValue, _ scope: Scope?, _ budget: QueryBudget, _ receive: (consuming JSONValue) throws -> Bool) throws {
        guard isSimple, budget.stack.hasPlenty else { return try eachOnMachine(input, scope, budget, receive) }
        var last: JSONValue?
        var heldMemory = HeldMemory(budget)
        try body.each(input, scope, budget) { output in
            heldMemory.replace(with: output)
            last = output
            return true
        }
        guard let last else { return }
        heldMemory.finish()
        _ = try receive(last)
    }
}

private final class LastFrame: Frame {
    private unowned let choicePoint: LastChoicePoint

    init(_ choicePoint: LastChoicePoint, next: Frame?) {
        self.choicePoint = choicePoint
        super.init(next: next)
    }

    override func resume(_ machine: inout Machine) throws {
        choicePoint.tracedPath = machine.tracedPath
        let value = machine.takeValue()
        choicePoint.heldMemory.replace(with: value)
        choicePoint.value = value
        machine.backtrack()
    }
}

private final class LastChoicePoint: ChoicePoint {
    var value: JSONValue?
    var tracedPath = TracedPath.off
    var heldMemory: HeldMemory
    private let frame: Frame?

    init(_ machine: borrowing Machine) {
        frame = machine.frame
        heldMemory = HeldMemory(machine.budget)
    }

    override func resume(_ machine: inout Machine) throws {
        machine.popChoicePoint()
        guard let value else { return machine.backtrack() }
        heldMemory.finish()
        machine.restore(frame)
        machine.tracedPath = tracedPath
        machine.deliver(value)
    }
}
