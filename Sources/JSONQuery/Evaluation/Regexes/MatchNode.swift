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

    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        let pattern = try source.pattern(input, scope, budget)
        let mark = budget.unheldBytes
        var matcher = RegexMatcher(pattern, try RegexSource.bytes(input, budget), budget)
        let textSize = budget.unheldBytes - mark
        defer { budget.release(to: budget.unheldBytes - textSize - matcher.byteCount) }
        if onlyTests { return .bool(try matcher.find(from: 0)) }
        var places = CodePointCounter(matcher.text)
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
    private static func described(_ matcher: RegexMatcher, _ places: inout CodePointCounter, _ budget: QueryBudget) throws -> JSONValue {
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

/// Converts byte offsets to code point indices. Takes time in proportion to the distance from the last offset.
private struct CodePointCounter {
    private let text: [UInt8]
    private var offset = 0
    private var place = 0

    init(_ text: [UInt8]) { self.text = text }

    mutating func place(of wanted: Int, _ budget: QueryBudget) throws -> Int {
        while offset < wanted {
            if text[offset] & 0xC0 != 0x80 { place += 1 }
            offset += 1
            try budget.chargeBlock(at: offset)
        }
        while offset > wanted {
            offset -= 1
            try budget.chargeBlock(at: offset)
            if text[offset] & 0xC0 != 0x80 { place -= 1 }
        }
        return place
    }
}

/// The source of a regular expression: compiled with the program if it is a literal, otherwise at run time.
struct RegexSource: Sendable {
    private let pattern: any Node
    /// nil if the pattern may be an array of pattern and flags.
    private let flags: (any Node)?
    private let compiled: RegexPattern?

    /// - Throws: ``QueryRuntimeError`` for an invalid literal pattern.
    init(pattern: any Node, flags: (any Node)?) throws(QueryRuntimeError) {
        self.pattern = pattern
        self.flags = flags
        if let pattern = pattern as? LiteralNode, flags == nil || flags is LiteralNode {
            let (pattern, flags) = try Self.parts(pattern.literal, (flags as? LiteralNode)?.literal)
            compiled = try RegexPattern(pattern, flags)
        } else {
            compiled = nil
        }
    }

    func pattern(_ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> RegexPattern {
        if let compiled { return compiled }
        let (pattern, flags) = try Self.parts(
            try pattern.value(of: input, scope, budget), try self.flags?.value(of: input, scope, budget))
        return try budget.pattern(pattern, flags)
    }

    /// Splits an argument that may be an array of pattern and flags.
    private static func parts(
        _ pattern: JSONValue, _ flags: JSONValue?
    ) throws(QueryRuntimeError) -> (pattern: JSONValue, flags: JSONValue) {
        if let flags { return (pattern, flags) }
        if pattern.kind == .string { return (pattern, .null) }
        guard let parts = pattern.array, let first = parts.first else {
            throw QueryRuntimeError("\(pattern.kind.rawValue) not a string or array")
        }
        return (first, parts.count > 1 ? parts[1] : .null)
    }

    /// The bytes to search. Counts their memory.
    static func bytes(_ input: JSONValue, _ budget: QueryBudget) throws -> [UInt8] {
        let utf8 = try text(input, budget).utf8
        try budget.allocate(MemorySize.string(utf8.count))
        return Array(utf8)
    }

    /// The string to search. Charges for its length.
    private static func text(_ input: JSONValue, _ budget: QueryBudget) throws -> String {
        try budget.charge(for: input)
        guard case .string(let string) = try input.decoded() else {
            throw QueryRuntimeError("\(ValueText.described(input)) cannot be matched, as it is not a string")
        }
        return string
    }
}
