import JSONParsing

/// The matches of a regular expression, for `match`, `test` and the functions built on them.
final class MatchNode: Node {
    private let source: RegexSource
    private let onlyTests: Bool

    init(_ source: RegexSource, onlyTests: Bool) {
        self.source = source
        self.onlyTests = onlyTests
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue {
        let pattern = try source.pattern(input, scope, budget)
        let mark = budget.unheldBytes
        var matcher = RegexMatcher(pattern, try RegexSource.bytes(input, budget), budget)
        let textSize = budget.unheldBytes - mark
        defer { budget.release(to: budget.unheldBytes - textSize - matcher.byteCount) }
        if onlyTests { return .bool(try matcher.find(from: 0)) }
        var places = CodePointPlaces(matcher.text)
        var matches: [JSONValue] = []
        let size = (MemorySize.object(6) + MemorySize.string(0x20)) * matcher.regex.names.count
        try matcher.forEach(isGlobal: pattern.isGlobal) { found in
            // The strings of a match are copies of parts of the text.
            try budget.steps(found.regex.names.count)
            try budget.allocate(size)
            for group in found.regex.names.indices { try budget.allocate(found.range(ofGroup: group)?.count ?? 0) }
            try budget.append(try Self.described(found, &places, budget), to: &matches)
        }
        return .array(matches)
    }

    /// The object that `match` returns; offsets and lengths in code points.
    private static func described(_ matcher: RegexMatcher, _ places: inout CodePointPlaces, _ budget: QueryBudget) throws -> JSONValue {
        func piece(_ number: Int) throws -> JSONObject {
            guard let range = matcher.range(ofGroup: number) else { return ["offset": -1, "string": nil, "length": 0] }
            let first = try places.place(of: range.lowerBound, budget)
            return [
                "offset": .number(JSONNumber(first)), "length": .number(JSONNumber(try places.place(of: range.upperBound, budget) - first)),
                "string": .string(String(decoding: matcher.text[range], as: UTF8.self)),
            ]
        }
        var match = try piece(0)
        match["captures"] = .array(
            try matcher.regex.names.indices.dropFirst().map { number in
                var capture = try piece(number)
                capture["name"] = matcher.regex.names[number].map { .string($0) } ?? .null
                return .object(capture)
            })
        return .object(match)
    }
}
