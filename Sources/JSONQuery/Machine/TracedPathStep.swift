import JSONParsing

/// The last step of a path and those before it. A class, so that paths with the same beginning share it.
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

    /// Long paths are taken apart step by step: releasing them all at once would recurse.
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
    static func keys(to last: TracedPathStep?, _ run: Run) throws -> [JSONValue] {
        try run.charge(elements: last?.depth ?? 0)
        try run.allocate(MemorySize.array(last?.depth ?? 0))
        var keys: [JSONValue] = []
        var step = last
        while let current = step {
            keys.append(current.key)
            step = current.previous
        }
        return keys.reversed()
    }
}
