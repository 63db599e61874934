import JSONParsing

/// `-a`; the operand is the input.
final class NegateNode: Node {
    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue {
        try budget.charge(for: input)
        guard let number = input.number else { throw QueryRuntimeError("\(ValueText.described(input)) cannot be negated") }
        return .number(number.negated)
    }
}
