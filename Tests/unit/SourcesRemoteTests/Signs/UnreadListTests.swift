import JSONParsing
import Testing

@testable import HTTP
@testable import HTTPReading
@testable import Pipeline

@Suite("A list that a program does not read") struct UnreadListTests {
    @Test(
        "is named where the program finds nothing",
        arguments: [
            (".items // empty | .[]", #"{"results":[{"id":1}]}"#, "nothing found at .items, but .results has a list that is not read"),
            (".items[]?", #"{"items":null,"results":[{"id":1}]}"#, "nothing found at .items, but .results has a list that is not read"),
            (
                ".data.items[]?", #"{"data":{"entries":[{}]}}"#,
                "nothing found at .data.items, but .data.entries has a list that is not read"
            ),
            (
                "(.items // .data // [])[]", #"{"total":1,"results":[{}]}"#,
                "nothing found at .data and .items, but .results has a list that is not read"
            ),
        ])
    func isNamed(_ items: String, _ page: String, _ phrase: String) throws {
        #expect(try Self.list(items, page) == phrase)
    }

    @Test(
        "is none beside an empty list, content, texts and an unknown program",
        arguments: [
            (".items[]?", #"{"items":[],"facets":[{"id":1}]}"#), (".items // empty | .[]", #"{"items":[],"facets":[{}]}"#),
            (".items[]?", #"{"results":["a"]}"#), (".items[]?", "{}"), (".[]?", #"{"results":[{}]}"#), ("..|.id?", #"{"results":[{}]}"#),
            (".items[]?", #"[{"id":1}]"#), (".items[]?", "null"),
        ])
    func isNone(_ items: String, _ page: String) throws {
        #expect(try Self.list(items, page) == nil)
    }

    private static func list(_ items: String, _ page: String) throws -> String? {
        OverlookedList(in: try JSONValue(parsing: Array(page.utf8)), around: ResponseContentPath(of: try RecordQuery(items)))?.phrase
    }
}
