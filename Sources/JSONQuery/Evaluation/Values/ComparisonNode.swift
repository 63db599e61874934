import JSONParsing

/// `a == b` and its like; both sides are single.
final class ComparisonNode: Node {
    private let name: Operator
    private let left: any Node
    private let right: any Node

    init(_ name: Operator, _ left: any Node, _ right: any Node) {
        self.name = name
        self.left = left
        self.right = right
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue {
        let mark = budget.unheldBytes
        let right = try right.value(of: input, scope, budget)
        let left = try left.value(of: input, scope, budget)
        try budget.charge(for: left)
        let result = try Arithmetic.compare(name, left, right, budget)
        budget.release(to: mark)
        return .bool(result)
    }
}
