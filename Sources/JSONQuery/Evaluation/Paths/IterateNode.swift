import JSONParsing

/// `.[]` of the input.
final class IterateNode: Node {
    private let isOptional: Bool

    init(isOptional: Bool) { self.isOptional = isOptional }

    var isSingle: Bool { false }
    var isSimple: Bool { true }

    func step(_ machine: inout Machine) throws {
        if case .lost = machine.tracedPath {
            throw QueryRuntimeError("Invalid path expression near attempt to iterate through \(ValueText.shortened(machine.value))")
        }
        try machine.budget.chargeLook(into: machine.value)
        guard let children = try Children(of: machine.value, machine.budget) else {
            guard isOptional else { throw Access.cannotIterate(machine.value) }
            return machine.backtrack()
        }
        guard !children.isAtEnd else { return machine.backtrack() }
        let choicePoint = IterateChoicePoint(children, machine)
        try machine.push(choicePoint)
        try choicePoint.resume(&machine)
    }

    /// Gain: see ``PipeSection``.
    func each(_ input: JSONValue, _ scope: Scope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
        try budget.chargeLook(into: input)
        let mark = budget.unheldBytes
        switch try budget.decoded(input) {
        case .array(let elements):
            for element in elements {
                try budget.step()
                guard try body(element) else { return }
                budget.release(to: mark)
            }
        case .object(let object):
            for member in object {
                try budget.step()
                guard try body(member.value) else { return }
                budget.release(to: mark)
            }
        default: if !isOptional { throw Access.cannotIterate(input) }
        }
    }

    var pathForm: PathForm { .places }

    func visit(_ cursor: inout PathCursor, _ scope: Scope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws -> Bool
    {
        let source = cursor.source.kind
        guard source == .array || source == .object else {
            if isOptional { return true }
            throw Access.cannotIterate(cursor.source)
        }
        return try cursor.enterChildren(budget, body)
    }
}

/// The remaining elements or members.
private final class IterateChoicePoint: ChoicePoint {
    private var children: Children
    private let frame: Frame?
    private let tracedPath: TracedPath

    init(_ children: Children, _ machine: borrowing Machine) {
        self.children = children
        frame = machine.frame
        tracedPath = machine.tracedPath
    }

    override func resume(_ machine: inout Machine) throws {
        let child = children.next()
        if children.isAtEnd { machine.popChoicePoint() }
        machine.restore(frame)
        machine.tracedPath = try children.lastPath(after: tracedPath)
        machine.deliver(child)
    }
}
