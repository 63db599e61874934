/// A function definition and the scope that it stands in. A class, because its identity is the key of the compiled function.
final class Definition: Sendable {
    let syntax: FunctionSyntax
    /// The names that the body sees besides the function itself and its parameters.
    let scope: StaticScope?
    let depth: Int
    /// Whether the body calls the function. Only a function's own body can: it is the only code before the end of its definition.
    let isRecursive: Bool
    /// Whether it belongs to the built-in functions, which see no variables.
    let isBuiltIn: Bool

    init(_ syntax: FunctionSyntax, in scope: StaticScope?, depth: Int, isBuiltIn: Bool = false) {
        self.syntax = syntax
        self.scope = scope
        self.depth = depth
        self.isBuiltIn = isBuiltIn
        isRecursive = syntax.body.calls(syntax.name, syntax.parameters.count)
    }
}

extension Definition {
    /// Whether a `$name` parameter is also called as a program, `name`.
    func usesAsProgram(_ parameter: FunctionSyntax.Parameter) -> Bool { syntax.body.calls(parameter.name, 0) }
}
