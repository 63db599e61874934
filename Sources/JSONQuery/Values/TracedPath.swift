import JSONParsing

/// The path of the machine's value, while `path(f)` or an update records paths.
enum TracedPath {
    /// Paths are not recorded.
    case off
    /// The steps from the root; nil at the root itself.
    case at(TracedPathStep?)
    /// The program computed the value, so it has no path.
    case lost

    var isOff: Bool {
        if case .off = self { return true }
        return false
    }
}

/// The last step of a path, linked to the steps before it. A class, so that paths share their common beginning.
final class TracedPathStep {
    static let maxDepth = 10_000

    private(set) var previous: TracedPathStep?
    let key: JSONValue
    let depth: Int

    init(_ key: JSONValue, after previous: TracedPathStep?) throws {
        self.previous = previous
        self.key = key
        depth = (previous?.depth ?? 0) + 1
        if depth > Self.maxDepth { throw QueryRuntimeError("Path too deep") }
    }

    /// Releases a long path step by step, because ARC would release it recursively.
    deinit {
        var link = previous
        previous = nil
        while isKnownUniquelyReferenced(&link) { link = link?.detach() }
    }

    private func detach() -> TracedPathStep? {
        defer { previous = nil }
        return previous
    }

    /// The keys from the root on.
    static func keys(to last: TracedPathStep?, _ budget: QueryBudget) throws -> [JSONValue] {
        try budget.charge(elements: last?.depth ?? 0)
        try budget.allocate(MemorySize.array(last?.depth ?? 0))
        var keys: [JSONValue] = []
        var step = last
        while let current = step {
            keys.append(current.key)
            step = current.previous
        }
        return keys.reversed()
    }
}
