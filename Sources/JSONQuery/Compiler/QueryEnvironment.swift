/// What a program finds around it: registered functions, definitions and variables of its file, and the place of its lines.
struct QueryEnvironment: Sendable {
    /// The functions that the program may call beside the built-in ones.
    let functions = QueryFunctions.current
    let definitions: QueryDefinitions?
    var variables: QueryVariables?
    /// Gives the file and line of `$__loc__`; nil for the line of the program.
    let locator: QueryDefinitions.Locator?

    /// The names that are defined outside of the program.
    ///
    /// - Parameter notesPlaces: Whether errors of the definitions carry their places.
    func scope(notesPlaces: Bool = false) -> StaticScope? {
        let bottom = definitions?.programScope(notesPlaces: notesPlaces)
        return variables?.scope(above: bottom) ?? bottom
    }
}
