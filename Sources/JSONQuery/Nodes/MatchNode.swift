import JSONParsing

/// The matches of a regular expression: behind `match`, `test` and all that is made of them.
final class MatchNode: Node {
    private let source: RegexSource
    private let onlyTests: Bool

    init(_ source: RegexSource, onlyTests: Bool) {
        self.source = source
        self.onlyTests = onlyTests
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        let pattern = try source.pattern(input, scope, run)
        var matcher = RegexMatcher(pattern.program, Array(try RegexSource.text(input, run).utf8), wantsNonempty: pattern.isNonempty, run)
        if onlyTests { return .bool(try matcher.find(from: 0)) }
        var places = CodePointPlaces(matcher.text)
        var matches: [JSONValue] = []
        try matcher.forEach(isGlobal: pattern.isGlobal) { matches.append(Self.described($0, &places)) }
        return .array(matches)
    }

    /// A match as the language shows it; offsets and lengths in code points.
    private static func described(_ matcher: RegexMatcher, _ places: inout CodePointPlaces) -> JSONValue {
        func piece(_ number: Int) -> JSONObject {
            guard let range = matcher.range(ofGroup: number) else { return ["offset": -1, "length": 0, "string": nil] }
            let first = places.place(of: range.lowerBound)
            return [
                "offset": .number(JSONNumber(first)), "length": .number(JSONNumber(places.place(of: range.upperBound) - first)),
                "string": .string(String(decoding: matcher.text[range], as: UTF8.self)),
            ]
        }
        var match = piece(0)
        match["captures"] = .array(
            matcher.program.names.indices.dropFirst().map { number in
                var capture = piece(number)
                capture["name"] = matcher.program.names[number].map { .string($0) } ?? .null
                return .object(capture)
            })
        return .object(match)
    }
}

/// `sub`, `gsub` with a single replacement, which is evaluated on the named groups of each match.
final class SubstituteNode: Node {
    private let source: RegexSource
    private let replacement: any Node

    init(_ source: RegexSource, replacement: any Node) {
        self.source = source
        self.replacement = replacement
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        let pattern = try source.pattern(input, scope, run)
        var matcher = RegexMatcher(pattern.program, Array(try RegexSource.text(input, run).utf8), wantsNonempty: pattern.isNonempty, run)
        var output: [UInt8] = []
        var end = 0
        var count = 0
        try matcher.forEach(isGlobal: pattern.isGlobal) { matcher in
            guard let range = matcher.range(ofGroup: 0) else { return }
            count += 1
            output += matcher.text[end..<range.lowerBound]
            end = range.upperBound
            let insert = try replacement.value(of: Self.captures(matcher), scope, run)
            switch try insert.decoded() {
            case .string(let string): output += string.utf8
            case .null: break
            default:
                let text = JSONValue.string(String(decoding: output, as: UTF8.self))
                throw QueryRuntimeError("\(ValueText.described(text)) and \(ValueText.described(insert)) cannot be added")
            }
            try run.checkLength(output.count)
        }
        if count == 0 { return input }
        output += matcher.text[end...]
        return .string(String(decoding: output, as: UTF8.self))
    }

    private static func captures(_ matcher: RegexMatcher) -> JSONValue {
        var object = JSONObject()
        for (number, name) in matcher.program.names.enumerated() {
            guard let name else { continue }
            object[name] = matcher.range(ofGroup: number).map { .string(String(decoding: matcher.text[$0], as: UTF8.self)) } ?? .null
        }
        return .object(object)
    }
}

/// Where a regular expression comes from: compiled once for all runs if the program spells it, looked up at run time otherwise.
struct RegexSource: Sendable {
    private let pattern: any Node
    private let flags: any Node
    private let compiled: RegexPattern?

    /// - Throws: ``QueryRuntimeError`` for a wrong pattern that the program spells.
    init(pattern: any Node, flags: any Node) throws(QueryRuntimeError) {
        self.pattern = pattern
        self.flags = flags
        if let pattern = pattern as? LiteralNode, let flags = flags as? LiteralNode {
            compiled = try RegexPattern(pattern.literal, flags.literal)
        } else {
            compiled = nil
        }
    }

    func pattern(_ input: JSONValue, _ scope: Scope?, _ run: Run) throws -> RegexPattern {
        try compiled ?? run.pattern(try pattern.value(of: input, scope, run), try flags.value(of: input, scope, run))
    }

    /// The string that is searched; going through it costs steps.
    static func text(_ input: JSONValue, _ run: Run) throws -> String {
        try run.charge(for: input)
        guard case .string(let string) = try input.decoded() else {
            throw QueryRuntimeError("\(ValueText.described(input)) cannot be matched, as it is not a string")
        }
        return string
    }
}
