import JSONParsing

/// `.[]` of the input.
final class IterateNode: Node {
    private let isOptional: Bool

    init(isOptional: Bool) { self.isOptional = isOptional }

    var isSingle: Bool { false }
    var isSimple: Bool { true }

    func step(_ machine: inout QueryMachine) throws {
        if case .lost = machine.tracedPath {
            throw QueryRuntimeError("Invalid path expression near attempt to iterate through \(ValueText.shortened(machine.value))")
        }
        try machine.budget.chargeLook(into: machine.value)
        guard let children = try ChildIterator(of: machine.value, machine.budget) else {
            guard isOptional else { throw ValueAccess.cannotIterate(machine.value) }
            return machine.backtrack()
        }
        guard !children.isAtEnd else { return machine.backtrack() }
        let choicePoint = IterateChoicePoint(children, machine)
        try machine.push(choicePoint)
        try choicePoint.resume(&machine)
    }

    /// For the measured gain, see ``PipeSection``.
    func each(_ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
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
        default: if !isOptional { throw ValueAccess.cannotIterate(input) }
        }
    }

    var pathForm: PathForm { .places }

    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws
        -> Bool
    {
        let source = cursor.source.kind
        guard source == .array || source == .object else {
            if isOptional { return true }
            throw ValueAccess.cannotIterate(cursor.source)
        }
        return try cursor.enterChildren(budget, body)
    }
}

/// The remaining elements or members.
private final class IterateChoicePoint: ChoicePoint {
    private var children: ChildIterator
    private let frame: ContinuationFrame?
    private let tracedPath: TracedPath

    init(_ children: ChildIterator, _ machine: borrowing QueryMachine) {
        self.children = children
        frame = machine.frame
        tracedPath = machine.tracedPath
    }

    override func resume(_ machine: inout QueryMachine) throws {
        let child = children.next()
        if children.isAtEnd { machine.popChoicePoint() }
        machine.restore(frame)
        machine.tracedPath = try children.lastPath(after: tracedPath)
        machine.deliver(child)
    }
}

/// `..`: the input and all values in it, in pre-order.
final class RecurseNode: Node {
    var isSingle: Bool { false }
    var isSimple: Bool { true }

    func step(_ machine: inout QueryMachine) throws {
        if case .lost = machine.tracedPath {
            throw QueryRuntimeError("Invalid path expression near attempt to iterate through \(ValueText.shortened(machine.value))")
        }
        let choicePoint = RecurseChoicePoint(machine)
        try machine.push(choicePoint)
        try choicePoint.resume(&machine)
    }

    var pathForm: PathForm { .places }

    /// Visits the children of the original value, which is kept if the value itself changes.
    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws
        -> Bool
    {
        try budget.step()
        let kind = cursor.source.kind
        guard kind == .array || kind == .object else { return try body(&cursor) }
        guard budget.stack.hasPlenty else { return try visitOnMachine(&cursor, scope, budget, body) }
        let isOriginal = cursor.original == nil
        let isChanged = cursor.isChanged
        cursor.keepOriginal()
        cursor.isChanged = false
        guard try body(&cursor) else { return false }
        if isOriginal, !cursor.isChanged { cursor.original = nil }
        cursor.isChanged = cursor.isChanged || isChanged
        return try cursor.enterChildren(budget) { cursor in try visit(&cursor, scope, budget, body) }
    }
}

private final class RecurseChoicePoint: ChoicePoint {
    /// Open containers, the innermost last.
    private var levels: [(children: ChildIterator, tracedPath: TracedPath)] = []
    private let root: JSONValue
    private let rootPath: TracedPath
    private let frame: ContinuationFrame?
    private var isStarted = false

    init(_ machine: borrowing QueryMachine) {
        root = machine.value
        rootPath = machine.tracedPath
        frame = machine.frame
    }

    override func resume(_ machine: inout QueryMachine) throws {
        var value = root
        var tracedPath = rootPath
        if isStarted {
            guard let last = levels.indices.last else {
                machine.popChoicePoint()
                return machine.backtrack()
            }
            value = levels[last].children.next()
            tracedPath = try levels[last].children.lastPath(after: levels[last].tracedPath)
            if levels[last].children.isAtEnd { levels.removeLast() }
        }
        isStarted = true
        try machine.budget.chargeLook(into: value)
        if let children = try ChildIterator(of: value, machine.budget), !children.isAtEnd { levels.append((children, tracedPath)) }
        if levels.isEmpty { machine.popChoicePoint() }
        machine.restore(frame)
        machine.tracedPath = tracedPath
        machine.deliver(value)
    }
}
