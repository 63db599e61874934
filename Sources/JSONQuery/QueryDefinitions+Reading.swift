extension QueryDefinitions {
    /// Parses definitions and compiles each once, so that faults in unused ones are found, too.
    ///
    /// - Parameters:
    ///   - source: Definitions in the jq language: `def name(parameters): body;`. A definition sees itself and those before it.
    ///   - registered: Functions that the definitions can call beside the built-in ones. Programs do not get them from the definitions.
    ///   - variables: Variables that the definitions can use. Programs with these definitions see them, too.
    ///   - locator: Gives the file and line for `$__loc__`; nil for the line of the text.
    /// - Throws: ``QueryError`` with the offset of the first fault.
    package convenience init(
        _ source: String, functions registered: QueryFunctions = QueryFunctions(), variables: QueryVariables? = nil, locator: Locator? = nil
    ) throws(QueryError) {
        let scope: StaticScope
        do {
            let functions = try Self.functions(of: source, notesPlaces: false)
            scope = try Compiler.checkedScope(of: functions, calling: registered, above: Self.bottom(locator, variables))
        } catch {
            throw error.withHints(for: source)
        }
        self.init(source, variables, locator, scope: scope)
    }
}
