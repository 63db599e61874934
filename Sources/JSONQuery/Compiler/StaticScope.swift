import JSONParsing

/// The names that are in scope at a place of a program: the newest, and those before it.
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
        case inlined(String, Syntax, StaticScope?)
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
    /// The innermost entry for which `select` finds something, and what it found.
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
