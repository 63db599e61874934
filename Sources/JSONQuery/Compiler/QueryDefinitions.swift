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
    /// Outer nil: not parsed yet. The scopes with the places of the pieces; nil if those are too large.
    private let placedScope = Mutex<StaticScope??>(nil)

    /// - Parameter scope: The scope behind the last definition.
    init(_ source: String, _ variables: QueryVariables?, _ locator: Locator?, scope: StaticScope) {
        self.source = source
        self.variables = variables
        self.locator = locator
        self.scope = scope
    }

    /// The names that programs see.
    ///
    /// - Parameter notesPlaces: Whether errors of the definitions carry their places.
    func programScope(notesPlaces: Bool) -> StaticScope? {
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

    /// The scope below the definitions.
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
    /// The scope behind a definition of a ``QueryDefinitions``.
    func defining(_ function: FunctionSyntax) -> StaticScope {
        StaticScope(.function(Definition(function, in: self, depth: 0)), in: self)
    }
}
