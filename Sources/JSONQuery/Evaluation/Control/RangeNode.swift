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

    private func values(_ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> RangeValues {
        let from = try from.value(of: input, scope, budget)
        let to = try to.value(of: input, scope, budget)
        return try RangeValues(from: from, to: to, by: try by?.value(of: input, scope, budget), budget)
    }

    func step(_ machine: inout QueryMachine) throws {
        let values = try values(machine.value, machine.scope, machine.budget)
        guard !values.isAtEnd else { return machine.backtrack() }
        let choicePoint = RangeChoicePoint(values, machine)
        try machine.push(choicePoint)
        try choicePoint.resume(&machine)
    }

    /// For the measured gain, see ``PipeSection``.
    func each(_ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
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
    private let frame: ContinuationFrame?
    private let tracedPath: TracedPath

    init(_ values: RangeValues, _ machine: borrowing QueryMachine) {
        self.values = values
        frame = machine.frame
        tracedPath = machine.tracedPath
    }

    override func resume(_ machine: inout QueryMachine) throws {
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

/// The outputs of `range`, one after the other.
private struct RangeValues {
    private enum RangeState {
        case numbers(next: Double, to: Double, by: Double)
        /// A step or a bound that is no number: jq compares and adds values of any kind.
        case values(last: JSONValue, isGiven: Bool, to: JSONValue, by: JSONValue)
    }

    /// The start value as given, so that a literal keeps its digits; nil if it is no output or has been returned.
    private var first: JSONValue?
    private var course: RangeState

    /// - Parameter by: The step; nil for a step of 1, which requires numbers.
    init(from: JSONValue, to: JSONValue, by: JSONValue?, _ budget: QueryBudget) throws {
        let step = by ?? 1
        if let start = from.number, let end = to.number, let step = step.number {
            var holdsStart = Self.holds(start.double, end.double, step.double)
            if start.double == end.double {
                // Two literals can differ in digits that a double lacks.
                let order = NumberOrder.compare(start, end)
                holdsStart = step.double > 0 && order < 0 || step.double < 0 && order > 0
            }
            first = holdsStart ? .some(from) : .none
            course = .numbers(next: holdsStart ? start.double + step.double : .nan, to: end.double, by: step.double)
            return
        }
        if case .none = by { throw QueryRuntimeError("Range bounds must be numeric") }
        first = nil
        course = .values(last: from, isGiven: false, to: to, by: step)
    }

    /// Whether there is certainly no further output.
    var isAtEnd: Bool {
        guard first == nil, case .numbers(let next, let to, let by) = course else { return false }
        return !Self.holds(next, to, by)
    }

    mutating func next(_ budget: QueryBudget) throws -> JSONValue? {
        if let value = first {
            first = nil
            return value
        }
        switch course {
        case .numbers(let next, let to, let by):
            guard Self.holds(next, to, by) else { return nil }
            course = .numbers(next: next + by, to: to, by: by)
            return .number(JSONNumber(next))
        case .values(var next, let isGiven, let to, let by):
            if isGiven { try Arithmetic.add(&next, by, budget) }
            let isUpward = try JSONValue.jqOrder(by, 0, budget) > 0
            guard try isUpward || JSONValue.jqOrder(by, 0, budget) < 0 else { return nil }
            let order = try JSONValue.jqOrder(next, to, budget)
            guard isUpward ? order < 0 : order > 0 else { return nil }
            course = .values(last: next, isGiven: true, to: to, by: by)
            return next
        }
    }

    /// Whether a number belongs to a range. One with a step of 0 is empty.
    private static func holds(_ next: Double, _ to: Double, _ by: Double) -> Bool { by > 0 ? next < to : by < 0 && next > to }
}
