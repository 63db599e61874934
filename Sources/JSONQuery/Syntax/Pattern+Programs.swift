extension Pattern {
    /// The keys that have to be evaluated.
    var programs: [Syntax] {
        switch self {
        case .variable: []
        case .array(let elements): elements.flatMap(\.programs)
        case .object(let entries): entries.flatMap { [$0.key] + ($0.value?.programs ?? []) }
        }
    }
}
