import JSONParsing
import Testing

/// "é" as one character, and as a letter with a combining accent: canonically equivalent in Unicode, two keys in JSON.
private let composed = "\u{e9}"
private let decomposed = "e\u{301}"

@Suite("JSON keys are compared by their bytes") struct JSONKeyTests {
    /// A record with both keys and a number of other keys, which decides whether the object has an index.
    static func record(others: Int) -> String {
        let rest = (0..<others).map { ",\"k\($0)\":\($0)" }.joined()
        return "{\"\(composed)\":1,\"\(decomposed)\":2\(rest)}"
    }

    @Test("two normal forms of a name are two members", arguments: [0, 3, 40], [false, true])
    func twoMembers(_ others: Int, _ lastKeyWins: Bool) throws {
        let text = Self.record(others: others)
        let value = try JSONValue(parsing: Array(text.utf8), limits: .standard, lastKeyWins: lastKeyWins)
        #expect(try value.member(composed) == 1)
        #expect(try value.member(decomposed) == 2)
        guard case .object(var object) = try value.decoded() else {
            Issue.record("no object")
            return
        }
        #expect(object.count == others + 2)
        #expect(object[composed] == 1)
        #expect(object[decomposed] == 2)
        #expect(JSONValue.object(object).compactText == text)
        object[decomposed] = 3
        #expect(object[composed] == 1)
        object[composed] = nil
        #expect(object[decomposed] == 3)
    }

    @Test("a key with the same bytes is found, however it is escaped") func escaped() throws {
        let value = try JSONValue(parsing: #"{"\u00e9":1,"e\u0301":2}"#)
        #expect(try value.member(composed) == 1)
        #expect(try value.member(decomposed) == 2)
        #expect(throws: JSONError(.duplicateKey(composed), offset: 8)) {
            try JSONValue(parsing: "{\"\(composed)\":1,\"\\u00e9\":2}").decoded()
        }
    }

    @Test("renaming tells them apart", arguments: [0, 40]) func renaming(_ others: Int) throws {
        var object = try #require(try JSONValue(parsing: Self.record(others: others)).object)
        #expect(object.rename([(key: composed, value: "a")]) == nil)
        #expect(object["a"] == 1)
        #expect(object[decomposed] == 2)
        #expect(object.rename([(key: "a", value: composed)]) == nil)
        #expect(object.count == others + 2)
        #expect(object.rename([(key: composed, value: decomposed), (key: decomposed, value: composed)]) == nil)
        #expect(object[composed] == 2)
        #expect(object[decomposed] == 1)
    }

    @Test(
        "long keys differ in any byte",
        arguments: [1, 7, 8, 9, 15, 16, 17, 40])
    func longKeys(_ length: Int) {
        let key = String(repeating: "k", count: length)
        for place in 0..<length {
            let other = key.prefix(place) + "x" + key.dropFirst(place + 1)
            let object: JSONObject = [key: 1, String(other): 2]
            #expect(object.count == 2)
            #expect(object[key] == 1)
        }
    }
}

@Suite("A member of an undecoded object") struct UndecodedMemberTests {
    static let names =
        (0...20).map { String(repeating: "n", count: $0) } + ["é", "\"", "\\", "a\\", "a\"b", "\\u0061", "\n", "ab", "ba", "\u{1F600}x"]

    /// A key in quotation marks, with an escape for every character if `isEscaped`.
    private static func key(_ name: String, isEscaped: Bool) -> String {
        guard isEscaped else { return JSONValue.string(name).compactText }
        let units = name.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"" + units.joined() + "\""
    }

    @Test("is found by its name, with or without escapes in keys", arguments: [false, true], ["", " \n "])
    func isFound(_ isEscaped: Bool, _ space: String) throws {
        let members = Self.names.enumerated().map { "\(Self.key($1, isEscaped: isEscaped))\(space):\(space)\($0)" }
        let value = try JSONValue(parsing: "{\(members.joined(separator: ",\(space)"))}")
        for (place, name) in Self.names.enumerated() {
            #expect(try value.member(name)?.number == JSONNumber(place), "\(name.debugDescription)")
            #expect(try value.member(name + "-") == nil)
            #expect(try value.member("-" + name) == nil)
        }
        #expect(try value.members(Self.names + ["none"]) == (0..<Self.names.count).map { .number(JSONNumber($0)) } + [nil])
    }

    @Test("does not affect lookups of others if its key is duplicate or has a lone surrogate", arguments: [1, 40]) func others(_ count: Int)
        throws
    {
        let others = (0..<count).map { "k\($0)" }
        let members = others.map { "\"\($0)\":1" } + [#""a":2"#, #""ab\ud800":3"#, #""a":4"#, #""b":5"#]
        let value = try JSONValue(parsing: "{\(members.joined(separator: ","))}")
        #expect(try value.member("ab") == nil)
        #expect(try value.members(others + ["b", "ab"]) == others.map { _ in 1 } + [5, nil])
        #expect(throws: JSONError.self) { try value.members(others + ["a"]) }
        #expect(try JSONValue.null.members(others) == others.map { _ in nil })
    }
}
