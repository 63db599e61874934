import JSONParsing

/// `fromstream(f)`: the values that events like those of `tostream` describe.
final class FromStreamNode: Node {
    private let source: any Node
    let isSimple: Bool

    init(_ source: any Node) {
        self.source = source
        isSimple = source.isSimple
    }

    var isSingle: Bool { false }

    func step(_ machine: inout Machine) throws {
        try machine.push(FromStreamFrame(machine))
        machine.evaluate(source)
    }

    func each(_ input: JSONValue, _ scope: Scope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
        guard isSimple, budget.stack.hasPlenty else { return try eachOnMachine(input, scope, budget, body) }
        var builder = StreamedValue(budget)
        try source.each(input, scope, budget) { event in
            guard let value = try builder.add(event, budget) else { return true }
            return try body(value)
        }
    }
}

private final class FromStreamFrame: Frame {
    private var builder: StreamedValue
    private let recordsPaths: Bool

    init(_ machine: borrowing Machine) {
        builder = StreamedValue(machine.budget)
        recordsPaths = !machine.tracedPath.isOff
        super.init(next: machine.frame)
    }

    override func resume(_ machine: inout Machine) throws {
        guard let value = try builder.add(machine.takeValue(), machine.budget) else { return machine.backtrack() }
        machine.tracedPath = recordsPaths ? .lost : .off
        machine.deliver(value)
    }
}
