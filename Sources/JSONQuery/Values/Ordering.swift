import JSONParsing

/// Sorting, grouping and choosing elements by their keys.
enum Ordering: String, CaseIterable, Sendable {
    case sort = "sort_by"
    case group = "group_by"
    case unique = "unique_by"
    case min = "min_by"
    case max = "max_by"

    /// - Parameters:
    ///   - input: An array; other values are errors.
    ///   - keys: A key for each element; nil if the elements are the keys.
    func apply(to input: JSONValue, by keys: [JSONValue]?, _ budget: QueryBudget) throws -> JSONValue {
        guard input.kind == .array else { throw failure(input, hasKeys: keys != nil) }
        let elements = try Access.array(input)
        guard !elements.isEmpty else { return self == .min || self == .max ? .null : input }
        try budget.steps(elements.count)
        let mark = budget.unheldBytes
        let keys = try SortKeys(keys ?? elements, budget)
        let size = budget.unheldBytes - mark
        defer { budget.release(to: budget.unheldBytes - size) }
        switch self {
        case .sort:
            guard let places = try keys.places(budget) else { return input }
            return .array(places.map { elements[Int($0)] })
        case .group: return .array(try Self.groups(elements, keys, budget))
        case .unique: return .array(try Self.groups(elements, keys, budget, areWanted: false))
        case .min, .max: return elements[try extreme(elements.count, keys, budget)]
        }
    }

    /// The elements with equal keys, in the order of the keys.
    ///
    /// - Parameter areWanted: Whether the result has whole groups; otherwise their first elements.
    private static func groups(_ elements: [JSONValue], _ keys: SortKeys, _ budget: QueryBudget, areWanted: Bool = true) throws
        -> [JSONValue]
    {
        let places = try keys.places(budget) ?? Array(0..<UInt32(elements.count))
        var groups: [JSONValue] = []
        var start = 0
        while start < places.count {
            var end = start + 1
            while end < places.count, try keys.compare(Int(places[end - 1]), Int(places[end]), budget) == 0 { end += 1 }
            if areWanted {
                try budget.allocate(MemorySize.array(end - start))
                try budget.append(.array(places[start..<end].map { elements[Int($0)] }), to: &groups)
            } else {
                try budget.append(elements[Int(places[start])], to: &groups)
            }
            start = end
        }
        return groups
    }

    /// The place of the first least or the last greatest key.
    private func extreme(_ count: Int, _ keys: SortKeys, _ budget: QueryBudget) throws -> Int {
        var best = 0
        for place in 1..<count {
            let order = try keys.compare(place, best, budget)
            if self == .max ? order >= 0 : order < 0 { best = place }
        }
        return best
    }

    private func failure(_ input: JSONValue, hasKeys: Bool) -> QueryRuntimeError {
        switch self {
        case .unique where !hasKeys, .sort: QueryRuntimeError("\(ValueText.described(input)) cannot be sorted, as it is not an array")
        case .group, .unique: QueryRuntimeError("\(ValueText.described(input)) cannot be grouped, as it is not an array")
        case .min, .max: QueryRuntimeError("\(ValueText.described(input)) and \(ValueText.described(input)) cannot be iterated over")
        }
    }
}
