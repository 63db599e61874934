import JSONParsing

/// `tostream`
final class ToStreamNode: Node {
    var isSingle: Bool { false }
    var isSimple: Bool { true }

    func step(_ machine: inout QueryMachine) throws {
        let choicePoint = ToStreamChoicePoint(machine)
        try machine.push(choicePoint)
        try choicePoint.resume(&machine)
    }

    func each(_ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
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
    private let frame: ContinuationFrame?
    private let tracedPath: TracedPath

    init(_ machine: borrowing QueryMachine) {
        events = StreamEvents(machine.value)
        frame = machine.frame
        tracedPath = machine.tracedPath.isOff ? .off : .lost
    }

    override func resume(_ machine: inout QueryMachine) throws {
        guard let event = try events.next(machine.budget) else {
            machine.popChoicePoint()
            return machine.backtrack()
        }
        machine.restore(frame)
        machine.tracedPath = tracedPath
        machine.deliver(event)
    }
}

/// The events of `tostream`: `[path, value]` for each value without children, and `[path]` of the last child at the end of each container.
private struct StreamEvents {
    private var root: JSONValue?
    /// Open containers, the innermost last.
    private var levels: [ChildIterator] = []
    /// For each open container, the key of the child that was returned last.
    private var keys: [JSONValue] = []

    init(_ root: JSONValue) { self.root = root }

    /// The next event; nil after the last one.
    mutating func next(_ budget: QueryBudget) throws -> JSONValue? {
        try budget.steps(1 + levels.count >> 4)
        try budget.allocate(MemorySize.array(levels.count) + MemorySize.array(2))
        if let root {
            self.root = nil
            guard try open(root, budget) else { return .array([.array([]), root]) }
        }
        while let last = levels.indices.last {
            if levels[last].isAtEnd {
                levels.removeLast()
                defer { keys.removeLast() }
                return .array([.array(keys)])
            }
            let child = levels[last].next()
            keys[last] = levels[last].lastKey
            guard try open(child, budget) else { return .array([.array(keys), child]) }
        }
        return nil
    }

    /// Goes into a container.
    ///
    /// - Returns: Whether the value has children.
    private mutating func open(_ value: JSONValue, _ budget: QueryBudget) throws -> Bool {
        try budget.chargeLook(into: value)
        guard let children = try ChildIterator(of: value, budget), !children.isAtEnd else { return false }
        levels.append(children)
        keys.append(.null)
        return true
    }
}

/// `fromstream(f)`: builds values from events like those of `tostream`.
final class FromStreamNode: Node {
    private let source: any Node
    let isSimple: Bool

    init(_ source: any Node) {
        self.source = source
        isSimple = source.isSimple
    }

    var isSingle: Bool { false }

    func step(_ machine: inout QueryMachine) throws {
        try machine.push(FromStreamFrame(machine))
        machine.evaluate(source)
    }

    func each(_ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
        guard isSimple, budget.stack.hasPlenty else { return try eachOnMachine(input, scope, budget, body) }
        var builder = StreamedValueBuilder(budget)
        try source.each(input, scope, budget) { event in
            guard let value = try builder.add(event, budget) else { return true }
            return try body(value)
        }
    }
}

private final class FromStreamFrame: ContinuationFrame {
    private var builder: StreamedValueBuilder
    private let recordsPaths: Bool

    init(_ machine: borrowing QueryMachine) {
        builder = StreamedValueBuilder(machine.budget)
        recordsPaths = !machine.tracedPath.isOff
        super.init(next: machine.frame)
    }

    override func resume(_ machine: inout QueryMachine) throws {
        guard let value = try builder.add(machine.takeValue(), machine.budget) else { return machine.backtrack() }
        machine.tracedPath = recordsPaths ? .lost : .off
        machine.deliver(value)
    }
}

/// A value that `fromstream` builds from events.
private struct StreamedValueBuilder: ~Copyable {
    private var value = JSONValue.null
    private var heldMemory: HeldMemory

    init(_ budget: QueryBudget) { heldMemory = HeldMemory(budget) }

    /// Applies an event to the value.
    ///
    /// - Returns: The complete value if this was its last event; otherwise nil.
    mutating func add(_ event: JSONValue, _ budget: QueryBudget) throws -> JSONValue? {
        let isLeaf = try Self.length(event, budget) == 2
        let path = try ValueAccess.index(event, 0, budget)
        let isLast = try Self.length(path, budget) == (isLeaf ? 0 : 1)
        if isLeaf {
            var keys: JSONValue = ["x"]
            try Arithmetic.apply(.add, &keys, path, budget)
            try PathEditing.set(
                Array(try ValueAccess.array(keys).dropFirst()), to: try ValueAccess.index(event, 1, budget), in: &value, budget)
            heldMemory.replace(with: value)
        }
        guard isLast else { return nil }
        heldMemory.finish()
        defer { value = .null }
        return value
    }

    private static func length(_ value: JSONValue, _ budget: QueryBudget) throws -> Double? {
        try BuiltIns.natives["length/0"]?(value, [], budget).number?.double
    }
}
