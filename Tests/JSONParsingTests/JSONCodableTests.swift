import JSONParsing
import Testing

/// A type with everything that `Codable` has containers for.
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

    @Test("are made of JSON, and JSON of them") func roundTrip() throws {
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
            (#""rating":1.5e0"#, #""rating":1.5e"#, "1:55: .: this number is not written as JSON wants it"),
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

    @Test("find their place through keys with dots and brackets") func oddKeys() {
        let error = #expect(throws: JSONCodingError.self) {
            try JSONValue.decode([String: [Int]].self, from: Array("{\"a\":[1],\n\"a.b[0]\":[1,\n true]}".utf8))
        }
        #expect(error?.description == "3:2: .a.b[0][1]: expected an integer from \(Int.min) to \(Int.max), found a boolean")
    }
}
