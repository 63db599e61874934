import JSONParsing

/// A value that `fromstream` builds from events.
struct StreamedValue: ~Copyable {
    private var value = JSONValue.null
    private var heldMemory: HeldMemory

    init(_ budget: QueryBudget) { heldMemory = HeldMemory(budget) }

    /// Adds what an event says.
    ///
    /// - Returns: The value, if this was its last event.
    mutating func add(_ event: JSONValue, _ budget: QueryBudget) throws -> JSONValue? {
        let isLeaf = try Self.length(event, budget) == 2
        let path = try Access.index(event, 0, budget)
        let isLast = try Self.length(path, budget) == (isLeaf ? 0 : 1)
        if isLeaf {
            var keys: JSONValue = ["x"]
            try Arithmetic.apply(.add, &keys, path, budget)
            try PathEditing.set(Array(try Access.array(keys).dropFirst()), to: try Access.index(event, 1, budget), in: &value, budget)
            heldMemory.replace(with: value)
        }
        guard isLast else { return nil }
        heldMemory.finish()
        defer { value = .null }
        return value
    }

    private static func length(_ value: JSONValue, _ budget: QueryBudget) throws -> Double? {
        try BuiltIns.natives["length/0"]?(value, [], budget).number?.double
    }
}
