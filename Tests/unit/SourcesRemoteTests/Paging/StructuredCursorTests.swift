import JSONParsing
@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
@testable import SourcesRemote
import Testing
import WebAddresses

@Suite("A cursor that is a list or an object") struct StructuredCursorTests {
    private static let home = "https://api.example.org/list?limit=2"

    private static func template(_ body: String? = nil) throws -> RequestTemplate {
        var template = RequestTemplate(HTTPRequest(try #require(WebAddress(home))))
        guard let body else { return template }
        template.first.method = "POST"
        template.body = .json(try JSONValue(parsing: body))
        return template
    }

    private static func page(_ number: Int, _ content: String, last: String? = nil) throws -> PageFacts {
        PageFacts(
            number: number, address: try #require(WebAddress(home)), content: try JSONValue(parsing: content), itemCount: 2,
            lastItem: try last.map { try JSONValue(parsing: $0) })
    }

    /// The second request of a walk, as its URL and its body.
    private static func second(_ paging: String, after content: String, last: String? = nil, body: String? = nil) throws -> [String] {
        var walk = PageWalk(try Paging(json: paging), from: try template(body))
        _ = walk.request()
        let outcome = try walk.read(try page(1, content, last: last))
        guard let request = walk.request()?.request else { return ["\(outcome)"] }
        return [request.address.query ?? ""] + (request.body.map { [String(decoding: $0, as: UTF8.self)] } ?? [])
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let paging: String
        var content = "{}"
        var last: String?
        var body: String?
        let request: [String]
        var testDescription: String { name }
    }

    private static let examples = [
        Example(
            name: "search_after of Elasticsearch", paging: #"{"type": "keyset", "field": ".sort", "send_as": {"json": ".search_after"}}"#,
            last: #"{"_id": "a", "sort": [1700000000000, "a", null]}"#, body: #"{"size": 2}"#,
            request: ["limit=2", #"{"size":2,"search_after":[1700000000000,"a",null]}"#]),
        Example(
            name: "the key of DynamoDB",
            paging: #"{"type": "cursor", "at": ".LastEvaluatedKey", "send_as": {"json": ".ExclusiveStartKey"}}"#,
            content: #"{"LastEvaluatedKey": {"id": {"S": "7"}}}"#, body: #"{"TableName": "t"}"#,
            request: ["limit=2", #"{"TableName":"t","ExclusiveStartKey":{"id":{"S":"7"}}}"#]),
        Example(
            name: "a list in a query is compact JSON", paging: #"{"type": "cursor", "at": ".next"}"#, content: #"{"next": [ 1, "a b" ]}"#,
            request: ["limit=2&cursor=%5B1%2C%22a%20b%22%5D"]),
        Example(
            name: "a text in a query is the text", paging: #"{"type": "cursor", "at": ".next"}"#, content: #"{"next": "[1]"}"#,
            request: ["limit=2&cursor=%5B1%5D"]),
        Example(
            name: "a filter inside of lists",
            paging: #"{"type": "cursor", "at": ".next", "send_as": {"json": ".filterGroups[0].filters[1].value"}}"#,
            content: #"{"next": "9"}"#, body: #"{"filterGroups": [{"filters": [{"p": 1}, {"p": 2, "value": "0"}]}, 3]}"#,
            request: ["limit=2", #"{"filterGroups":[{"filters":[{"p":1},{"p":2,"value":"9"}]},3]}"#]),
        Example(
            name: "lists that are missing are made",
            paging: #"{"type": "cursor", "at": ".next", "send_as": {"json": ".groups[0].after"}}"#, content: #"{"next": 9}"#, body: "{}",
            request: ["limit=2", #"{"groups":[{"after":9}]}"#]),
        Example(
            name: "continue of MediaWiki", paging: #"{"type": "cursor", "at": ".continue", "send_as": {"each": "query"}}"#,
            content: #"{"continue": {"apcontinue": "B&c", "continue": "-||", "limit": 5, "none": null}}"#,
            request: ["apcontinue=B%26c&continue=-%7C%7C&limit=5"]),
        Example(
            name: "members of the body are merged",
            paging: #"{"type": "cursor", "at": "{page: {after: .next}}", "send_as": {"each": "json"}}"#,
            content: #"{"next": [2]}"#, body: #"{"page": {"size": 2, "after": 0}}"#,
            request: ["limit=2", #"{"page":{"size":2,"after":[2]}}"#]),
        Example(
            name: "an empty list is none", paging: #"{"type": "cursor", "at": ".next"}"#, content: #"{"next": []}"#, request: ["end(last)"]),
        Example(
            name: "an empty object is none", paging: #"{"type": "cursor", "at": ".next"}"#, content: #"{"next": {}}"#,
            request: ["end(last)"]),
        Example(
            name: "members without values are none", paging: #"{"type": "cursor", "at": "{a: .x, b: .y}", "send_as": {"each": "query"}}"#,
            content: #"{"y": ""}"#, request: ["end(last)"]),
    ]

    @Test("goes into the next request", arguments: examples) func sends(_ example: Example) throws {
        let found = try Self.second(example.paging, after: example.content, last: example.last, body: example.body)
        #expect(
            found.map { $0.replacing("SourcesRemote.WalkEnd.", with: "").replacing("SourcesRemote.PageOutcome.", with: "") }
                == example.request)
    }

    @Test("goes into a form, a member each") func form() throws {
        var template = try Self.template("{}")
        template.body = .form([("limit", "2"), ("after", "0")])
        let paging = try Paging(json: #"{"type": "cursor", "at": ".next", "send_as": {"each": "form"}}"#)
        var walk = PageWalk(paging, from: template)
        _ = walk.request()
        #expect(try walk.read(try Self.page(1, #"{"next": {"after": [1], "more": true}}"#)) == .more)
        #expect(walk.request()?.request.body.map { String(decoding: $0, as: UTF8.self) } == "limit=2&after=%5B1%5D&more=true")
    }

    private static let query = #""cursor""#
    private static let json = #"{"json": ".after"}"#
    private static let eachQuery = #"{"each": "query"}"#
    private static let eachJSON = #"{"each": "json"}"#
    private static let everywhere = [query, json, eachQuery, eachJSON]

    @Test(
        "that came before ends the walk with an error, whatever the order of its members",
        arguments: [
            (#"{"a": 1, "b": [2]}"#, #"{"b":[2],"a":1}"#, everywhere), ("[1, 2]", "[1,2]", [query, json]), ("[1, 2]", "[2, 1]", []),
            (#""[1]""#, "[1]", [query]), (#"{"a": 1}"#, #"{"a": 2}"#, []), (#"{"a": 1, "b": null}"#, #"{"a": 1}"#, [eachQuery, eachJSON]),
            (#"{"a": 1}"#, #"{"a": "1"}"#, [eachQuery]), (#"{"a": {"x": 1, "y": 2}}"#, #"{"a": {"y": 2, "x": 1}}"#, everywhere),
        ] as [(String, String, [String])])
    func repeats(_ first: String, _ second: String, _ repeating: [String]) throws {
        for place in Self.everywhere where first.hasPrefix("{") || !place.contains("each") {
            let isRepetition = repeating.contains(place)
            let paging = try Paging(json: #"{"type": "cursor", "at": ".next", "send_as": \#(place)}"#)
            var walk = PageWalk(paging, from: try Self.template("{}"))
            _ = walk.request()
            #expect(try walk.read(try Self.page(1, #"{"next": \#(first)}"#)) == .more)
            _ = walk.request()
            let outcome = try walk.read(try Self.page(2, #"{"next": \#(second)}"#))
            let shown = try #require(PageToken(try JSONValue(parsing: second))).shown
            #expect(outcome == (isRepetition ? .failed(.namedAgain(page: 2, earlier: 1, next: shown)) : .more))
        }
    }

    @Test("has a limit of bytes and of members") func limits() throws {
        let long = "\"\(String(repeating: "x", count: PageToken.maxBytes))x\""
        let members = (0...RequestParameter.maxMembers).map { "\"k\($0)\": 1" }.joined(separator: ", ")
        for (options, content, last, message) in [
            (#"{"type": "cursor", "at": ".next"}"#, #"{"next": [\#(long)]}"#, "{}", "the cursor at .next is longer than 1048576 bytes"),
            (#"{"type": "cursor", "at": ".next"}"#, #"{"next": \#(long)}"#, "{}", "the cursor at .next is longer than 1048576 bytes"),
            (#"{"type": "keyset", "field": ".id"}"#, "{}", #"{"id": \#(long)}"#, "the cursor at .id is longer than 1048576 bytes"),
            (
                #"{"type": "cursor", "at": ".next", "send_as": {"each": "query"}}"#, #"{"next": {\#(members)}}"#, "{}",
                "expected an object of at most 100 members at the next page"
            ),
        ] {
            var walk = PageWalk(try Paging(json: options), from: try Self.template())
            _ = walk.request()
            guard case .failed(let fault) = try walk.read(try Self.page(1, content, last: last)) else {
                Issue.record("no fault")
                continue
            }
            #expect(fault.description.hasPrefix("page 1: \(message)"))
            #expect(fault.kind == .badData)
        }
    }

    @Test(
        "needs a place that the body has",
        arguments: [
            (#"{"json": ".a.b"}"#, #"{"a": [1]}"#, "the body has an array on the way to .a.b, where an object is expected"),
            (#"{"json": ".a.b"}"#, #"{"a": "x"}"#, "the body has a string on the way to .a.b, where an object is expected"),
            (#"{"json": ".a[0]"}"#, #"{"a": {}}"#, "the body has an object on the way to .a[0], where an array is expected"),
            (#"{"json": ".a[2].b"}"#, #"{"a": [1]}"#, "the array of the body ends before element 2 on the way to .a[2].b"),
            (#"{"each": "json"}"#, "[1]", "the body is an array, which has no members"),
            (#"{"each": "form"}"#, "{}", "\"form\" puts a value into a form, but the body is JSON"),
            (#"{"json": ".a[1].b"}"#, #"{"a": [1]}"#, nil), (#"{"json": ".a.b"}"#, #"{"a": null}"#, nil),
            (#"{"json": ".next-token"}"#, "{}", nil), (#"{"json": "plain"}"#, "{}", nil), (#"{"each": "query"}"#, "{}", nil),
        ] as [(String, String, String?)])
    func places(_ sendAs: String, _ body: String, _ problem: String?) throws {
        let paging = try Paging(json: #"{"type": "cursor", "at": ".next", "send_as": \#(sendAs)}"#)
        #expect(try Self.template(body).problem(carrying: paging.parameters) == problem)
        guard sendAs.contains("each") else { return }
        let needsBody = !sendAs.contains("query")
        #expect((try Self.template().problem(carrying: paging.parameters) != nil) == needsBody)
    }

    @Test("is refused at a path that is no single place", arguments: [".a[]", ".a[-1]", ".a[0]?", ".a | length", ".", ""])
    func paths(_ path: String) {
        #expect(throws: (any Error).self) { try Paging(json: #"{"type": "cursor", "at": ".n", "send_as": {"json": "\#(path)"}}"#) }
    }

    @Test("stays in the state of an incremental run", arguments: [#"{"a":[1,"x"]}"#, "[1.50,null]", "7"]) func state(_ json: String) throws
    {
        let token = try #require(PageToken(try JSONValue(parsing: json)))
        let identity = ListIdentity(url: "https://api.example.org/", request: ["GET"], cursor: ".token of the response", id: "")
        let state = try IncrementalState(IncrementalState(identity: identity, position: .token(token)).bytes)
        guard case .token(let stored) = state.position else {
            Issue.record("no token")
            return
        }
        #expect(stored.json.compactText == json)
        let found = try IncrementalSettings(
            json: #"{"cursor": {"response": ".token"}, "send_as": {"json": ".since"}, "from": {"b": 1}}"#)
        let settings = try #require(found)
        let first = try IncrementalReading(settings, of: identity, after: nil, now: 0).parameter()
        #expect(first?.1.json.compactText == #"{"b":1}"#)
        let next = try IncrementalReading(settings, of: identity, after: state, now: 0).parameter()
        #expect(next?.1.json.compactText == json)
    }
}

// Where each member of the cursor has a place of its own.
extension StructuredCursorTests {
    private static let identity = ListIdentity(url: "https://api.example.org/", request: ["GET"], cursor: ".sync of the response", id: "")

    @Test(
        "without values does not move the state of an incremental run",
        arguments: [
            (#"{"sync": {"a": null, "b": ""}}"#, nil), (#"{"sync": {"a": null, "b": "7"}}"#, #"{"a":null,"b":"7"}"#),
        ] as [(String, String?)])
    func state(_ content: String, _ expected: String?) throws {
        let found = try IncrementalSettings(json: #"{"cursor": {"response": ".sync"}, "send_as": {"each": "query"}}"#)
        var reading = try IncrementalReading(try #require(found), of: Self.identity, after: nil, now: 0)
        try reading.read(try Self.page(1, content))
        #expect(reading.token.value?.json.compactText == expected)
        guard expected == nil else { return }
        let failure = #expect(throws: PipelineFailure.self) { try reading.state() }
        #expect(failure?.message == "incremental.cursor: no page has a value at .sync of the response")
    }

    @Test("without values is no key of a last item, because its request would be the first one again") func emptyKey() throws {
        let paging = #"{"type": "keyset", "field": "{after: .id, tie: .name}", "send_as": {"each": "query"}}"#
        var walk = PageWalk(try Paging(json: paging), from: try Self.template())
        _ = walk.request()
        let outcome = try walk.read(try Self.page(1, "{}", last: #"{"key": 7, "name": ""}"#))
        let place = "{after: .id, tie: .name}"
        #expect(outcome == .failed(.noKey(page: 1, place: place, found: "an object without values")))
    }

    @Test("without values is no start of an incremental run") func emptyStart() throws {
        let options = #""cursor": {"response": ".sync"}, "send_as": {"each": "query"}, "from": {"a": null}"#
        let error = #expect(throws: PipelineFileError.self) { try IncrementalSettings(json: "{\(options)}") }
        #expect(error?.list.map(\.message).contains { $0.contains("expected an object that has a value to send") } == true)
        #expect(throws: Never.self) { try IncrementalSettings(json: #"{\#(options), "value": ".a // {b: 1}"}"#) }
    }
}

extension IncrementalSettings {
    /// Reads the option `incremental` as a pipeline file has it.
    fileprivate init?(json: String) throws {
        var options = try OptionReader(json: #"{"incremental": \#(json)}"#)
        guard let settings = Self.read(&options) else { return nil }
        try options.check()
        self = settings
    }
}
