import JSONParsing

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

    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue {
        if try left.value(of: input, scope, budget).isTruthy != isAnd { return .bool(!isAnd) }
        return .bool(try right.value(of: input, scope, budget).isTruthy)
    }
}
