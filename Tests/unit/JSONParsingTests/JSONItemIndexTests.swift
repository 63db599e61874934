@testable import JSONParsing
import TestSupport
import Testing

/// A seeded generator of random JSON texts.
private struct RandomJSON {
    /// Similar, escaped, long and empty keys.
    static let keys = [
        "", "a", "b", "aa", #"\u0061"#, #"a\\b"#, #"quote\""#, "é", "e\u{301}", #"\u00e9"#, "0123456789abcdef",
        String(repeating: "k", count: 70),
    ]

    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    mutating func one(of choices: [String]) -> String { choices[below(choices.count)] }

    mutating func space() -> String { one(of: ["", "", "", " ", "\n  ", "          "]) }

    /// A string of a length that places its end, escapes and multi-byte characters across the edges of blocks of 64 bytes.
    mutating func string() -> String {
        var text = String(repeating: "x", count: below(3) == 0 ? 40 + below(100) : below(12))
        for _ in 0..<below(4) { text += one(of: [#"\""#, #"\\"#, #"\n"#, #"\ud83d\ude00"#, "é", "€", "😀", "{", "]", ",", ":"]) }
        return "\"\(text)\""
    }

    mutating func value(depth: Int) -> String {
        switch below(depth > 4 ? 5 : 9) {
        case 0: return one(of: ["null", "true", "false"])
        case 1, 2: return one(of: ["0", "-1", "1.50", "1E400", "12345678901234567890"])
        case 3, 4: return string()
        case 5, 6: return object(depth: depth)
        default:
            let elements = (0..<below(5)).map { _ in value(depth: depth + 1) }
            return "[" + space() + elements.joined(separator: space() + "," + space()) + space() + "]"
        }
    }

    mutating func object(depth: Int) -> String {
        let members = (0..<below(8)).map { _ in
            "\"\(one(of: Self.keys))\"" + space() + ":" + space() + value(depth: depth + 1)
        }
        return "{" + space() + members.joined(separator: space() + "," + space()) + space() + "}"
    }
}

@Suite("The index of an item") struct JSONItemIndexTests {
    /// The result of a lookup as a comparable text.
    private static func outcome(_ lookUp: () throws -> JSONValue?) -> String {
        do {
            return try lookUp()?.compactText ?? "nothing"
        } catch {
            return "\(error)"
        }
    }

    /// The first difference of two values with the same text, in member lookups and in decoding.
    private static func difference(_ indexed: JSONValue, _ plain: JSONValue) -> String? {
        let text = plain.compactText
        if indexed.compactText != text { return "\(indexed.compactText) is not \(text)" }
        for key in ["absent", "a", "b", "aa", #"a\b"#, "quote\"", "é", "e\u{301}", ""] + RandomJSON.keys {
            let found = outcome { try indexed.member(key) }
            let expected = outcome { try plain.member(key) }
            if found != expected { return "\(key) in \(text): \(found) is not \(expected)" }
        }
        guard let decoded = try? plain.decoded() else {
            let found = outcome { try indexed.decoded() }
            let expected = outcome { try plain.decoded() }
            return found == expected ? nil : "\(found) is not \(expected)"
        }
        if let elements = decoded.array {
            guard let others = indexed.array, others.count == elements.count else { return "other elements in \(text)" }
            return zip(others, elements).lazy.compactMap { difference($0, $1) }.first
        }
        if let object = decoded.object {
            guard let other = indexed.object, other.keys.map(Array.init) == object.keys.map(Array.init) else {
                return "other members in \(text)"
            }
            return zip(other, object).lazy.compactMap { difference($0.value, $1.value) }.first
        }
        return nil
    }

    @Test("gives the same members and elements as scanning the item", arguments: 0..<60)
    func sameMembers(_ seed: Int) throws {
        var random = RandomJSON(seed: UInt64(seed))
        let texts = (0..<20).map { _ in random.object(depth: 0) }
        let bytes = Array(texts.joined(separator: "\n").utf8)
        for pieces in [bytes.count, 1000, 64, 7, 1] {
            var reader = JSONItemReader()
            var list = ItemList()
            for start in stride(from: 0, to: bytes.count, by: pieces) {
                let chunk = Array(bytes[start..<min(start + pieces, bytes.count)])
                try reader.feed(chunk.span, into: &list)
            }
            try reader.finish(into: &list)
            var offset = 0
            let offsets = texts.map { text in
                defer { offset += text.utf8.count + 1 }
                return offset
            }
            #expect(list.offsets == offsets)
            #expect(list.values.count == texts.count)
            for (value, text) in zip(list.values, texts) {
                let plain = try JSONValue(parsing: text)
                #expect(Self.difference(value, plain) == nil, "in pieces of \(pieces)")
            }
        }
    }

    private static func text(_ value: JSONValue, indent: Int?) -> String {
        var writer = JSONWriter(indent: indent)
        writer.write(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("lets the writer leave out white space and nothing else", arguments: 0..<10)
    func writesCompact(_ seed: Int) throws {
        var random = RandomJSON(seed: UInt64(seed))
        for _ in 0..<20 {
            let text = " [" + random.object(depth: 0) + " , \n[ ],{ }\t,[ [\r{} ] ] ,\" \",7 ] "
            var compact: [UInt8] = []
            let bytes = Array(text.utf8)
            appendWithoutWhitespace(bytes.span, to: &compact)
            let value = try JSONValue(parsing: text)
            #expect(value.compactText == String(decoding: compact, as: UTF8.self))
            let same = try JSONValue(parsing: compact)
            #expect(Self.text(value, indent: 2) == Self.text(same, indent: 2))
            for (inner, other) in zip(try #require(value.array), try #require(same.array)) {
                #expect(inner.compactText == other.compactText)
                #expect(Self.text(inner, indent: 2) == Self.text(other, indent: 2))
            }
        }
    }

    /// Collects only whether each item has an index.
    private struct IndexList: JSONItemSink {
        var buffer: [UInt8] = Array("before".utf8)
        var hasIndex: [Bool] = []

        mutating func receive(_ bytes: Span<UInt8>, layout: inout JSONItemLayout, offset: Int) {
            let place = layout.append(bytes, to: &buffer)
            hasIndex.append(place.index > 0)
            if place.index > 0 { #expect(place.index == place.range.upperBound) }
        }
    }

    @Test(
        "exists for arrays and objects, up to the limit of entries",
        arguments: [
            (#"{"a":1}"#, true), ("[]", true), ("[[1],{}]", true), ("7", false), (#""x""#, false), ("null", false),
            ("[" + Array(repeating: "1", count: 131_071).joined(separator: ",") + "]", true),
            ("[" + Array(repeating: "1", count: 131_072).joined(separator: ",") + "]", false),
        ])
    func isThere(_ text: String, _ hasIndex: Bool) throws {
        var reader = JSONItemReader()
        var list = IndexList()
        let chunk = Array("[0] \(text) [0]".utf8)
        try reader.feed(chunk.span, into: &list)
        try reader.finish(into: &list)
        #expect(list.hasIndex == [true, hasIndex, true])
    }

    /// Makes two values of each item, and appends it to a shared buffer in between.
    private struct TwiceList: JSONItemSink {
        var first: [JSONValue] = []
        var second: [JSONValue] = []
        var buffer: [UInt8] = Array("before".utf8)

        mutating func receive(_ bytes: Span<UInt8>, layout: inout JSONItemLayout, offset: Int) {
            first.append(layout.value(of: bytes))
            _ = layout.append(bytes, to: &buffer)
            second.append(layout.value(of: bytes))
        }
    }

    @Test("is the same for a second value of an item") func again() throws {
        let texts = [#"{"a":1, "b":[2,{"c":3}]}"#, #"[ {"a":1},{"a" : 2} ]"#]
        var reader = JSONItemReader()
        var list = TwiceList()
        let chunk = Array(texts.joined(separator: " ").utf8)
        try reader.feed(chunk.span, into: &list)
        try reader.finish(into: &list)
        #expect(list.first.count == 2)
        #expect(list.second.count == 2)
        for (text, values) in zip(texts, zip(list.first, list.second)) {
            let plain = try JSONValue(parsing: text)
            #expect(Self.difference(values.0, plain) == nil)
            #expect(Self.difference(values.1, plain) == nil)
        }
    }

    @Test("is missing for an item with too many values, whose members are found nevertheless") func tooMany() throws {
        let text = "{\"a\":[" + Array(repeating: "1", count: 140_000).joined(separator: ", ") + "],\"b\":2}"
        var reader = JSONItemReader()
        var list = ItemList()
        let chunk = Array(text.utf8)
        try reader.feed(chunk.span, into: &list)
        try reader.finish(into: &list)
        let value = try #require(list.values.first)
        #expect(try value.member("b") == 2)
        #expect(try value.member("a")?.array?.count == 140_000)
    }
}
