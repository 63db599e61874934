extension Parser {
    /// Limit of definitions in one text. Their scopes form a chain, which is released on the stack.
    private static let maxDefinitions = 500

    /// Reads a text of definitions, which is no program: nothing but `def name: …;`.
    mutating func definitions() throws(QueryError) -> [FunctionSyntax] {
        try refuseModules()
        var functions: [FunctionSyntax] = []
        while token == .keyword("def") {
            guard functions.count < Self.maxDefinitions else {
                throw QueryError("more than \(Self.maxDefinitions) definitions", offset: tokenStart)
            }
            functions.append(try functionSyntax())
        }
        guard token == .end else {
            throw QueryError(
                "expected a definition, found \(token.described); definitions are `def name: …;` and hold no program", offset: tokenStart)
        }
        return functions
    }
}
