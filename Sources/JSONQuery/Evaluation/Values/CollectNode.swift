import JSONParsing

/// `[f]`
final class CollectNode: Node {
    private let body: any Node
    let isSimple: Bool

    init(_ body: any Node) {
        self.body = body
        isSimple = body.isSimple
    }

    var isSingle: Bool { isSimple }

    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        var elements: [JSONValue] = []
        var heldMemory = HeldMemory(budget)
        try body.each(input, scope, budget) { output in
            try heldMemory.append(output, to: &elements)
            return true
        }
        heldMemory.finish()
        let array = JSONValue.array(elements)
        try budget.checkDepth(of: array)
        return array
    }

    func step(_ machine: inout QueryMachine) throws {
        let choicePoint = CollectChoicePoint(machine)
        try machine.push(choicePoint)
        machine.tracedPath = .off
        try machine.push(CollectFrame(choicePoint, next: machine.frame))
        machine.evaluate(body)
    }
}

/// Collects the outputs.
private final class CollectFrame: ContinuationFrame {
    private unowned let choicePoint: CollectChoicePoint

    init(_ choicePoint: CollectChoicePoint, next: ContinuationFrame?) {
        self.choicePoint = choicePoint
        super.init(next: next)
    }

    override func resume(_ machine: inout QueryMachine) throws {
        try choicePoint.heldMemory.append(machine.takeValue(), to: &choicePoint.elements)
        machine.backtrack()
    }
}

/// Delivers the array after the last output.
private final class CollectChoicePoint: ChoicePoint {
    var elements: [JSONValue] = []
    var heldMemory: HeldMemory
    private let frame: ContinuationFrame?
    private let tracedPath: TracedPath

    init(_ machine: borrowing QueryMachine) {
        frame = machine.frame
        tracedPath = machine.tracedPath
        heldMemory = HeldMemory(machine.budget)
    }

    override func resume(_ machine: inout QueryMachine) throws {
        machine.popChoicePoint()
        heldMemory.finish()
        machine.restore(frame)
        machine.tracedPath = tracedPath
        let array = JSONValue.array(elements)
        try machine.budget.checkDepth(of: array)
        machine.deliver(computed: array)
    }
}
