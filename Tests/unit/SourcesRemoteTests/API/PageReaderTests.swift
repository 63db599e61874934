import JSONParsing
@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
@testable import SourcesLocal
import Testing
import WebAddresses

@Suite("The body of a page") struct PageReaderTests {
    private static func read(
        _ body: [UInt8], items: String = ".items[]", id: String? = nil, contentType: String? = nil
    ) throws -> PageContent {
        let reader = PageReader(
            items: try RecordQuery(items), id: try id.map { try RecordQuery($0) }, limits: .standard, secrets: LearnedSecrets())
        return try reader.read(body, of: "https://example.org/: page 3", contentType: contentType)
    }

    private static func read(_ body: String, items: String = ".items[]", id: String? = nil) throws -> PageContent {
        try read(Array(body.utf8), items: items, id: id)
    }

    @Test(
        "gives the items that a program names, written as they were read",
        arguments: [
            (".items[]", #"{"items": [{"a": 1.0}, 2 , "x"]}"#, [#"{"a":1.0}"#, "2", #""x""#]), (".[]", "[1, [2]]", ["1", "[2]"]),
            (".data.rows[].item", #"{"data": {"rows": [{"item": 1}, {"item": 2}]}}"#, ["1", "2"]),
            (".items[]", #"{"items": {"a": 1, "b": 2}}"#, ["1", "2"]), (".items[]?", #"{"items": null}"#, []),
            (".items[] | select(. > 1)", #"{"items": [1, 2, 3]}"#, ["2", "3"]), (".", #"{"a": 1}"#, [#"{"a":1}"#]),
            ("[.items[], .more] | .[]", #"{"items": [1], "more": 2}"#, ["1", "2"]), (".items[]", "\u{FEFF}{\"items\": [1]}", ["1"]),
            (".items[]", "", []), (".items[]", " \n", []), (".a?.b[]?", "{}", []),
        ])
    func items(_ program: String, _ body: String, _ items: [String]) throws {
        #expect(try Self.read(body, items: program).items.map(\.compactText) == items)
    }

    @Test(
        "without items quotes the error that it names, but nothing secret and nothing of a secret URL",
        arguments: [
            (#"{"ok": false, "error": "invalid_auth"}"#, false, #"; the response says "invalid_auth""#),
            (#"{"error": {"code": "E7", "message": "no\u001b access"}}"#, false, #"; the response says "E7: no␛ access""#),
            (#"{"title": "Forbidden", "detail": "key secret-key-7 is old"}"#, false, #"; the response says "key *** is old""#),
            (#"{"ok": false, "error": "invalid_auth"}"#, true, ""), (#"{"ok": false}"#, false, ""), (#"{"error": 7}"#, false, ""),
        ])
    func errorQuote(_ body: String, _ isSecret: Bool, _ end: String) throws {
        var request = HTTPRequest(try #require(WebAddress("https://example.org/")))
        if isSecret { request.secretName = "$env.URL" }
        let learned = LearnedSecrets()
        learned.insert(["secret-key-7"])
        let reader = PageReader(items: try RecordQuery(".items[]"), id: nil, limits: .standard, secrets: learned)
        let failure = #expect(throws: PipelineFailure.self) {
            try reader.read(Array(body.utf8), of: "p", name: RequestName(request, secrets: learned))
        }
        let message = try #require(failure).message
        #expect(message.hasSuffix(end) && message.contains("the response says") == !end.isEmpty, "\(message)")
    }

    @Test(
        "counts what the server lists, whatever the program makes of it",
        arguments: [
            (".items[]", 3), (".items[] | select(. > 1)", 3), (".items[] | (., .)", 3), (".items | map(select(. > 5)) | .[]", 3),
            (".items | .[]", 3), ("[.items[]] | .[1:] | .[]", 2),
        ])
    func listedCount(_ program: String, _ count: Int) throws {
        #expect(try Self.read(#"{"items": [1, 2, 3]}"#, items: program).listedCount == count)
    }

    @Test(
        "that cannot be used is an error with its place, and gives no items",
        arguments: [
            (".items[]", #"{"items": [1,"# + "\n2}", "line 2, byte 15: expected"),
            (".items[]", #"{"itens": []}"#, #"items: nothing found at .items; did you mean "itens"?"#),
            (".items[]", #"{"a": 1, "b": 2}"#, #"items: nothing found at .items; the keys there: "a", "b""#),
            (".data.items[]", #"{"data": {}}"#, "items: nothing found at .data.items; the object has no keys"),
            (".items[]", #"{"items": null}"#, "items: expected an array at .items, found null; .items[]? takes that for an empty list"),
            (".items[]", #"{"items": "x"}"#, "items: expected an array at .items, found a string"),
            (".items[]", "[1]", "items: expected an object at ., found an array"),
            (".items[].a", #"{"items": [{"a": 1}, 2]}"#, "items: expected an object at .items[], found a number"),
            (".items[] | [.a]", #"{"items": [{"a": 1}, 2]}"#, #"item 2: items: Cannot index number with string ("a")"#),
            (".items[]", #"{"items": [1], "items": [2]}"#, #"items: the key "items" stands twice in one object (at byte 15)"#),
            (".items[]", "<!DOCTYPE html><title>Sign in\u{1B}[31m</title>", "the server sent HTML: Sign in␛[31m; JSON was expected"),
            (
                ".items[]", String(repeating: "[", count: 600),
                "line 1, byte 512: arrays and objects are nested deeper than the limit of 512"
            ),
        ])
    func faults(_ program: String, _ body: String, _ message: String) throws {
        let failure = #expect(throws: PipelineFailure.self) { try Self.read(body, items: program) }
        #expect(failure?.kind == .badData)
        #expect(failure?.message.hasPrefix("https://example.org/: page 3") == true)
        #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
    }

    @Test("in UTF-16 is decoded, and one in UTF-32 is named as that") func wide() throws {
        let text = #"{"items":[1]}"#
        #expect(try Self.read([0xFF, 0xFE] + text.utf8.flatMap { byte -> [UInt8] in [byte, 0] }).items == [1])
        let failure = #expect(throws: PipelineFailure.self) { try Self.read(text.utf8.flatMap { byte -> [UInt8] in [byte, 0, 0, 0] }) }
        #expect(failure?.message == "https://example.org/: page 3: the text is in UTF-32; JSON has to be in UTF-8")
    }

    @Test(
        "is in the encoding that its header names, unless it is UTF-8",
        arguments: [
            ("application/json; charset=shift_jis", [0x93, 0x6E, 0x83, 0x5C], "渡ソ"),
            ("application/json; charset=ISO-8859-1", [0x63, 0xE9], "cé"),
            ("application/json; charset=ISO-8859-1", [0x63, 0xC3, 0xA9], "cé"),
            ("application/json; charset=gbk", Array("渡轮".utf8), "渡轮"),
        ] as [(String, [UInt8], String)])
    func header(_ contentType: String, _ bytes: [UInt8], _ text: String) throws {
        let body = Array(#"{"items":[""#.utf8) + bytes + Array(#""]}"#.utf8)
        #expect(try Self.read(body, contentType: contentType).items == [.string(text)])
    }

    @Test("that is cut anywhere is an error, or empty") func cuts() throws {
        let body = Array("\u{FEFF}{\"items\": [{\"a\": \"\u{E9}\"}, 2]}".utf8)
        #expect(try Self.read(body).items.count == 2)
        for count in 0..<body.count {
            if count == 0 || count == 3 {
                #expect(try Self.read(Array(body.prefix(count))).items.isEmpty)
            } else {
                #expect(throws: PipelineFailure.self) { try Self.read(Array(body.prefix(count))) }
            }
        }
    }

    @Test("tells items by their ids, or pages by all items") func identity() throws {
        guard case .ids(let ids) = try Self.read(#"{"items": [{"id": 1}, {"id": "1"}, {"id": null}, {}]}"#, id: ".id").identity else {
            Issue.record("no ids")
            return
        }
        #expect(ids.map { $0?.id } == [Fingerprint("1"), Fingerprint("\"1\""), nil, nil])
        guard case .content(let one) = try Self.read(#"{"items": [1, 2], "time": 1}"#).identity,
            case .content(let other) = try Self.read(#"{"items": [ 1,2 ], "time": 2}"#).identity
        else {
            Issue.record("no hash")
            return
        }
        #expect(one == other)
        let failure = #expect(throws: PipelineFailure.self) { try Self.read(#"{"items": [1]}"#, id: ".id") }
        #expect(failure?.message.hasPrefix("https://example.org/: page 3, item 1: id: ") == true)
    }
}
