import JSONParsing

/// `range($from; $to; $step)`; the arguments are single.
final class RangeNode: Node {
    private let from: any Node
    private let to: any Node
    private let by: any Node

    init(from: any Node, to: any Node, by: any Node) {
        self.from = from
        self.to = to
        self.by = by
    }

    var isSingle: Bool { false }
    var isSimple: Bool { true }

    private func bounds(_ input: JSONValue, _ scope: Scope?, _ run: Run) throws -> (from: Double, to: Double, by: Double) {
        let from = try from.value(of: input, scope, run).number
        let to = try to.value(of: input, scope, run).number
        let by = try by.value(of: input, scope, run).number
        guard let from, let to, let by else { throw QueryRuntimeError("Range bounds must be numeric") }
        return (from.double, to.double, by.double)
    }

    /// Whether a number belongs to a range. One with a step of 0 is empty.
    fileprivate static func holds(_ next: Double, to: Double, by: Double) -> Bool {
        by > 0 ? next < to : by < 0 && next > to
    }

    func step(_ machine: inout Machine) throws {
        let (from, to, by) = try bounds(machine.value, machine.scope, machine.run)
        let choicePoint = RangeChoicePoint(from: from, to: to, by: by, machine)
        guard choicePoint.hasNext else { return machine.backtrack() }
        try machine.push(choicePoint)
        try choicePoint.resume(&machine)
    }

    /// Gain: see ``PipeSection``.
    func each(_ input: JSONValue, _ scope: Scope?, _ run: Run, _ body: (consuming JSONValue) throws -> Bool) throws {
        let (from, to, by) = try bounds(input, scope, run)
        var next = from
        let mark = run.unheldBytes
        while Self.holds(next, to: to, by: by) {
            try run.step()
            guard try body(.number(JSONNumber(next))) else { return }
            run.release(to: mark)
            next += by
        }
    }
}

private final class RangeChoicePoint: ChoicePoint {
    private var next: Double
    private let to: Double
    private let by: Double
    private let frame: Frame?
    private let tracedPath: TracedPath

    init(from: Double, to: Double, by: Double, _ machine: borrowing Machine) {
        next = from
        self.to = to
        self.by = by
        frame = machine.frame
        tracedPath = machine.tracedPath
    }

    var hasNext: Bool { RangeNode.holds(next, to: to, by: by) }

    override func resume(_ machine: inout Machine) throws {
        let number = JSONNumber(next)
        next += by
        if !hasNext { machine.popChoicePoint() }
        machine.restore(frame)
        machine.tracedPath = tracedPath.isOff ? .off : .lost
        machine.deliver(.number(number))
    }
}
