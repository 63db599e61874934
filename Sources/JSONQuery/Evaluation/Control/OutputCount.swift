import JSONParsing

/// The count of `limit` or `skip`: a literal or a variable.
struct OutputCount: Sendable {
    private let node: any Node
    private let function: String

    /// - Parameter function: The function's name, for messages.
    init(_ node: any Node, of function: String) {
        self.node = node
        self.function = function
    }

    /// The count; nil for a string, an array or an object, which are errors at the first output.
    func value(_ scope: Scope?, _ budget: QueryBudget) throws -> Double? {
        let value = try node.value(of: .null, scope, budget)
        if value.orderRank > (0 as JSONValue).orderRank { return nil }
        let number = value.number?.double ?? -1
        guard number >= 0 else { throw QueryRuntimeError("\(function) doesn't support negative count") }
        return number
    }

    /// The error at the first output.
    func failure(_ scope: Scope?, _ budget: QueryBudget) throws -> QueryRuntimeError {
        let value = try node.value(of: .null, scope, budget)
        return QueryRuntimeError("\(ValueText.described(value)) and number (1) cannot be subtracted")
    }

    /// Runs a program and throws the error at its first output.
    func fail(at body: any Node, of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws {
        let failure = try failure(scope, budget)
        try body.each(input, scope, budget) { _ in throw failure }
    }
}
