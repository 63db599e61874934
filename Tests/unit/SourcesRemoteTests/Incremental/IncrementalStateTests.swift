import JSONParsing
import Testing

@testable import Pipeline
@testable import HTTPReading
@testable import SourcesLocal

@Suite("The state of an incremental source") struct IncrementalStateTests {
    private static let identity = ListIdentity(url: "https://example.org/list?a=1&b=2", request: ["GET"], cursor: ".at", id: ".id")

    private static let text = """
        {
          "format": "tabpipe state 1",
          "url": "https://example.org/list?a=1&b=2",
          "cursor": ".at",
          "id": ".id",
          "list": "\(identity.hash)",
          "greatest": "2024-05-01T08:30:00Z",
          "items": [
            {"cursor": "2024-05-01T08:29:00Z", "ids": [16]},
            {"cursor": "2024-05-01T08:30:00Z", "ids": ["a\\"b", 17]}
          ]
        }

        """

    @Test("is JSON that people can read, and reads back as the same bytes") func roundTrip() throws {
        let state = try IncrementalState(Array(Self.text.utf8))
        #expect(state.identity == Self.identity)
        #expect(state.shown == "2024-05-01T08:30:00Z")
        #expect(String(decoding: state.bytes, as: UTF8.self) == Self.text)
        guard case .items(let items) = state.position else {
            Issue.record("the position is no item")
            return
        }
        var clock = CursorClock(now: 1_717_200_000, countsAll: false)
        let again = try IncrementalWindow(items, lag: 60, clock: &clock).items()
        #expect(IncrementalState(identity: Self.identity, position: .items(again)).bytes == state.bytes)
    }

    @Test("stores the outputs of its run, and reads states without them") func outputs() throws {
        #expect(try IncrementalState(Array(Self.text.utf8)).outputs == nil)
        let marks = [
            OutputMark(path: "a b.jsonl", content: .file(bytes: 17)), OutputMark(path: "out", content: .folder(hasFiles: true)),
        ]
        let state = IncrementalState(identity: Self.identity, position: .token(PageToken("x")), outputs: marks)
        #expect(try IncrementalState(state.bytes).outputs == marks)
    }

    @Test("may be at the start of the list, with items that are ahead of the clock") func start() throws {
        let text = Self.text.replacing(#""greatest": "2024-05-01T08:30:00Z""#, with: #""greatest": null"#)
        let state = try IncrementalState(Array(text.utf8))
        #expect(state.shown == "the start of the list")
        #expect(String(decoding: state.bytes, as: UTF8.self) == text)
    }

    @Test("keeps a token of the server") func token() throws {
        let state = IncrementalState(identity: Self.identity, position: .token(PageToken("x/1")))
        let read = try IncrementalState(state.bytes)
        #expect(read.shown == "x/1")
        #expect(read.bytes == state.bytes)
    }

    @Test(
        "says where it is damaged",
        arguments: [
            ("\"items\": [", "\"items\": [[", #"line 12, column 1: "#),
            (#""greatest": "2024-05-01T08:30:00Z""#, #""greatest": true"#, ".greatest: "),
            (#""ids": [16]"#, #""ids": 16"#, ".items[0].ids: expected an array, found a number"),
            (#""cursor": "2024-05-01T08:29:00Z", "#, "", ".items[0].cursor: expected a number or a text, found nothing"),
            ("tabpipe state 1", "tabpipe state 2", #"expected the format "tabpipe state 1", found "tabpipe state 2" of another version"#),
            (#""url": "#, #""uri": "#, ".url: expected a text, found nothing"),
        ])
    func damaged(_ old: String, _ new: String, _ message: String) {
        let fault = #expect(throws: StateFault.self) { try IncrementalState(Array(Self.text.replacing(old, with: new).utf8)) }
        #expect(fault?.description.hasPrefix(message) == true, "\(fault?.description ?? "")")
    }

    @Test("is never taken for another file, and is known if it is cut")
    func kind() {
        #expect(IncrementalState.isState(Array(Self.text.utf8)))
        #expect(IncrementalState.isState(Array(Self.text.utf8.prefix(60))))
        #expect(IncrementalState.isState([]))
        #expect(!IncrementalState.isState(Array("{\"id\": 1}".utf8)))
        #expect(!IncrementalState.isState(Array("# notes".utf8)))
    }

    @Test(
        "belongs to a list whatever the order of its query, and to no other",
        arguments: [
            ("https://example.org/list?b=2&a=1", "GET", ".at", ".id", nil as String?),
            ("https://example.org/list?a=1", "GET", ".at", ".id", "the url and query of the earlier run: "),
            ("https://example.org/other?a=1&b=2", "GET", ".at", ".id", "the url and query of the earlier run: "),
            ("https://example.org/list?a=1&b=2", "POST", ".at", ".id", "another method, body or secret query item"),
            ("https://example.org/list?a=1&b=2", "GET", ".made", ".id", "the cursor of the earlier run: .at, and now: .made"),
            ("https://example.org/list?a=1&b=2", "GET", ".at", "", "the id of the earlier run: .id, and now: none"),
        ])
    func lists(_ url: String, _ method: String, _ cursor: String, _ id: String, _ difference: String?) {
        let other = ListIdentity(url: url, request: [method], cursor: cursor, id: id)
        #expect((other == Self.identity) == (difference == nil))
        if let difference { #expect(other.difference(from: Self.identity).hasPrefix(difference)) }
    }
}
