extension Compiler {
    /// Compiles the body of each definition.
    ///
    /// - Returns: The scope behind the last one.
    static func checkedScope(of functions: [FunctionSyntax], above bottom: StaticScope) throws(QueryError) -> StaticScope {
        var scope = bottom
        for syntax in functions {
            scope = scope.defining(syntax)
            guard case .function(let definition) = scope.entry else { continue }
            // A compiler of its own: a body counts against the limits of a program.
            var compiler = Compiler(
                usesFastPaths: true, environment: QueryEnvironment(definitions: nil, locator: nil), checksDefinitions: true)
            try compiler.compileBody(of: definition, into: CompiledFunction())
            try compiler.compilePending()
        }
        return scope
    }
}
