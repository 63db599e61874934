import JSONParsing
import TestSupport
import Testing

/// A type that uses every kind of `Codable` container.
private struct Article: Codable, Equatable {
    struct Section: Codable, Equatable {
        var title: String?
        var level: UInt8
    }
    enum Kind: String, Codable { case news, page }

    var id: UInt64
    var kind: Kind
    var rating: Double
    var tags: [String]
    var sections: [Section]
    var extra: JSONValue
    var shares: [String: Int]
    var point: [[Float]]
}

@Suite("Codable types") struct JSONCodableTests {
    static let text = #"""
        {"id":18446744073709551615,"kind":"news","rating":1.5e0,"tags":["a","é"],
         "sections":[{"title":null,"level":1},{"title":"T","level":255}],"extra":{"b":1.0,"a":[]},"shares":{"x":-1},
         "point":[[0.1,2],[]],"unknown":{"deep":[1,2,3]}}
        """#

    @Test("are decoded from JSON and encoded as JSON") func roundTrip() throws {
        let article = try JSONValue(parsing: Self.text).decode(Article.self)
        #expect(article.id == .max)
        #expect(article.kind == .news)
        #expect(article.sections == [.init(title: nil, level: 1), .init(title: "T", level: 255)])
        #expect(article.extra.compactText == #"{"b":1.0,"a":[]}"#)
        #expect(article.shares == ["x": -1])
        let value = try JSONValue(encoding: article)
        #expect(
            value.compactText
                == #"{"id":18446744073709551615,"kind":"news","rating":1.5,"tags":["a","é"],"#
                + #""sections":[{"level":1},{"title":"T","level":255}],"extra":{"b":1.0,"a":[]},"shares":{"x":-1},"point":[[0.1,2],[]]}"#)
        #expect(try value.decode(Article.self) == article)
        #expect(try JSONValue(encoding: [1, nil, 3] as [Int?]).compactText == "[1,null,3]")
        #expect(try JSONValue(parsing: "7").decode(Int.self) == 7)
    }

    @Test(
        "that do not fit are refused with path, line and column",
        arguments: [
            (
                #""id":18446744073709551615"#, #""id":-1"#,
                "1:7: .id: expected an integer from 0 to 18446744073709551615, found the number -1"
            ),
            (
                #""id":18446744073709551615"#, #""id":1.5"#,
                "1:7: .id: expected an integer from 0 to 18446744073709551615, found the number 1.5"
            ),
            (#""kind":"news","#, "", "1:1: .kind: missing"),
            (#""level":255"#, #""level":256"#, "2:60: .sections[1].level: expected an integer from 0 to 255, found the number 256"),
            (#"["a","é"]"#, #"["a",{}]"#, "1:69: .tags[1]: expected a string, found an object"),
            (#""sections":[{"#, #""sections":[[],{"#, "2:14: .sections[0]: expected an object, found an array"),
            (#""point":[[0.1,2],[]]"#, #""point":null"#, "3:10: .point: expected an array, found null"),
            (
                #""title":"T""#, #""title":"\ud800""#,
                "2:49: .sections[1].title: this \\u escape is half of a surrogate pair and stands for no character"
            ),
            (#""rating":1.5e0"#, #""rating":1.5e"#, #"1:55: .: expected a digit or a sign, found ",""#),
            (
                #""rating":1.5e0"#, #""rating":1E400"#,
                "1:51: .rating: expected a number within ±1.7976931348623157e+308, found the number 1E400"
            ),
            (
                "[[0.1,2],[]]", "[[0.1,2],[1e39]]",
                "3:20: .point[1][0]: expected a number within ±3.4028235e+38, found the number 1e39"
            ),
        ])
    func refuses(_ old: String, _ new: String, _ message: String) throws {
        let bytes = Array(Self.text.replacing(old, with: new).utf8)
        let error = #expect(throws: JSONCodingError.self) { try JSONValue.decode(Article.self, from: bytes) }
        #expect(error?.description.hasPrefix(message) ?? false, "\(error?.description ?? "")")
    }

    @Test("without a form in JSON are refused") func infinite() {
        let error = #expect(throws: JSONCodingError.self) { try JSONValue(encoding: ["a": [1, .infinity]]) }
        #expect(error?.description == ".a[1]: inf has no form in JSON")
    }

    struct Place: CustomTestStringConvertible {
        let name: String
        let text: String
        let message: String
        var testDescription: String { name }
    }

    /// Texts that do not decode as `[String: [Int]]`. Each message begins with position and path.
    static let places = [
        Place(name: "dots and brackets in a key", text: "{\"a\":[1],\n\"a.b[0]\":[1,\n true]}", message: #"3:2: ."a.b[0]"[1]: "#),
        Place(name: "a key beside its beginning", text: "{\"a\":[1],\n\"ab\":[2],\"abc\":[\n{}]}", message: "3:1: .abc[0]: "),
        Place(name: "a key that looks like a path", text: "{\"a.b\":[1],\n\"a\":[\n\"b\"]}", message: "3:1: .a[0]: "),
        Place(name: "a key that begins with a combining mark", text: "{\"\u{301}a\":[1,\n2,\"x\"]}", message: "2:3: .\"\u{301}a\"[2]: "),
        Place(name: "an empty key", text: "{\"b\":[1],\"\":\n[[]]}", message: #"2:2: .""[0]: "#),
        Place(name: "an escaped key", text: "{\"b\":[1],\"\\u0061\":\n7}", message: "2:1: .a: "),
        Place(name: "half a surrogate pair elsewhere", text: "{\"b\":[\ntrue],\"a\":[\"\\ud800\"]}", message: "2:1: .b[0]: "),
        Place(name: "arrays before and behind", text: "{\"b\":[1,2,3],\"a\":[1,\n2,null,4]}", message: "2:3: .a[2]: "),
        Place(name: "a value on the level above", text: " \n [1]", message: "2:2: .: "),
        Place(name: "a scalar at the very end", text: " 7", message: "1:2: .: "),
    ]

    @Test("give the line and column of the value that does not fit", arguments: places) func place(_ example: Place) {
        let error = #expect(throws: JSONCodingError.self) {
            try JSONValue.decode([String: [Int]].self, from: Array(example.text.utf8))
        }
        #expect(error?.description.hasPrefix(example.message + "expected ") ?? false, "\(error?.description ?? "")")
    }

    @Test("give the position of the second of two equal keys") func equalKeys() {
        let error = #expect(throws: JSONCodingError.self) {
            try JSONValue.decode([String: [String: Int]].self, from: Array("{\"a\": { \"b\": 1,\n  \"c\": 2, \"b\": 3}}".utf8))
        }
        #expect(error?.description == #"2:11: .a: the key "b" stands twice in one object"#)
    }

    @Test("give the position of the object for a missing member") func missing() {
        struct Inner: Decodable { let deep: Int }
        let error = #expect(throws: JSONCodingError.self) {
            try JSONValue.decode([Int: [Inner]].self, from: Array("{\"7\":[],\"5\":[{\"deep\":1},\n {\"deeper\":1}]}".utf8))
        }
        #expect(error?.description == #"2:2: ."5"[1].deep: missing"#)
    }

    @Test("round numbers to the nearest value, and refuse those out of range") func floating() throws {
        #expect(try JSONValue(parsing: "0.1").decode(Float.self) == 0.1)
        #expect(try JSONValue(parsing: "1e-400").decode(Double.self) == 0)
        // The nearest Double is halfway between two Floats. Rounding twice would give the lower, even one.
        #expect(try JSONValue(parsing: "1.00000005960464477540").decode(Float.self) == Float(1).nextUp)
        #expect(try JSONValue(parsing: "9007199254740993.0").decode(Int.self) == 9_007_199_254_740_993)
        for text in ["1E400", "-1e309"] {
            #expect(throws: JSONCodingError.self) { try JSONValue(parsing: text).decode(Double.self) }
        }
        #expect(throws: JSONCodingError.self) { try JSONValue(parsing: "1e39").decode(Float.self) }
        #expect(throws: JSONCodingError.self) { try JSONValue.number(JSONNumber(Double.infinity)).decode(Double.self) }
        #expect(throws: JSONCodingError.self) { try JSONValue.number(JSONNumber(Double.nan)).decode(Float.self) }
    }

    /// With a copy of all of them for each one, these would take several minutes.
    @Test("with many elements and members are encoded in linear time", .startsOnIdlePool, .timeLimit(.minutes(5)))
    func many() throws {
        let numbers = Array(0..<200_000)
        #expect(try JSONValue(encoding: numbers).array?.count == numbers.count)
        let words = Dictionary(uniqueKeysWithValues: (0..<60_000).map { ("key\($0)", $0) })
        let object = try #require(try JSONValue(encoding: words).object)
        #expect(object.count == words.count)
        #expect(object["key59999"] == 59_999)
    }

    /// Encodes the same key in two containers of the same object.
    private struct Twice: Encodable {
        enum Key: CodingKey { case a, b }

        func encode(to encoder: any Encoder) throws {
            var first = encoder.container(keyedBy: Key.self)
            try first.encode(1, forKey: .a)
            try first.encode(2, forKey: .b)
            var second = encoder.container(keyedBy: Key.self)
            try second.encode([3], forKey: .a)
        }
    }

    @Test("that encode a key twice keep the last value") func twice() throws {
        #expect(try JSONValue(encoding: Twice()).compactText == #"{"a":[3],"b":2}"#)
    }
}
