import JSONParsing

/// Sorting, grouping and choosing elements by their keys.
enum OrderingFunction: String, CaseIterable, Sendable {
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
        let elements = try ValueAccess.array(input)
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

    /// The index of the first smallest key, or of the last largest one.
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

/// The sort keys of the elements of an array: unboxed if all are numbers or all are strings.
private enum SortKeys {
    case numbers([UInt64])
    case strings([String])
    case values([JSONValue])

    /// Decodes the keys once, not for each comparison. Only arrays and objects stay as they are.
    ///
    /// The run counts the memory of the keys and of the sort. The caller releases it.
    init(_ values: [JSONValue], _ budget: QueryBudget) throws {
        try budget.allocate(values.count * (MemoryLayout<JSONValue>.stride + RadixSort.bytesPerWord))
        guard let first = values.first else {
            self = .values([])
            return
        }
        switch first.kind {
        case .number:
            var words: [UInt64] = []
            words.reserveCapacity(values.count)
            for value in values {
                guard value.kind == .number, let word = NumberSortWord.of(try value.decoded()) else { break }
                words.append(word)
                try budget.chargeBlock(at: words.count)
            }
            if words.count == values.count {
                self = .numbers(words)
                return
            }
        case .string:
            var strings: [String] = []
            strings.reserveCapacity(values.count)
            for value in values {
                try budget.charge(for: value)
                guard value.kind == .string, case .string(let string) = try value.decoded() else { break }
                strings.append(string)
            }
            if strings.count == values.count {
                self = .strings(strings)
                return
            }
        default: break
        }
        self = .values(
            try values.map { value in
                try budget.charge(for: value)
                return value.kind == .array || value.kind == .object ? value : try value.decoded()
            })
    }

    /// Compares two keys in jq's order. NaN comes before NaN.
    func compare(_ a: Int, _ b: Int, _ budget: QueryBudget) throws -> Int {
        try budget.step()
        switch self {
        case .numbers(let words): return words[a] < words[b] || words[a] == NumberSortWord.nan ? -1 : words[a] == words[b] ? 0 : 1
        case .strings(let strings):
            try budget.charge(bytes: min(strings[a].utf8.count, strings[b].utf8.count))
            return StringOrder.compare(strings[a], strings[b])
        case .values(let values): return try JSONValue.jqOrder(values[a], values[b], budget)
        }
    }

    /// The indices of the keys in ascending order; the sort is stable. nil if the keys are already in order.
    func places(_ budget: QueryBudget) throws -> [UInt32]? {
        switch self {
        case .numbers(let words):
            if zip(words, words.dropFirst()).allSatisfy({ $0 <= $1 }) { return nil }
            // Lists are often sorted by date, the newest first.
            if zip(words, words.dropFirst()).allSatisfy({ $0 > $1 }) { return (0..<UInt32(words.count)).reversed() }
            return try RadixSort.places(of: words, budget)
        case .strings(let strings):
            var places = try RadixSort.places(of: strings.map(Self.beginning), budget)
            var start = 0
            while start < places.count {
                let beginning = Self.beginning(of: strings[Int(places[start])])
                var end = start + 1
                while end < places.count, Self.beginning(of: strings[Int(places[end])]) == beginning { end += 1 }
                if end - start > 1 { try sort(&places[start..<end], budget) }
                start = end
            }
            return places
        case .values(let values):
            var places = Array(0..<UInt32(values.count))
            try sort(&places[...], budget)
            return places
        }
    }

    /// Sorts indices by comparing their keys.
    private func sort(_ places: inout ArraySlice<UInt32>, _ budget: QueryBudget) throws {
        // The earlier key is the left one, because NaN comes before NaN on either side.
        try places.sort { a, b in try (compare(Int(min(a, b)), Int(max(a, b)), budget) <= 0) == (a < b) }
    }

    /// The first eight bytes of a string, the first one highest; those behind its end are 0.
    private static func beginning(of string: String) -> UInt64 {
        var word: UInt64 = 0
        var shift: UInt64 = 64
        for byte in string.utf8.prefix(8) {
            shift -= 8
            word |= UInt64(byte) << shift
        }
        return word
    }
}

/// Numbers as words in jq's order: smaller numbers have smaller words, equal numbers have equal words.
private enum NumberSortWord {
    /// The word of NaN, which comes before all numbers.
    static let nan: UInt64 = 0

    /// Digits up to which two decimal numbers with the same `Double` are equal.
    private static let exactDigits = 15

    /// The word of a value; nil unless it is a number whose order the nearest `Double` decides.
    @inline(__always)
    static func of(_ value: JSONValue) -> UInt64? {
        guard case .number(let number) = value else { return nil }
        if let integer = number.storedInteger { return integer.magnitude <= 1 << 53 ? of(Double(integer)) : nil }
        guard let text = number.literalText else { return of(number.double) }
        let double = number.double
        guard text.utf8.count <= exactDigits, double.isNormal || isZero(text) else { return nil }
        return of(double)
    }

    private static func isZero(_ text: String) -> Bool { text.utf8.allSatisfy { [0x2D, 0x2E, 0x30].contains($0) } }

    @inline(__always)
    private static func of(_ value: Double) -> UInt64 {
        if value.isNaN { return nan }
        // The sum turns -0 into 0.
        let bits = (value + 0).bitPattern
        return bits >> 63 == 1 ? ~bits : bits | 1 << 63
    }
}

/// Sorts words by their bytes, the lowest first: in linear time, and equal words stay in their order.
private enum RadixSort {
    /// Up to this many words, comparisons are faster.
    private static let fewWords = 256

    private struct Entry {
        let word: UInt64
        let place: UInt32
    }

    /// Bytes of memory that sorting a word takes.
    static let bytesPerWord = 2 * MemoryLayout<Entry>.stride

    /// The indices of the words in ascending order.
    static func places(of words: [UInt64], _ budget: QueryBudget) throws -> [UInt32] {
        var entries = words.enumerated().map { Entry(word: $1, place: UInt32($0)) }
        if words.count <= fewWords {
            entries.sort { $0.word == $1.word ? $0.place < $1.place : $0.word < $1.word }
            return entries.map(\.place)
        }
        var differing: UInt64 = 0
        for word in words { differing |= word ^ words[0] }
        var sorted = entries
        for shift in stride(from: UInt64(0), to: 64, by: 8) where differing >> shift & 0xFF != 0 {
            try pass(entries, to: &sorted, by: shift, budget)
            swap(&entries, &sorted)
        }
        return entries.map(\.place)
    }

    /// Distributes the entries by one byte of their words.
    private static func pass(_ entries: [Entry], to sorted: inout [Entry], by shift: UInt64, _ budget: QueryBudget) throws {
        var ends = [Int](repeating: 0, count: 256)
        for entry in entries { ends[Int(entry.word >> shift & 0xFF)] += 1 }
        var total = 0
        for byte in ends.indices {
            let count = ends[byte]
            ends[byte] = total
            total += count
        }
        for place in entries.indices {
            let byte = Int(entries[place].word >> shift & 0xFF)
            sorted[ends[byte]] = entries[place]
            ends[byte] += 1
            try budget.chargeBlock(at: place)
        }
    }
}
