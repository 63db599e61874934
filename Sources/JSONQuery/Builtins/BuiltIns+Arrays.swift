import JSONParsing

extension BuiltIns {
    /// Functions of arrays.
    static let arrays: [String: Native] = [
        "reverse/0": { input, _, run in
            if case .array(let elements) = try input.decoded() {
                try run.checkRoom(for: MemorySize.array(elements.count))
                return .array(elements.reversed())
            }
            // What has no length has no elements either.
            let length = try length(input, run)
            guard length.number?.double == 0 else {
                throw Access.cannotIndex(input, .number(JSONNumber((length.number?.double ?? 0) - 1)))
            }
            return .array([])
        },
        "sort/0": { input, _, run in .array(try sorted(try array(input, "sorted"), by: nil, run).map(\.value)) },
        "_sort_by/1": { input, arguments, run in
            .array(try sorted(try array(input, "sorted"), by: try Access.array(arguments[0]), run).map(\.value))
        },
        "_group_by/1": { input, arguments, run in
            // The capacity of the array may be twice its count.
            try run.allocate(2 * MemorySize.array(Access.array(arguments[0]).count))
            var groups: [[JSONValue]] = []
            var last: JSONValue?
            for (key, value) in try sorted(try array(input, "grouped"), by: try Access.array(arguments[0]), run) {
                try run.step()
                if let last, try JSONValue.jqOrder(last, key, run) == 0 {
                    groups[groups.count - 1].append(value)
                } else {
                    try run.allocate(MemorySize.array(1) + MemoryLayout<JSONValue>.stride)
                    groups.append([value])
                }
                last = key
            }
            return .array(groups.map { .array($0) })
        },
        "unique/0": { input, _, run in
            var output: [JSONValue] = []
            for (value, _) in try sorted(try array(input, "sorted"), by: nil, run) {
                try run.step()
                if let last = output.last, try JSONValue.jqOrder(last, value, run) == 0 { continue }
                try run.append(value, to: &output)
            }
            return .array(output)
        },
        "min/0": { input, _, run in try extreme(input, nil, isMax: false, run) },
        "max/0": { input, _, run in try extreme(input, nil, isMax: true, run) },
        "_min_by/1": { input, arguments, run in try extreme(input, try Access.array(arguments[0]), isMax: false, run) },
        "_max_by/1": { input, arguments, run in try extreme(input, try Access.array(arguments[0]), isMax: true, run) },
        "flatten/0": { input, _, run in try flattened(input, .number(JSONNumber(Double.infinity)), run) },
        "flatten/1": { input, arguments, run in try flattened(input, arguments[0], run) },
        "transpose/0": { input, _, run in
            let rows = try rows(of: input)
            let width = rows.map(\.count).max() ?? 0
            try run.checkElements(width * rows.count)
            try run.steps(width * rows.count >> 2)
            try run.allocate(width * MemorySize.array(rows.count))
            return .array((0..<width).map { column in .array(rows.map { column < $0.count ? $0[column] : .null }) })
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

    private static func array(_ value: JSONValue, _ what: String) throws -> [JSONValue] {
        guard value.kind == .array else {
            throw QueryRuntimeError("\(ValueText.described(value)) cannot be \(what), as it is not an array")
        }
        return try Access.array(value)
    }

    /// The elements in order of their keys, or of themselves; equal ones stay as they were.
    private static func sorted(_ elements: [JSONValue], by keys: [JSONValue]?, _ run: Run) throws -> [(key: JSONValue, value: JSONValue)] {
        let keys = keys ?? elements
        try run.steps(elements.count)
        // Twice, because the sort has a buffer of its own.
        let size = 2 * elements.count * MemoryLayout<(Int, JSONValue, JSONValue)>.stride
        try run.allocate(size)
        defer { run.release(to: run.unheldBytes - size) }
        // Scalars are decoded once, not for each comparison.
        let pairs = try zip(keys, elements).enumerated().map { place, pair in (place, try pair.0.decoded(), pair.1) }
        return try pairs.sorted { a, b in
            try run.step()
            let order = try JSONValue.jqOrder(a.1, b.1, run)
            return order == 0 ? a.0 < b.0 : order < 0
        }.map { ($0.1, $0.2) }
    }

    private static func extreme(_ input: JSONValue, _ keys: [JSONValue]?, isMax: Bool, _ run: Run) throws -> JSONValue {
        guard input.kind == .array else {
            let described = ValueText.described(input)
            throw QueryRuntimeError("\(described) and \(described) cannot be iterated over")
        }
        let elements = try Access.array(input)
        let keys = keys ?? elements
        guard var best = elements.indices.first else { return .null }
        for place in elements.indices.dropFirst() {
            try run.step()
            let order = try JSONValue.jqOrder(keys[place], keys[best], run)
            if isMax ? order >= 0 : order < 0 { best = place }
        }
        return elements[best]
    }

    /// - Parameter depth: Levels to flatten. As in jq, only the depth 0 ends it, so that a fraction or a negative depth flattens all.
    private static func flattened(_ input: JSONValue, _ depth: JSONValue, _ run: Run) throws -> JSONValue {
        guard depth.orderRank >= (0 as JSONValue).orderRank, depth.number.map({ $0.double >= 0 }) ?? true else {
            throw QueryRuntimeError("flatten depth must not be negative")
        }
        let number = depth.number?.double
        let levels = number.map { $0.rounded() == $0 ? $0 : .infinity } ?? .infinity
        var output: [JSONValue] = []
        var elements = try children(of: input)
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
                elements = try Access.array(value)
                try add(elements, level + 1)
            } else {
                try run.append(value, to: &output)
            }
        }
        return .array(output)
    }

    /// The rows of a table; null is a row of nothing.
    private static func rows(of table: JSONValue) throws -> [[JSONValue]] {
        return try children(of: table).map { row in
            guard row.kind == .array || row.isNull else { throw Access.cannotIndex(row, 0) }
            return try Access.array(row)
        }
    }

    /// The elements of an array or the values of an object.
    private static func children(of value: JSONValue) throws -> [JSONValue] {
        switch try value.decoded() {
        case .array(let elements): return elements
        case .object(let object): return object.map(\.value)
        default: throw Access.cannotIterate(value)
        }
    }
}
