import JSONParsing

/// Iterates over the elements of an array or the values of an object.
struct Children {
    private let elements: [JSONValue]
    private let object: JSONObject?
    /// Number of children that ``next()`` has returned.
    private var place = 0
    let count: Int

    /// The children of a value; nil if it is neither array nor object.
    init?(of value: JSONValue, _ budget: QueryBudget) throws {
        // By the kind, so that no string is decoded.
        switch value.kind {
        case .array:
            elements = try budget.elements(of: value)
            object = nil
            count = elements.count
        case .object:
            guard case .object(let object) = try budget.decoded(value) else { return nil }
            elements = []
            self.object = object
            count = object.count
        default: return nil
        }
    }

    var isObject: Bool { object != nil }
    var isAtEnd: Bool { place == count }

    /// The next child. Called only before the end.
    mutating func next() -> JSONValue {
        defer { place += 1 }
        return object?[place].value ?? elements[place]
    }

    /// The name of the member that was taken last; empty for elements.
    var lastName: String { object?[place - 1].key ?? "" }

    /// The key of the last child.
    var lastKey: JSONValue { object.map { .string($0[place - 1].key) } ?? .number(JSONNumber(place - 1)) }

    /// The path of the last child.
    ///
    /// - Parameter tracedPath: The path of the container.
    func lastPath(after tracedPath: TracedPath) throws -> TracedPath {
        guard case .at(let step) = tracedPath else { return tracedPath }
        return .at(try TracedPathStep(lastKey, after: step))
    }
}
