import JSONParsing

/// Runs a node in an enclosing scope, the one that it was compiled for.
final class EnclosingScopeNode: Node {
    let levels: Int
    let node: any Node

    let isSingle: Bool
    let isSimple: Bool

    init(levels: Int, _ node: any Node) {
        self.levels = levels
        self.node = node
        isSingle = node.isSingle
        isSimple = node.isSimple
    }

    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue {
        try node.value(of: input, scope.ancestor(levels), budget)
    }

    func each(_ input: JSONValue, _ scope: Scope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
        try node.each(input, scope.ancestor(levels), budget, body)
    }

    func step(_ machine: inout Machine) throws { machine.evaluate(node, machine.scope.ancestor(levels)) }
}
