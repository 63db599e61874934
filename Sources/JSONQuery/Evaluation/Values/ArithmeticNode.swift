import JSONParsing

/// `a + b` and its like; both sides are single.
final class ArithmeticNode: Node {
    private let name: Operator
    private let left: any Node
    private let right: any Node
    private let leftIsInput: Bool

    init(_ name: Operator, _ left: any Node, _ right: any Node) {
        self.name = name
        self.left = left
        self.right = right
        leftIsInput = left is IdentityNode
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue {
        let right = try self.right.value(of: input, scope, budget)
        var result = try left.value(of: input, scope, budget)
        try budget.charge(for: result)
        try budget.charge(for: right)
        try Arithmetic.apply(name, &result, right, budget)
        return result
    }

    /// `. + x` appends in place. Gain: 98 % of `reduce range(5000) as $x ([]; . + [$x + .[-1]])`.
    func transform(_ value: inout JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws {
        let right = try self.right.value(of: value, scope, budget)
        try budget.charge(for: right)
        if !leftIsInput { try left.transform(&value, scope, budget) }
        try Arithmetic.apply(name, &value, right, budget)
    }
}
