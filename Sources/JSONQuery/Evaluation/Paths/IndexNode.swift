import JSONParsing

/// `.[key]` of the input. The key runs on the same input; the compiler binds keys that have another input.
final class IndexNode: Node {
    let key: any Node
    let isOptional: Bool

    /// - Parameter key: A single node.
    init(key: any Node, isOptional: Bool) {
        self.key = key
        self.isOptional = isOptional
    }

    var isSingle: Bool { !isOptional }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue {
        try Access.index(input, try key.value(of: input, scope, budget), budget)
    }

    /// Gain: see `TryNode`. A name in a value without members needs no error.
    func each(_ input: JSONValue, _ scope: Scope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
        let key = try key.value(of: input, scope, budget)
        if isOptional, key.kind == .string, input.kind != .object, input.kind != .null { return }
        let found: JSONValue
        do {
            found = try Access.index(input, key, budget)
        } catch let error as QueryRuntimeError {
            guard isOptional, !error.isLimit else { throw error }
            return
        }
        _ = try body(found)
    }

    var pathForm: PathForm { .places }

    func visit(_ cursor: inout PathCursor, _ scope: Scope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws -> Bool
    {
        let key = try key.value(of: cursor.source, scope, budget)
        if isOptional, try !Access.canIndex(cursor.source, key, budget) { return true }
        return try cursor.enter(key, budget, body)
    }

    func step(_ machine: inout Machine) throws {
        let key = try key.value(of: machine.value, machine.scope, machine.budget)
        do {
            let found = try Access.index(machine.value, key, machine.budget)
            try machine.extendTracedPath(by: key)
            machine.deliver(found)
        } catch let error as QueryRuntimeError {
            guard isOptional, !error.isLimit else { throw error }
            machine.backtrack()
        }
    }
}
