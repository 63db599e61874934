import JSONParsing

/// The matches of a regular expression: behind `match`, `test` and all that is made of them.
final class MatchNode: Node {
    private let pattern: any Node
    private let flags: any Node
    private let onlyTests: Bool
    /// The pattern if the program spells it, compiled once for all runs.
    private let compiled: Pattern?

    init(pattern: any Node, flags: any Node, onlyTests: Bool) {
        self.pattern = pattern
        self.flags = flags
        self.onlyTests = onlyTests
        if let pattern = pattern as? LiteralNode, let flags = flags as? LiteralNode {
            compiled = try? Pattern(pattern.literal, flags.literal)
        } else {
            compiled = nil
        }
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        let pattern =
            try compiled ?? run.pattern(try self.pattern.value(of: input, scope, run), try flags.value(of: input, scope, run))
        guard case .string(let string) = try input.decoded() else {
            throw QueryRuntimeError("\(ValueText.described(input)) cannot be matched, as it is not a string")
        }
        var matcher = RegexMatcher(pattern.program, Array(string.utf8), wantsNonempty: pattern.isNonempty, run)
        if onlyTests { return .bool(try matcher.find(from: 0)) }
        var places = CodePointPlaces(matcher.text)
        var matches: [JSONValue] = []
        var start = 0
        while try matcher.find(from: start) {
            matches.append(Self.described(matcher, &places))
            let end = matcher.groups[1]
            guard pattern.isGlobal, end < matcher.text.count || matcher.groups[0] < end else { break }
            start = matcher.groups[0] == end ? matcher.next(end) : end
        }
        return .array(matches)
    }

    /// A match as the language shows it; offsets and lengths in code points.
    private static func described(_ matcher: RegexMatcher, _ places: inout CodePointPlaces) -> JSONValue {
        func piece(_ number: Int) -> JSONObject {
            let start = matcher.groups[2 * number]
            let end = matcher.groups[2 * number + 1]
            guard start >= 0, end >= start else { return ["offset": -1, "length": 0, "string": nil] }
            let first = places.place(of: start)
            return [
                "offset": .number(JSONNumber(first)), "length": .number(JSONNumber(places.place(of: end) - first)),
                "string": .string(String(decoding: matcher.text[start..<end], as: UTF8.self)),
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

    /// A regular expression with its flags.
    struct Pattern: Sendable {
        let program: RegexProgram
        let isGlobal: Bool
        let isNonempty: Bool

        /// - Parameters:
        ///   - pattern: A string, or an array of pattern and flags.
        ///   - flags: A string or null.
        init(_ pattern: JSONValue, _ flags: JSONValue) throws {
            if pattern.kind == .array {
                let parts = try Access.array(pattern)
                let own = parts.count > 1 ? parts[1] : .null
                guard let first = parts.first, first.kind == .string else {
                    throw QueryRuntimeError("\(ValueText.described(pattern)) cannot be matched, as it is not a string")
                }
                // Flags that a function adds, such as "g", come on top of those in the array.
                self = try Pattern(first, .string((own.string ?? "") + (flags.string ?? "")))
                return
            }
            guard let text = pattern.string else {
                throw QueryRuntimeError("\(ValueText.described(pattern)) cannot be matched, as it is not a string")
            }
            guard flags.isNull || flags.kind == .string else { throw QueryRuntimeError("\(ValueText.described(flags)) is not a string") }
            var options = RegexParser.Options()
            var isGlobal = false
            var isNonempty = false
            for flag in (flags.string ?? "").unicodeScalars {
                switch flag {
                case "g": isGlobal = true
                case "i": options.ignoresCase = true
                case "x": options.isExtended = true
                case "n": isNonempty = true
                case "p": options.dotMatchesLineBreak = true
                // Single-line mode is the default, and the longest of several matches is not looked for.
                case "s", "l": break
                default: throw QueryRuntimeError("\(flags.string ?? "") is not a valid modifier string")
                }
            }
            self.isGlobal = isGlobal
            self.isNonempty = isNonempty
            do {
                program = try RegexProgram(text, options)
            } catch {
                throw QueryRuntimeError("\(text) (at offset 0) is not a valid regex: \(error.message)")
            }
        }
    }
}

extension Run {
    /// The compiled form of a pattern that is known only now.
    func pattern(_ pattern: JSONValue, _ flags: JSONValue) throws -> MatchNode.Pattern {
        let key = try JSONValue.array([pattern, flags]).canonicalText()
        if let known = patterns[key] { return known }
        let compiled = try MatchNode.Pattern(pattern, flags)
        if patterns.count >= 100 { patterns = [:] }
        patterns[key] = compiled
        return compiled
    }
}

/// Turns offsets into places counted in code points. Offsets near the last one are found quickly.
struct CodePointPlaces {
    private let text: [UInt8]
    private var offset = 0
    private var place = 0

    init(_ text: [UInt8]) { self.text = text }

    mutating func place(of wanted: Int) -> Int {
        while offset < wanted {
            if text[offset] & 0xC0 != 0x80 { place += 1 }
            offset += 1
        }
        while offset > wanted {
            offset -= 1
            if text[offset] & 0xC0 != 0x80 { place -= 1 }
        }
        return place
    }
}
