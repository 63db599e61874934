import JSONParsing

/// Whether the input counts as true.
final class TruthNode: Node {
    var isSingle: Bool { true }
    var isSimple: Bool { true }
    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue { .bool(input.isTruthy) }
}
