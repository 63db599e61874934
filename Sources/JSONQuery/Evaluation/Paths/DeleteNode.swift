import JSONParsing

/// `del(f)`; the path expression is simple.
final class DeleteNode: Node {
    private let paths: any Node

    init(_ paths: any Node) { self.paths = paths }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue {
        var value = input
        try transform(&value, scope, budget)
        return value
    }

    func transform(_ value: inout JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws {
        let deletions = try found(in: value, scope, budget)
        if !deletions.isEmpty { try deletions.apply(to: &value, budget) }
    }

    private func found(in value: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> Deletions {
        var cursor = PathCursor(reading: value)
        _ = try paths.visit(&cursor, scope, budget) { cursor in
            try cursor.delete(budget)
            return true
        }
        return cursor.deletions
    }
}
