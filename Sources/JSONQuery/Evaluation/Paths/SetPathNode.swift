import JSONParsing

/// `setpath($path; $value)`; path and value are single, and evaluated on the input.
final class SetPathNode: Node {
    private let path: any Node
    private let newValue: any Node

    init(_ path: any Node, to newValue: any Node) {
        self.path = path
        self.newValue = newValue
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue {
        var value = input
        try transform(&value, scope, budget)
        return value
    }

    /// The state of `reduce` changes in place.
    func transform(_ value: inout JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws {
        let part = try newValue.value(of: value, scope, budget)
        let keys = try Access.path(try path.value(of: value, scope, budget))
        try PathEditing.set(keys, to: part, in: &value, budget)
    }
}
