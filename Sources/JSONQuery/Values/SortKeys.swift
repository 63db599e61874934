import JSONParsing

/// The keys of the elements of an array: without boxes where all are numbers or all are strings.
enum SortKeys {
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
                guard value.kind == .number, let word = NumberBits.of(try value.decoded()) else { break }
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
        case .numbers(let words): return words[a] < words[b] || words[a] == NumberBits.nan ? -1 : words[a] == words[b] ? 0 : 1
        case .strings(let strings):
            try budget.charge(bytes: min(strings[a].utf8.count, strings[b].utf8.count))
            return StringOrder.compare(strings[a], strings[b])
        case .values(let values): return try JSONValue.jqOrder(values[a], values[b], budget)
        }
    }

    /// The places of the keys in ascending order, equal ones as they were; nil if the keys are in order.
    func places(_ budget: QueryBudget) throws -> [UInt32]? {
        switch self {
        case .numbers(let words):
            if zip(words, words.dropFirst()).allSatisfy({ $0 <= $1 }) { return nil }
            // Lists often begin with the newest.
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

    /// Sorts places by comparisons.
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
