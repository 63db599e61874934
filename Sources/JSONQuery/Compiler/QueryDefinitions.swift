package import JSONParsing
import Synchronization

/// Functions that programs can call beside the built-in ones: the definitions of a pipeline file. They are parsed and checked once; a
/// program compiles only those that it calls. A class, because all programs of a file share it.
package final class QueryDefinitions: Sendable {
    /// The file and line that `$__loc__` gives for a line of the text, counted from 1.
    package typealias Locator = @Sendable (_ line: Int) -> (file: String, line: Int)

    /// The definitions as text.
    package let source: String
    private let variables: QueryVariables?
    private let locator: Locator?
    private let scope: StaticScope?
    /// The scope of the definitions with their source ranges. Outer nil: not parsed yet.
    private let placedScope = Mutex<StaticScope??>(nil)

    /// - Parameter scope: The scope after the last definition.
    init(_ source: String, _ variables: QueryVariables?, _ locator: Locator?, scope: StaticScope) {
        self.source = source
        self.variables = variables
        self.locator = locator
        self.scope = scope
    }

    /// The names that programs see.
    ///
    /// - Parameter notesPlaces: Whether errors in the definitions carry their source ranges.
    fileprivate func programScope(notesPlaces: Bool) -> StaticScope? {
        StaticScope(.program, in: notesPlaces ? scopeWithPlaces ?? scope : scope)
    }

    private var scopeWithPlaces: StaticScope? {
        placedScope.withLock { placed in
            if let known = placed { return known }
            let functions = (try? Self.functions(of: source, notesPlaces: true)) ?? []
            let made = functions.reduce(Self.bottom(locator, variables)) { $0.defining($1) }
            placed = .some(made)
            return made
        }
    }

    /// The scope outside of the definitions, which has their variables.
    static func bottom(_ locator: Locator?, _ variables: QueryVariables?) -> StaticScope {
        let bottom = StaticScope(.definitions(locator), in: nil)
        return variables?.scope(above: bottom) ?? bottom
    }

    static func functions(of source: String, notesPlaces: Bool) throws(QueryError) -> [FunctionSyntax] {
        var parser = try Parser(source, notesPlaces: notesPlaces)
        return try parser.definitions()
    }
}

extension StaticScope {
    /// The scope after a definition of a ``QueryDefinitions``.
    fileprivate func defining(_ function: FunctionSyntax) -> StaticScope {
        StaticScope(.function(Definition(function, in: self, depth: 0)), in: self)
    }
}

extension Compiler {
    /// Compiles the body of each definition.
    ///
    /// - Parameter registered: The functions that the definitions may call beside the built-in ones.
    /// - Returns: The scope after the last definition.
    static func checkedScope(
        of functions: [FunctionSyntax], calling registered: QueryFunctions, above bottom: StaticScope
    ) throws(QueryError) -> StaticScope {
        var scope = bottom
        let environment = QueryEnvironment(functions: registered, definitions: nil, locator: nil)
        for syntax in functions {
            scope = scope.defining(syntax)
            guard case .function(let definition) = scope.entry else { continue }
            // A compiler of its own: a body counts against the limits of a program.
            var compiler = Compiler(usesFastPaths: true, environment: environment, checksDefinitions: true)
            try compiler.compileBody(of: definition, into: CompiledFunction())
            try compiler.compilePending()
        }
        return scope
    }
}

/// Variables that a program finds defined: `$name` for each. A program is compiled for their values, so that a use costs no look-up.
package struct QueryVariables: Sendable {
    /// Names without the dollar sign, with their values. Of equal names the last counts.
    let values: [(name: String, value: JSONValue)]

    /// - Parameter values: Names without the dollar sign, with their values. Of equal names the last counts.
    package init(_ values: [(name: String, value: JSONValue)]) { self.values = values }

    /// The scope with all variables above another one.
    func scope(above bottom: StaticScope?) -> StaticScope? {
        values.reduce(bottom) { $0.adding(.constant($1.name, $1.value)) }
    }
}

/// The names that are defined outside of a program: registered functions, definitions and variables. Also the locator of its lines.
struct QueryEnvironment: Sendable {
    /// The functions that the program may call beside the built-in ones.
    var functions = QueryFunctions()
    let definitions: QueryDefinitions?
    var variables: QueryVariables?
    /// Gives the file and line of `$__loc__`; nil for the line of the program.
    let locator: QueryDefinitions.Locator?

    /// The names that are defined outside of the program.
    ///
    /// - Parameter notesPlaces: Whether errors in the definitions carry their source ranges.
    func scope(notesPlaces: Bool = false) -> StaticScope? {
        let bottom = definitions?.programScope(notesPlaces: notesPlaces)
        return variables?.scope(above: bottom) ?? bottom
    }
}
