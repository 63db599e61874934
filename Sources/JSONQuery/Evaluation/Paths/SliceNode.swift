import JSONParsing

/// `.[from:to]` of the input; the bounds are literals or variables.
final class SliceNode: Node {
    private let from: any Node
    private let to: any Node
    let isOptional: Bool

    init(from: any Node, to: any Node, isOptional: Bool) {
        self.from = from
        self.to = to
        self.isOptional = isOptional
    }

    var isSingle: Bool { !isOptional }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        try ValueAccess.slice(input, try from.value(of: .null, scope, budget), try to.value(of: .null, scope, budget), budget)
    }

    /// The object that represents the slice in a path, such as `{"start": 1, "end": 3}`.
    func key(_ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        ValueAccess.sliceKey(try from.value(of: .null, scope, budget), try to.value(of: .null, scope, budget))
    }

    var pathForm: PathForm { .slice }

    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws
        -> Bool
    {
        let key = try key(scope, budget)
        if isOptional, try !ValueAccess.canIndex(cursor.source, key, budget) { return true }
        return try cursor.enter(key, budget, body)
    }

    func step(_ machine: inout QueryMachine) throws {
        let from = try from.value(of: .null, machine.scope, machine.budget)
        let to = try to.value(of: .null, machine.scope, machine.budget)
        do {
            let found = try ValueAccess.slice(machine.value, from, to, machine.budget)
            try machine.extendTracedPath(by: ValueAccess.sliceKey(from, to))
            machine.deliver(found)
        } catch let error as QueryRuntimeError {
            guard isOptional, !error.isLimit else { throw error }
            machine.backtrack()
        }
    }
}

/// A chain of slices with an optional index at its end, such as `.[a:b][c:d]` or `.[a:b][i]`. Copies no intermediate slice
/// (``SlicedPath``).
///
/// Gain: `reduce range(50000) as $i (.; .[$i:][0] += 1)` takes time in proportion to the array, not to its square.
final class SliceChainNode: Node {
    private let slices: [SliceNode]
    private let index: IndexNode?

    /// - Returns: nil unless the node is one or more slices, and the next one a slice or an index that can be looked up on any input.
    init?(_ node: (any Node)?, _ next: any Node) {
        let chain = node as? SliceChainNode
        let first = chain?.slices ?? (node as? SliceNode).map { [$0] } ?? []
        guard !first.isEmpty, first.allSatisfy({ !$0.isOptional }), chain?.index == nil else { return nil }
        if let slice = next as? SliceNode, !slice.isOptional {
            slices = first + [slice]
            index = nil
        } else if let next = next as? IndexNode, !next.isOptional, next.key is LiteralNode || next.key is VariableNode {
            slices = first
            index = next
        } else {
            return nil
        }
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    private func keys(_ scope: RuntimeScope?, _ budget: QueryBudget) throws -> [JSONValue] {
        var keys = try slices.map { try $0.key(scope, budget) }
        if let index { keys.append(try index.key.value(of: .null, scope, budget)) }
        return keys
    }

    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        try budget.steps(slices.count)
        return try PathEditing.get(try keys(scope, budget), in: input, budget)
    }

    /// `.computed` for an index into a slice: an update past the end makes the slice longer, and later steps must read the new slice.
    var pathForm: PathForm { index == nil ? .slice : .computed }

    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws
        -> Bool
    {
        guard index == nil else { return try visitOnMachine(&cursor, scope, budget, body) }
        return try cursor.enter(try keys(scope, budget), budget, body)
    }

    func step(_ machine: inout QueryMachine) throws {
        // A value without a path is an error at the first slice.
        if case .lost = machine.tracedPath { return try slices[0].step(&machine) }
        let keys = try keys(machine.scope, machine.budget)
        try machine.budget.steps(slices.count)
        let found = try PathEditing.get(keys, in: machine.value, machine.budget)
        if !machine.tracedPath.isOff { for key in keys { try machine.extendTracedPath(by: key) } }
        machine.deliver(found)
    }
}
