import JSONParsing

extension BuiltIns {
    /// Functions of arrays.
    static let arrays: [String: Native] = [
        "sort/0": { input, _, run in try Ordering.sort.apply(to: input, by: nil, run) },
        "unique/0": { input, _, run in try Ordering.unique.apply(to: input, by: nil, run) },
        "min/0": { input, _, run in try Ordering.min.apply(to: input, by: nil, run) },
        "max/0": { input, _, run in try Ordering.max.apply(to: input, by: nil, run) },
        "flatten/0": { input, _, run in try flattened(input, .number(JSONNumber(Double.infinity)), run) },
        "flatten/1": { input, arguments, run in try flattened(input, arguments[0], run) },
        "transpose/0": { input, _, run in
            let rows = try rows(of: input, run)
            let width = rows.map(\.count).max() ?? 0
            try run.checkElements(width * rows.count)
            try run.allocate(width * MemorySize.array(rows.count))
            return .array(
                try (0..<width).map { column in
                    try run.steps(1 + rows.count >> 2)
                    return .array(rows.map { column < $0.count ? $0[column] : .null })
                })
        },
        "bsearch/1": { input, arguments, run in
            guard input.kind == .array else { throw QueryRuntimeError("\(ValueText.described(input)) cannot be searched from") }
            let elements = try Access.array(input)
            var low = 0
            var high = elements.count
            while low < high {
                let middle = (low + high) / 2
                let order = try JSONValue.jqOrder(elements[middle], arguments[0], run)
                if order == 0 { return .number(JSONNumber(middle)) }
                if order < 0 { low = middle + 1 } else { high = middle }
            }
            return .number(JSONNumber(-1 - low))
        },
    ]

    /// `_sort_by(keys)` and its like, with a list of keys for the elements.
    static let orderings: [String: Native] = Ordering.allCases.reduce(into: [:]) { table, ordering in
        table["_\(ordering.rawValue)/1"] = { input, arguments, run in
            try ordering.apply(to: input, by: try Access.array(arguments[0]), run)
        }
    }

    /// - Parameter depth: Levels to flatten. As in jq, only the depth 0 ends it, so that a fraction or a negative depth flattens all.
    private static func flattened(_ input: JSONValue, _ depth: JSONValue, _ run: Run) throws -> JSONValue {
        guard depth.orderRank >= (0 as JSONValue).orderRank, depth.number.map({ $0.double >= 0 }) ?? true else {
            throw QueryRuntimeError("flatten depth must not be negative")
        }
        let number = depth.number?.double
        let levels = number.map { $0.rounded() == $0 ? $0 : .infinity } ?? .infinity
        var output: [JSONValue] = []
        var elements = try children(of: input, run)
        // The elements still to come, the next one last.
        var open: [(value: JSONValue, level: Double)] = []
        func add(_ elements: [JSONValue], _ level: Double) throws {
            try run.steps(elements.count)
            try run.allocate(2 * elements.count * MemoryLayout<(JSONValue, Double)>.stride)
            open.append(contentsOf: elements.reversed().map { ($0, level) })
        }
        try add(elements, 0)
        while let (value, level) = open.popLast() {
            if value.kind == .array, level < levels {
                if number == nil {
                    throw QueryRuntimeError("\(ValueText.described(depth)) and number (1) cannot be subtracted")
                }
                elements = try run.elements(of: value)
                try add(elements, level + 1)
            } else {
                try run.append(value, to: &output)
            }
        }
        return .array(output)
    }

    /// The rows of a table; null is a row of nothing.
    private static func rows(of table: JSONValue, _ run: Run) throws -> [[JSONValue]] {
        try children(of: table, run).map { row in
            guard row.kind == .array || row.isNull else { throw Access.cannotIndex(row, 0) }
            let elements = try run.elements(of: row)
            // Of a text that occurs many times, each row is a copy.
            if case .text = row { try run.allocate(MemorySize.array(elements.count)) }
            return elements
        }
    }

    /// The elements of an array or the values of an object.
    private static func children(of value: JSONValue, _ run: Run) throws -> [JSONValue] {
        switch try run.decoded(value) {
        case .array(let elements): return elements
        case .object(let object): return object.map(\.value)
        default: throw Access.cannotIterate(value)
        }
    }
}
