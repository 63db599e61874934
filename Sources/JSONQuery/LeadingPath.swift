import JSONParsing

/// The plain path that a program begins with, and the rest of the program. A class, because a struct cannot contain itself: the rest is a
/// ``Query``, which has a leading path.
final class LeadingPath: Sendable {
    let steps: [JSONPathStep]
    let rest: Query?

    /// Splits a program behind its leading path; nil if it has none.
    ///
    /// - Parameter takesElements: Whether `[0]` is a step of the path.
    init?(of program: Syntax, source: String, _ environment: QueryEnvironment, takesElements: Bool = false) {
        guard let (steps, rest) = PathPrefix.split(program, takesElements: takesElements), !steps.isEmpty else { return nil }
        self.steps = steps
        guard let rest else {
            self.rest = nil
            return
        }
        guard let query = try? Query(rest, source: source, isRest: true, environment) else { return nil }
        self.rest = query
    }
}
