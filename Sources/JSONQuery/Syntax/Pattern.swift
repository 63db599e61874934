/// A destructuring pattern behind `as`.
indirect enum Pattern: Sendable {
    case variable(String)
    case array([Pattern])
    case object([Entry])

    /// `$name: pattern`, `key: pattern` or `(program): pattern`.
    struct Entry: Sendable {
        let variable: String?
        let key: Syntax
        let value: Pattern?
    }

    /// The names that the pattern binds, in order.
    var names: [String] {
        switch self {
        case .variable(let name): [name]
        case .array(let elements): elements.flatMap(\.names)
        case .object(let entries): entries.flatMap { ($0.variable.map { [$0] } ?? []) + ($0.value?.names ?? []) }
        }
    }
}
