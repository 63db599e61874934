import JSONParsing
import Testing

@Suite("JSON errors") struct JSONErrorTests {
    struct Example: CustomTestStringConvertible {
        let bytes: [UInt8]
        let message: String
        var testDescription: String { message }

        init(_ text: String, _ message: String) {
            bytes = Array(text.utf8)
            self.message = message
        }

        /// A JSON string that contains these bytes.
        init(inString bytes: [UInt8], _ message: String) {
            self.bytes = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
            self.message = message
        }
    }

    static let examples = [
        Example("[-x]", #"expected a digit, found "x" (at byte 2)"#),
        Example("[1.]", #"expected a digit, found "]" (at byte 3)"#),
        Example("[1e]", #"expected a digit or a sign, found "]" (at byte 3)"#),
        Example("[1e+ 1]", "expected a digit, found a space (at byte 4)"),
        Example("[-01]", #"expected ".", "e" or the end of a number that begins with 0, found "1" (at byte 3)"#),
        Example("[1x]", #"expected "," or "]", found "x" (at byte 2)"#),
        Example("-", "the text ends where a digit was expected (at byte 1)"),
        Example("1e", "the text ends where a digit or a sign was expected (at byte 2)"),
        Example(#"["\x41"]"#, #"expected one of " \ / b f n r t u after a backslash, found "x" (at byte 3)"#),
        Example("[\"\\\n\"]", #"expected one of " \ / b f n r t u after a backslash, found a line break (at byte 3)"#),
        Example(#"["\u12"]"#, #"expected four hexadecimal digits after \u, found a quotation mark (at byte 6)"#),
        Example(#"["\u12G4"]"#, #"expected four hexadecimal digits after \u, found "G" (at byte 6)"#),
        Example(inString: [0x61, 0xFF], "expected UTF-8, found byte 0xFF (at byte 2)"),
        Example(inString: [0x80], "expected UTF-8, found byte 0x80 (at byte 1)"),
        Example(inString: [0xC0, 0x80], "expected UTF-8, found byte 0xC0 (at byte 1)"),
        Example(inString: [0xC3, 0x28], #"expected UTF-8, found "(" in the character that begins with byte 0xC3 (at byte 1)"#),
        Example(inString: [0xE2, 0x82], "expected UTF-8, found a quotation mark in the character that begins with byte 0xE2 (at byte 1)"),
        Example(inString: [0xED, 0xA0, 0x80], "expected UTF-8, found byte 0xA0 in the character that begins with byte 0xED (at byte 1)"),
        Example("truth", #"expected true, false or null, found "t" (at byte 3)"#),
        Example("[NaN]", #"expected a value or "]", found "N"; JSON has no NaN or None, write null (at byte 1)"#),
        Example("[1,NaN]", #"expected a value, found "N"; JSON has no NaN or None, write null (at byte 3)"#),
        Example(#"{"a":-Infinity}"#, #"expected a digit, found "I"; JSON has no Infinity (at byte 6)"#),
        Example(#"{"a":nan}"#, #"expected true, false or null, found "a"; JSON has no nan, write null (at byte 6)"#),
        Example(#"{"a":undefined}"#, #"expected a value, found "u"; JSON has no undefined, write null (at byte 5)"#),
        Example("{\"a\":'b'}", #"expected a value, found "'"; JSON strings need double quotation marks (at byte 5)"#),
        Example("Not found", #"expected a value, found "N" (at byte 0)"#),
        Example("1 2", #"expected nothing more after the text, found "2" (at byte 2)"#),
        Example("[\"a\tb\"]", "a string holds byte 0x09, a control character that has to be escaped (at byte 3)"),
    ]

    /// The padding lets the scanner use its fast path for whole tokens.
    @Test("name the expected and the found input", arguments: examples, [0, 200])
    func messages(_ example: Example, _ padding: Int) {
        let isCut = example.message.hasPrefix("the text ends")
        let bytes = example.bytes + [UInt8](repeating: 0x20, count: isCut ? 0 : padding)
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
        #expect(error?.description == example.message)
    }

    @Test("of a value that is decoded later have offsets from the start of the value") func laterOffsets() throws {
        let inner = try #require(try JSONValue(parsing: #"[ {"a": 1, "a": 2} ]"#).array?.first)
        #expect(throws: JSONError(.duplicateKey("a"), offset: 9)) { try inner.decoded() }
        #expect(throws: JSONError(.duplicateKey("a"), offset: 9)) { try inner.member("a") }
    }
}

@Suite("JSON limits") struct JSONLimitsTests {
    @Test("are clamped to the supported range") func clamped() {
        let limits = JSONLimits(maxDepth: 0, maxValueBytes: .max)
        #expect(limits.maxDepth == 1)
        #expect(limits.maxValueBytes == 2_147_483_647)
        #expect(JSONLimits(maxValueBytes: -1).maxValueBytes == 1)
        #expect(JSONLimits() == .standard)
    }

    @Test("apply to a value that was built in memory") func built() throws {
        let value: JSONValue = ["text": "0123456789"]
        #expect(try JSONText(value, maxBytes: 21).count == 21)
        #expect(throws: JSONError(.tooLarge(limit: 20), offset: 20)) { try JSONText(value, maxBytes: 20) }
    }
}
