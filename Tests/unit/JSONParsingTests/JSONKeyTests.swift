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
