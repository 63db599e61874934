import JSONParsing

extension BuiltIns {
    /// Functions of arrays.
    static let arrays: [String: NativeFunction] = [
        "sort/0": { input, _, budget in try OrderingFunction.sort.apply(to: input, by: nil, budget) },
        "unique/0": { input, _, budget in try OrderingFunction.unique.apply(to: input, by: nil, budget) },
        "min/0": { input, _, budget in try OrderingFunction.min.apply(to: input, by: nil, budget) },
        "max/0": { input, _, budget in try OrderingFunction.max.apply(to: input, by: nil, budget) },
        "flatten/0": { input, _, budget in try flattened(input, .number(JSONNumber(Double.infinity)), budget) },
        "flatten/1": { input, arguments, budget in try flattened(input, arguments[0], budget) },
        "transpose/0": { input, _, budget in
            let rows = try rows(of: input, budget)
            let width = rows.map(\.count).max() ?? 0
            try budget.checkElements(width * rows.count)
            try budget.allocate(width * MemorySize.array(rows.count))
            return .array(
                try (0..<width).map { column in
                    try budget.steps(1 + rows.count >> 2)
                    return .array(rows.map { column < $0.count ? $0[column] : .null })
                })
        },
        "bsearch/1": { input, arguments, budget in
            guard input.kind == .array else { throw QueryRuntimeError("\(ValueText.described(input)) cannot be searched from") }
            let elements = try ValueAccess.array(input)
            var low = 0
            var high = elements.count
            while low < high {
                let middle = (low + high) / 2
                let order = try JSONValue.jqOrder(elements[middle], arguments[0], budget)
                if order == 0 { return .number(JSONNumber(middle)) }
                if order < 0 { low = middle + 1 } else { high = middle }
            }
            return .number(JSONNumber(-1 - low))
        },
    ]

    /// `_sort_by(keys)`, `_group_by(keys)` and so on: the argument is an array with the key of each element.
    static let orderings: [String: NativeFunction] = OrderingFunction.allCases.reduce(into: [:]) { table, ordering in
        table["_\(ordering.rawValue)/1"] = { input, arguments, budget in
            try ordering.apply(to: input, by: try ValueAccess.array(arguments[0]), budget)
        }
    }

    /// - Parameter depth: Levels to flatten. As in jq, flattening ends at depth 0 exactly, so that a fraction flattens all levels.
    private static func flattened(_ input: JSONValue, _ depth: JSONValue, _ budget: QueryBudget) throws -> JSONValue {
        guard depth.orderRank >= (0 as JSONValue).orderRank, depth.number.map({ $0.double >= 0 }) ?? true else {
            throw QueryRuntimeError("flatten depth must not be negative")
        }
        let number = depth.number?.double
        let levels = number.map { $0.rounded() == $0 ? $0 : .infinity } ?? .infinity
        var output: [JSONValue] = []
        var elements = try children(of: input, budget)
        // A stack of the elements still to visit, the next one last.
        var open: [(value: JSONValue, level: Double)] = []
        func add(_ elements: [JSONValue], _ level: Double) throws {
            try budget.steps(elements.count)
            try budget.allocate(2 * elements.count * MemoryLayout<(JSONValue, Double)>.stride)
            open.append(contentsOf: elements.reversed().map { ($0, level) })
        }
        try add(elements, 0)
        while let (value, level) = open.popLast() {
            if value.kind == .array, level < levels {
                if number == nil {
                    throw QueryRuntimeError("\(ValueText.described(depth)) and number (1) cannot be subtracted")
                }
                elements = try budget.elements(of: value)
                try add(elements, level + 1)
            } else {
                try budget.append(value, to: &output)
            }
        }
        return .array(output)
    }

    /// The rows of a table; null counts as an empty row.
    private static func rows(of table: JSONValue, _ budget: QueryBudget) throws -> [[JSONValue]] {
        try children(of: table, budget).map { row in
            guard row.kind == .array || row.isNull else { throw ValueAccess.cannotIndex(row, 0) }
            let elements = try budget.elements(of: row)
            // An undecoded row is decoded at each occurrence, so each copy counts.
            if case .text = row { try budget.allocate(MemorySize.array(elements.count)) }
            return elements
        }
    }

    /// The elements of an array or the values of an object.
    private static func children(of value: JSONValue, _ budget: QueryBudget) throws -> [JSONValue] {
        switch try budget.decoded(value) {
        case .array(let elements): return elements
        case .object(let object): return object.map(\.value)
        default: throw ValueAccess.cannotIterate(value)
        }
    }
}
