import JSONParsing

extension BuiltIns {
    /// Functions of arrays.
    static let arrays: [String: Native] = [
        "reverse/0": { input, _, _ in
            switch try input.decoded() {
            case .null: return .array([])
            case .string(let string): return .string(String(String.UnicodeScalarView(string.unicodeScalars.reversed())))
            case .array(let elements): return .array(elements.reversed())
            default: throw QueryRuntimeError("Cannot reverse \(ValueText.described(input))")
            }
        },
        "sort/0": { input, _, _ in .array(try sorted(try array(input, "sorted"), by: nil).map(\.value)) },
        "_sort_by/1": { input, arguments, _ in
            .array(try sorted(try array(input, "sorted"), by: try Access.array(arguments[0])).map(\.value))
        },
        "_group_by/1": { input, arguments, _ in
            var groups: [[JSONValue]] = []
            var last: JSONValue?
            for (key, value) in try sorted(try array(input, "grouped"), by: try Access.array(arguments[0])) {
                if let last, try JSONValue.jqOrder(last, key) == 0 {
                    groups[groups.count - 1].append(value)
                } else {
                    groups.append([value])
                }
                last = key
            }
            return .array(groups.map { .array($0) })
        },
        "min/0": { input, _, _ in try extreme(input, nil, isMax: false) },
        "max/0": { input, _, _ in try extreme(input, nil, isMax: true) },
        "_min_by/1": { input, arguments, _ in try extreme(input, try Access.array(arguments[0]), isMax: false) },
        "_max_by/1": { input, arguments, _ in try extreme(input, try Access.array(arguments[0]), isMax: true) },
        "_flatten/1": { input, arguments, _ in try flattened(input, arguments[0]) },
        "transpose/0": { input, _, run in
            let rows = try rows(of: input)
            let width = rows.map(\.count).max() ?? 0
            try run.checkElements(width * rows.count)
            return .array((0..<width).map { column in .array(rows.map { column < $0.count ? $0[column] : .null }) })
        },
        "bsearch/1": { input, arguments, _ in
            guard input.kind == .array else { throw QueryRuntimeError("\(ValueText.described(input)) cannot be searched from") }
            let elements = try Access.array(input)
            var low = 0
            var high = elements.count
            while low < high {
                let middle = (low + high) / 2
                let order = try JSONValue.jqOrder(elements[middle], arguments[0])
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
    private static func sorted(_ elements: [JSONValue], by keys: [JSONValue]?) throws -> [(key: JSONValue, value: JSONValue)] {
        let keys = keys ?? elements
        // Scalars are decoded once, not for each comparison.
        let pairs = try zip(keys, elements).enumerated().map { place, pair in (place, try pair.0.decoded(), pair.1) }
        return try pairs.sorted { a, b in
            let order = try JSONValue.jqOrder(a.1, b.1)
            return order == 0 ? a.0 < b.0 : order < 0
        }.map { ($0.1, $0.2) }
    }

    private static func extreme(_ input: JSONValue, _ keys: [JSONValue]?, isMax: Bool) throws -> JSONValue {
        guard input.kind == .array else { throw QueryRuntimeError("Cannot index \(input.kind.rawValue) with number") }
        let elements = try Access.array(input)
        let keys = keys ?? elements
        guard var best = elements.indices.first else { return .null }
        for place in elements.indices.dropFirst() {
            let order = try JSONValue.jqOrder(keys[place], keys[best])
            if isMax ? order >= 0 : order < 0 { best = place }
        }
        return elements[best]
    }

    /// - Parameter depth: Levels to flatten; negative: all.
    private static func flattened(_ input: JSONValue, _ depth: JSONValue) throws -> JSONValue {
        var levels = depth.number?.double ?? 0
        if levels < 0 { levels = .infinity }
        var output: [JSONValue] = []
        var elements = try children(of: input)
        // The elements still to come, the next one last.
        var open = elements.reversed().map { (value: $0, level: 0.0) }
        while let (value, level) = open.popLast() {
            if value.kind == .array, level < levels {
                elements = try Access.array(value)
                open.append(contentsOf: elements.reversed().map { ($0, level + 1) })
            } else {
                output.append(value)
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
