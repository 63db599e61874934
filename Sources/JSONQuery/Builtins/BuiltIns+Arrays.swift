import JSONParsing

extension BuiltIns {
    /// Functions of arrays.
    static let arrays: [String: Native] = [
        "reverse/0": { input, _, run in
            switch try input.decoded() {
            case .null: return .array([])
            case .string(let string): return .string(try reversed(string, run))
            case .array(let elements):
                try run.checkRoom(for: MemorySize.array(elements.count))
                return .array(elements.reversed())
            default: throw QueryRuntimeError("Cannot reverse \(ValueText.described(input))")
            }
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
        "min/0": { input, _, run in try extreme(input, nil, isMax: false, run) },
        "max/0": { input, _, run in try extreme(input, nil, isMax: true, run) },
        "_min_by/1": { input, arguments, run in try extreme(input, try Access.array(arguments[0]), isMax: false, run) },
        "_max_by/1": { input, arguments, run in try extreme(input, try Access.array(arguments[0]), isMax: true, run) },
        "_flatten/1": { input, arguments, run in try flattened(input, arguments[0], run) },
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

    /// The characters of a text, the last one first.
    private static func reversed(_ text: String, _ run: Run) throws -> String {
        let utf8 = text.utf8
        let bytes = utf8.span
        var output = try TextBuilder(run, expecting: bytes.count)
        var end = bytes.count
        while end > 0 {
            var start = end - 1
            while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
            for place in start..<end { try output.append(bytes[place]) }
            end = start
        }
        return try output.finish()
    }

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
        guard input.kind == .array else { throw QueryRuntimeError("Cannot index \(input.kind.rawValue) with number") }
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

    /// - Parameter depth: Levels to flatten; negative: all.
    private static func flattened(_ input: JSONValue, _ depth: JSONValue, _ run: Run) throws -> JSONValue {
        var levels = depth.number?.double ?? 0
        if levels < 0 { levels = .infinity }
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
