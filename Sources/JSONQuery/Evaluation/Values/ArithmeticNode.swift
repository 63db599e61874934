import JSONParsing

/// `a + b` and its like; both sides are single.
final class ArithmeticNode: Node {
    private let name: BinaryOperator
    private let left: any Node
    private let right: any Node
    private let leftIsInput: Bool

    init(_ name: BinaryOperator, _ left: any Node, _ right: any Node) {
        self.name = name
        self.left = left
        self.right = right
        leftIsInput = left is IdentityNode
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        let right = try self.right.value(of: input, scope, budget)
        var result = try left.value(of: input, scope, budget)
        try budget.charge(for: result)
        try budget.charge(for: right)
        try Arithmetic.apply(name, &result, right, budget)
        return result
    }

    /// `. + x` appends in place. That saves 98 % of the time of `reduce range(5000) as $x ([]; . + [$x + .[-1]])`.
    func transform(_ value: inout JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws {
        let right = try self.right.value(of: value, scope, budget)
        try budget.charge(for: right)
        if !leftIsInput { try left.transform(&value, scope, budget) }
        try Arithmetic.apply(name, &value, right, budget)
    }
}

/// `-a`; the operand is the input.
final class NegateNode: Node {
    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        try budget.charge(for: input)
        guard let number = input.number else { throw QueryRuntimeError("\(ValueText.described(input)) cannot be negated") }
        return .number(number.negated)
    }
}

/// `a == b` and its like; both sides are single.
final class ComparisonNode: Node {
    private let name: BinaryOperator
    private let left: any Node
    private let right: any Node

    init(_ name: BinaryOperator, _ left: any Node, _ right: any Node) {
        self.name = name
        self.left = left
        self.right = right
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        let mark = budget.unheldBytes
        let right = try right.value(of: input, scope, budget)
        let left = try left.value(of: input, scope, budget)
        try budget.charge(for: left)
        let result = try Arithmetic.compare(name, left, right, budget)
        budget.release(to: mark)
        return .bool(result)
    }
}

/// `a and b`, `a or b`; both sides are single.
final class LogicNode: Node {
    private let isAnd: Bool
    private let left: any Node
    private let right: any Node

    init(isAnd: Bool, _ left: any Node, _ right: any Node) {
        self.isAnd = isAnd
        self.left = left
        self.right = right
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        if try left.value(of: input, scope, budget).isTruthy != isAnd { return .bool(!isAnd) }
        return .bool(try right.value(of: input, scope, budget).isTruthy)
    }
}

/// Whether the input counts as true.
final class TruthNode: Node {
    var isSingle: Bool { true }
    var isSimple: Bool { true }
    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue { .bool(input.isTruthy) }
}
