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

    func each(_ input: JSONValue, _ scope: Scope?, _ run: Run, _ body: (consuming JSONValue) throws -> Bool) throws {
        guard isSimple, run.stack.hasPlenty else { return try eachOnMachine(input, scope, run, body) }
        var builder = StreamedValue(run)
        try source.each(input, scope, run) { event in
            guard let value = try builder.add(event, run) else { return true }
            return try body(value)
        }
    }
}

private final class FromStreamFrame: Frame {
    private var builder: StreamedValue
    private let recordsPaths: Bool

    init(_ machine: borrowing Machine) {
        builder = StreamedValue(machine.run)
        recordsPaths = !machine.tracedPath.isOff
        super.init(next: machine.frame)
    }

    override func resume(_ machine: inout Machine) throws {
        guard let value = try builder.add(machine.takeValue(), machine.run) else { return machine.backtrack() }
        machine.tracedPath = recordsPaths ? .lost : .off
        machine.deliver(value)
    }
}
