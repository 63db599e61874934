extension Parser {
    /// Reads a text of definitions, which is no program: nothing but `def name: …;`.
    mutating func definitions() throws(QueryError) -> [FunctionSyntax] {
        try refuseModules()
        var functions: [FunctionSyntax] = []
        while token == .keyword("def") {
            guard functions.count < QueryDefinitions.maxCount else {
                throw QueryError("more than \(QueryDefinitions.maxCount) definitions", offset: tokenStart)
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
