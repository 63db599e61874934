import JSONParsing
import Synchronization

/// The names that are in scope at one point of a program: a list linked from the newest to the oldest.
///
/// Only variables, labels and parameters have a scope at run time. `depth` is the index of that scope from the bottom.
final class StaticScope: Sendable {
    let parent: StaticScope?
    let entry: Entry
    /// The text that the compiled code belongs to.
    let owner: Owner

    /// Whether the compiled code belongs to the built-in functions and not to the program of the user.
    var isPrelude: Bool { owner == .prelude }

    enum Owner { case program, definitions, prelude }

    enum Entry: Sendable {
        case variable(String, depth: Int)
        /// A variable with a literal as its value.
        case constant(String, JSONValue)
        case label(String, depth: Int)
        case function(Definition)
        /// A parameter of a function that is not inlined.
        case parameter(String, depth: Int)
        /// A parameter of an inlined function: the argument's syntax and the scope of the caller.
        case inlined(String, ExpressionSyntax, StaticScope?)
        /// No name: the bottom of the scopes of the built-in functions.
        case prelude
        /// No name: the bottom of the scopes of the definitions that programs share.
        case definitions(QueryDefinitions.Locator?)
        /// No name: the program begins, above the definitions.
        case program
    }

    /// The scope in which the built-in functions are defined.
    static let prelude = StaticScope(.prelude, in: nil)

    init(_ entry: Entry, in parent: StaticScope?) {
        self.entry = entry
        self.parent = parent
        owner =
            switch entry {
            case .prelude: .prelude
            case .definitions: .definitions
            case .program: .program
            default: parent?.owner ?? .program
            }
    }
}

extension StaticScope? {
    /// The result of `select` for the innermost entry for which it is not nil.
    func first<Found>(_ select: (StaticScope) -> Found?) -> Found? {
        var scope = self
        while let current = scope {
            if let found = select(current) { return found }
            scope = current.parent
        }
        return nil
    }

    func adding(_ entry: StaticScope.Entry) -> StaticScope { StaticScope(entry, in: self) }

    var owner: StaticScope.Owner { self?.owner ?? .program }
}

/// A function definition and the scope that it stands in. A class, because its identity is the key of the compiled function.
final class Definition: Sendable {
    let syntax: FunctionSyntax
    /// The names that the body sees besides the function itself and its parameters.
    let scope: StaticScope?
    let depth: Int
    /// Whether the body calls the function itself. There is no mutual recursion, because a body sees only itself and earlier definitions.
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

extension BuiltIns {
    private static let definitions = Mutex<[String: Definition]>([:])

    /// A function of the prelude; the same instance each time, because the compiler identifies functions by instance.
    ///
    /// - Parameter name: With the number of arguments, such as `map/1`.
    static func definition(_ name: String) -> Definition? {
        definitions.withLock { definitions in
            if let known = definitions[name] { return known }
            guard let text = definitionTexts[name], var parser = try? Parser(String(text)), let syntax = try? parser.functionSyntax() else {
                return nil
            }
            let definition = Definition(syntax, in: .prelude, depth: 0, isBuiltIn: true)
            definitions[name] = definition
            return definition
        }
    }
}
