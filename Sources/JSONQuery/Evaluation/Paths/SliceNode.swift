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

    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue {
        try Access.slice(input, try from.value(of: .null, scope, budget), try to.value(of: .null, scope, budget), budget)
    }

    /// The object that stands for the slice in a path.
    func key(_ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue {
        Access.sliceKey(try from.value(of: .null, scope, budget), try to.value(of: .null, scope, budget))
    }

    var pathForm: PathForm { .slice }

    func visit(_ cursor: inout PathCursor, _ scope: Scope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws -> Bool
    {
        let key = try key(scope, budget)
        if isOptional, try !Access.canIndex(cursor.source, key, budget) { return true }
        return try cursor.enter(key, budget, body)
    }

    func step(_ machine: inout Machine) throws {
        let from = try from.value(of: .null, machine.scope, machine.budget)
        let to = try to.value(of: .null, machine.scope, machine.budget)
        do {
            let found = try Access.slice(machine.value, from, to, machine.budget)
            try machine.extendTracedPath(by: Access.sliceKey(from, to))
            machine.deliver(found)
        } catch let error as QueryRuntimeError {
            guard isOptional, !error.isLimit else { throw error }
            machine.backtrack()
        }
    }
}
