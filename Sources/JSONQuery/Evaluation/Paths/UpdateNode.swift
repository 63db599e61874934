import JSONParsing

/// `paths |= change`. The compiler turns all other assignments into this form.
///
/// It means `reduce path(paths) as $p (.; setpath($p; first(getpath($p) | change)))`. Places without a new value are deleted at the end.
final class UpdateNode: Node {
    fileprivate let paths: any Node
    fileprivate let change: any Node
    let isSimple: Bool

    init(_ paths: any Node, _ change: any Node) {
        self.paths = paths
        self.change = change
        isSimple = paths.isSimple && change.isSimple
    }

    var isSingle: Bool { isSimple }

    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        var value = input
        try transform(&value, scope, budget)
        return value
    }

    /// Saves 94 % of the time of `reduce range(3000) as $x ({}; .a += [$x])`: the state changes in place.
    func transform(_ value: inout JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws {
        var cursor = PathCursor(changing: value, mayDelete: !change.isSingle)
        value = .null
        _ = try paths.visit(&cursor, scope, budget) { cursor in
            try cursor.checkPresence()
            let mark = budget.unheldBytes
            guard try hasChanged(&cursor.value, scope, budget) else {
                try cursor.delete(budget)
                return true
            }
            cursor.isChanged = true
            try budget.checkDepth(of: cursor.value, below: cursor.depth)
            budget.release(to: mark, keeping: cursor.value)
            return true
        }
        value = cursor.takeValue()
        if !cursor.deletions.isEmpty { try cursor.deletions.apply(to: &value, budget) }
    }

    /// Replaces a value by the first output of the change.
    ///
    /// - Returns: Whether there is one.
    private func hasChanged(_ value: inout JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> Bool {
        if change.isSingle {
            try change.transform(&value, scope, budget)
            return true
        }
        var first: JSONValue?
        try change.each(value, scope, budget) { output in
            first = output
            return false
        }
        guard let first else { return false }
        value = first
        return true
    }

    func step(_ machine: inout QueryMachine) throws {
        if isSimple { return machine.deliver(computed: try value(of: machine.value, machine.scope, machine.budget)) }
        let choicePoint = UpdateChoicePoint(self, machine)
        try machine.push(choicePoint)
        try machine.push(UpdatePathFrame(choicePoint, next: machine.frame))
        machine.tracedPath = .at(nil)
        machine.evaluate(paths)
    }
}

/// Changes the value at each path, and continues to look for paths in the original.
private final class UpdatePathFrame: ContinuationFrame {
    private unowned let choicePoint: UpdateChoicePoint

    init(_ choicePoint: UpdateChoicePoint, next: ContinuationFrame?) {
        self.choicePoint = choicePoint
        super.init(next: next)
    }

    override func resume(_ machine: inout QueryMachine) throws {
        try choicePoint.change(try machine.tracedKeys(), &machine)
    }
}

/// Holds the value with the changes so far, and delivers it after the last path.
private final class UpdateChoicePoint: ChoicePoint {
    private var root: JSONValue
    /// The input if an outer expression traces paths; otherwise null.
    private let input: JSONValue
    private var deletions = Deletions()
    private var heldMemory: HeldMemory
    private let node: UpdateNode
    private let tracedPath: TracedPath
    private let scope: RuntimeScope?
    private let frame: ContinuationFrame?

    init(_ node: UpdateNode, _ machine: borrowing QueryMachine) {
        self.node = node
        root = machine.value
        input = machine.tracedPath.isOff ? .null : machine.value
        heldMemory = HeldMemory(machine.budget)
        tracedPath = machine.tracedPath
        scope = machine.scope
        frame = machine.frame
    }

    fileprivate func change(_ path: [JSONValue], _ machine: inout QueryMachine) throws {
        machine.restore(frame)
        let choicePointCount = machine.choicePointCount
        try machine.push(UpdateEmptyChoicePoint(self, path))
        try machine.push(UpdateValueFrame(self, path, choicePointCount: choicePointCount, next: frame))
        machine.value = try PathEditing.get(path, in: root, machine.budget)
        machine.tracedPath = .off
        machine.evaluate(node.change, scope)
    }

    fileprivate func store(_ value: JSONValue, at path: [JSONValue], _ budget: QueryBudget) throws {
        try PathEditing.set(path, to: value, in: &root, budget)
        heldMemory.replace(with: root)
    }

    fileprivate func delete(_ path: [JSONValue], _ budget: QueryBudget) throws {
        deletions.leave(to: 0)
        try deletions.mark(path, budget)
    }

    override func resume(_ machine: inout QueryMachine) throws {
        machine.popChoicePoint()
        machine.restore(frame)
        machine.tracedPath = tracedPath
        heldMemory.finish()
        if !deletions.isEmpty { try deletions.apply(to: &root, machine.budget) }
        machine.value = input
        machine.deliver(computed: root)
    }
}

/// Takes the first output of a change.
private final class UpdateValueFrame: ContinuationFrame {
    private unowned let choicePoint: UpdateChoicePoint
    private let path: [JSONValue]
    private let choicePointCount: Int

    init(_ choicePoint: UpdateChoicePoint, _ path: [JSONValue], choicePointCount: Int, next: ContinuationFrame?) {
        self.choicePoint = choicePoint
        self.path = path
        self.choicePointCount = choicePointCount
        super.init(next: next)
    }

    override func resume(_ machine: inout QueryMachine) throws {
        machine.cut(to: choicePointCount)
        try choicePoint.store(machine.takeValue(), at: path, machine.budget)
        machine.backtrack()
    }
}

/// Deletes the place if the change has no output.
private final class UpdateEmptyChoicePoint: ChoicePoint {
    private unowned let choicePoint: UpdateChoicePoint
    private let path: [JSONValue]

    init(_ choicePoint: UpdateChoicePoint, _ path: [JSONValue]) {
        self.choicePoint = choicePoint
        self.path = path
    }

    override func resume(_ machine: inout QueryMachine) throws {
        machine.popChoicePoint()
        try choicePoint.delete(path, machine.budget)
        machine.backtrack()
    }
}
