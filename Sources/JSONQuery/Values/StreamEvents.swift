import JSONParsing

/// The events of `tostream`: each value without children as `[path, value]`, and behind the last child of a container `[path of that child]`.
struct StreamEvents {
    private var root: JSONValue?
    /// Open containers, the innermost last.
    private var levels: [Children] = []
    /// The key of the last child that each level has given.
    private var keys: [JSONValue] = []

    init(_ root: JSONValue) { self.root = root }

    /// The next event; nil after the last one.
    mutating func next(_ budget: QueryBudget) throws -> JSONValue? {
        try budget.steps(1 + levels.count >> 4)
        try budget.allocate(MemorySize.array(levels.count) + MemorySize.array(2))
        if let root {
            self.root = nil
            guard try open(root, budget) else { return .array([.array([]), root]) }
        }
        while let last = levels.indices.last {
            if levels[last].isAtEnd {
                levels.removeLast()
                defer { keys.removeLast() }
                return .array([.array(keys)])
            }
            let child = levels[last].next()
            keys[last] = levels[last].lastKey
            guard try open(child, budget) else { return .array([.array(keys), child]) }
        }
        return nil
    }

    /// Goes into a container.
    ///
    /// - Returns: Whether the value has children.
    private mutating func open(_ value: JSONValue, _ budget: QueryBudget) throws -> Bool {
        try budget.chargeLook(into: value)
        guard let children = try Children(of: value, budget), !children.isAtEnd else { return false }
        levels.append(children)
        keys.append(.null)
        return true
    }
}
