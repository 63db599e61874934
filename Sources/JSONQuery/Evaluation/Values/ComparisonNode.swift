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

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        let mark = run.unheldBytes
        let right = try right.value(of: input, scope, run)
        let left = try left.value(of: input, scope, run)
        try run.charge(for: left)
        let result = try Arithmetic.compare(name, left, right, run)
        run.release(to: mark)
        return .bool(result)
    }
}
