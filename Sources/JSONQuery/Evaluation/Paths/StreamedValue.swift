import JSONParsing

/// A value that `fromstream` builds from events.
struct StreamedValue: ~Copyable {
    private var value = JSONValue.null
    private var heldMemory: HeldMemory

    init(_ run: Run) { heldMemory = HeldMemory(run) }

    /// Adds what an event says.
    ///
    /// - Returns: The value, if this was its last event.
    mutating func add(_ event: JSONValue, _ run: Run) throws -> JSONValue? {
        let isLeaf = try Self.length(event, run) == 2
        let path = try Access.index(event, 0, run)
        let isLast = try Self.length(path, run) == (isLeaf ? 0 : 1)
        if isLeaf {
            var keys: JSONValue = ["x"]
            try Arithmetic.apply(.add, &keys, path, run)
            try PathEditing.set(Array(try Access.array(keys).dropFirst()), to: try Access.index(event, 1, run), in: &value, run)
            heldMemory.replace(with: value)
        }
        guard isLast else { return nil }
        heldMemory.finish()
        defer { value = .null }
        return value
    }

    private static func length(_ value: JSONValue, _ run: Run) throws -> Double? {
        try BuiltIns.natives["length/0"]?(value, [], run).number?.double
    }
}
