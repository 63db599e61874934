import JSONParsing

/// `repeat(f)`: the outputs of `f`, again and again.
final class RepeatNode: Node {
    fileprivate let body: any Node
    let isSimple: Bool

    init(_ body: any Node) {
        self.body = body
        isSimple = body.isSimple
    }

    var isSingle: Bool { false }

    func step(_ machine: inout QueryMachine) throws {
        try machine.push(RepeatChoicePoint(self, machine))
        machine.evaluate(body)
    }

    /// Saves 80 % of the time of `[limit(1e6; repeat(1))] | length`.
    func each(_ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget, _ receive: (consuming JSONValue) throws -> Bool) throws {
        guard isSimple, budget.stack.hasPlenty else { return try eachOnMachine(input, scope, budget, receive) }
        var isWanted = true
        let mark = budget.unheldBytes
        while isWanted {
            try budget.step()
            try body.each(input, scope, budget) { output in
                isWanted = try receive(output)
                return isWanted
            }
            budget.release(to: mark)
        }
    }
}

private final class RepeatChoicePoint: InputChoicePoint {
    private let node: RepeatNode

    init(_ node: RepeatNode, _ machine: borrowing QueryMachine) {
        self.node = node
        super.init(machine)
    }

    override func resume(_ machine: inout QueryMachine) throws {
        restoreInput(&machine)
        machine.evaluate(node.body, scope)
    }
}

/// `recurse(f)`: the input, then `recurse(f)` of each output of `f`.
final class RecurseByNode: Node {
    fileprivate let change: any Node
    let isSimple: Bool

    /// - Parameter isRepeatable: Whether the change does not use the host: evaluation on the stack may run it twice on the same value.
    init(_ change: any Node, isRepeatable: Bool) {
        self.change = change
        isSimple = change.isSimple && (isRepeatable || change.isSingle)
    }

    var isSingle: Bool { false }

    func step(_ machine: inout QueryMachine) throws {
        try machine.push(RecurseByChoicePoint(self, machine))
        machine.deliver()
    }

    /// Saves 70 % of the time of `[limit(1e6; 0 | recurse(. + 1))] | length`.
    func each(_ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget, _ receive: (consuming JSONValue) throws -> Bool) throws {
        guard isSimple, budget.stack.hasPlenty else { return try eachOnMachine(input, scope, budget, receive) }
        var heldMemory = HeldMemory(budget)
        var value = input
        while try receive(value) {
            try budget.step()
            let (next, isOnly) = try firstOutput(of: value, scope, budget)
            guard isOnly else {
                // The machine keeps the order of outputs and errors after this value.
                var isFirst = true
                return try eachOnMachine(value, scope, budget) { output in
                    defer { isFirst = false }
                    return try isFirst || receive(output)
                }
            }
            guard let next else { return }
            value = next
            heldMemory.replace(with: value)
            heldMemory.releaseRest()
        }
    }

    /// The first output of the change, and whether neither another output nor an error follows.
    private func firstOutput(of value: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> (JSONValue?, isOnly: Bool) {
        if change.isSingle { return (try change.value(of: value, scope, budget), true) }
        var first: JSONValue?
        var isOnly = true
        do {
            try change.each(value, scope, budget) { output in
                if first == nil { first = output } else { isOnly = false }
                return isOnly
            }
        } catch {
            guard first != nil, !QueryRuntimeError(wrapping: error).isLimit else { throw error }
            isOnly = false
        }
        return (first, isOnly)
    }
}

/// Continues with the outputs of the change.
private final class RecurseByChoicePoint: InputChoicePoint {
    private let node: RecurseByNode

    init(_ node: RecurseByNode, _ machine: borrowing QueryMachine) {
        self.node = node
        super.init(machine)
    }

    override func resume(_ machine: inout QueryMachine) throws {
        machine.popChoicePoint()
        restoreInput(&machine)
        try machine.push(RecurseByFrame(node, scope, next: frame))
        machine.evaluate(node.change, scope)
    }
}

private final class RecurseByFrame: ContinuationFrame {
    private let node: RecurseByNode
    private let scope: RuntimeScope?

    init(_ node: RecurseByNode, _ scope: RuntimeScope?, next: ContinuationFrame?) {
        self.node = node
        self.scope = scope
        super.init(next: next)
    }

    override func resume(_ machine: inout QueryMachine) throws {
        machine.scope = scope
        try node.step(&machine)
    }
}
