import JSONParsing

/// `getpath($path)`; the path is single, and evaluated on the input.
final class GetPathNode: Node {
    private let path: any Node

    init(_ path: any Node) { self.path = path }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue {
        try PathEditing.get(try Access.path(try path.value(of: input, scope, budget)), in: input, budget)
    }

    var pathForm: PathForm { .places }

    func visit(_ cursor: inout PathCursor, _ scope: Scope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws -> Bool
    {
        try cursor.enter(try Access.path(try path.value(of: cursor.source, scope, budget)), budget, body)
    }

    func step(_ machine: inout Machine) throws {
        let keys = try Access.path(try path.value(of: machine.value, machine.scope, machine.budget))
        let found = try PathEditing.get(keys, in: machine.value, machine.budget)
        for key in keys { try machine.extendTracedPath(by: key) }
        machine.deliver(found)
    }
}
