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

    func value(_ scope: Scope?, _ run: Run) throws -> Double {
        let value = try node.value(of: .null, scope, run)
        guard let number = value.number?.double else {
            throw QueryRuntimeError("\(ValueText.described(value)) cannot be the count of \(function)")
        }
        if number < 0 { throw QueryRuntimeError("\(function) doesn't support negative count") }
        return number
    }
}
