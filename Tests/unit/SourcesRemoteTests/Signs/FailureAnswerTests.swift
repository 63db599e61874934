import JSONParsing
import Testing
import WebAddresses

@testable import HTTP
@testable import Pipeline
@testable import SourcesRemote

@Suite("An answer that reports a failure") struct FailureAnswerTests {
    private static let good = #"("accept" in "responses" says that it is good)"#

    struct List: Sendable, CustomTestStringConvertible {
        let name: String
        var items = ".items[]"
        var options = ""
        /// The pages, with their status codes.
        var pages: [(status: Int, body: String)]
        /// The values of the records; nil for a run that fails.
        var values: [String]?
        /// The failure, or the warning; nil for none.
        var message: String?
        var exitCode: Int32 = 69
        /// The request in the failure.
        var request = "https://api.example.org/items"
        var testDescription: String { name }
    }

    static let cursor = #", "paging": {"type": "cursor", "at": ".next"}"#
    static let lists = [
        List(
            name: "without items", pages: [(200, #"{"ok":false,"error":"ratelimited","items":[]}"#)],
            message: #"page 1: the response reports a failure: "ratelimited" (.ok is false), and has no items \#(good)"#),
        List(
            name: "on the second page", options: cursor,
            pages: [(200, #"{"ok":true,"items":[1],"next":"a"}"#), (200, #"{"ok":false,"error":"internal_error","items":[]}"#)],
            message: #"page 2: the response reports a failure: "internal_error" (.ok is false), and has no items \#(good)"#),
        List(
            name: "as an object in place of the list", options: cursor,
            pages: [(200, #"{"items":[1],"next":"a"}"#), (200, #"{"items":{"code":4,"text":"Item 4"}}"#)],
            message: #"page 2: "items" names an object, and an array on the pages before it"#, exitCode: 65),
        List(
            name: "without a failure: an empty object in place of an empty list", options: cursor,
            pages: [(200, #"{"items":[1],"next":"a"}"#), (200, #"{"items":{}}"#)], values: ["1"]),
        List(
            name: "as a record that is null", items: ".data.viewer",
            pages: [(200, #"{"data":{"viewer":null},"errors":[{"message":"No"}]}"#)],
            message: #"page 1: the response reports a failure: "No" (it has .errors), and has no items \#(good)"#),
        List(
            name: "by a list at another place than the program reads", items: ".items // empty | .[]",
            pages: [(200, #"{"results":[{"id":1}]}"#)], values: [],
            message: "page 1: items: nothing found at .items, but .results has a list that is not read; items may be missing"),
        List(
            name: "beside items", pages: [(200, #"{"ok":false,"error":"partial","items":[1]}"#)], values: ["1"],
            message: #"page 1: the response reports a failure: "partial" (.ok is false); items may be missing \#(good)"#),
        List(
            name: "that a rule accepts", options: #", "responses": [{"when": ".ok == false", "action": "accept"}]"#,
            pages: [(200, #"{"ok":false,"error":"partial","items":[]}"#)], values: []),
        List(
            name: "of which a rule warns", options: #", "responses": [{"when": ".ok == false", "action": "warn", "message": ".error"}]"#,
            pages: [(200, #"{"ok":false,"error":"partial","items":[]}"#)], values: [], message: "page 1: partial"),
        List(name: "in a record", pages: [(200, #"{"items":[{"ok":false,"error":"x"}]}"#)], values: [#"{"ok":false,"error":"x"}"#]),
        List(name: "that is the record", items: ".", pages: [(200, #"{"ok":false,"error":"x"}"#)], values: [#"{"ok":false,"error":"x"}"#]),
        List(
            name: "by a status that ends the list before it begins", options: #", "responses": [{"status": 404, "action": "end"}]"#,
            pages: [(404, "no")],
            message: "the server answered 404 for the first page, which responses[0] passes over; no list has begun, is the URL right? "
                + #"("action": "empty" says that this answer means an empty list)"#),
        List(
            name: "by a status that is skipped before the list begins",
            options: #", "responses": [{"status": 404, "action": "skip"}], "paging": {"type": "page"}"#, pages: [(404, "no")],
            message: "the server answered 404 for the first page, which responses[0] passes over; no list has begun, is the URL right? "
                + #"("action": "empty" says that this answer means an empty list)"#),
        List(
            name: "by a status and a condition", options: #", "responses": [{"status": 404, "when": ".code == 1", "action": "end"}]"#,
            pages: [(404, #"{"code":1}"#)], values: []),
        List(
            name: "by a status that means an empty list", options: #", "responses": [{"status": 404, "action": "empty"}]"#,
            pages: [(404, "no")], values: []),
        List(
            name: "by a status behind the last page",
            options: #", "responses": [{"status": 404, "action": "end"}], "paging": {"type": "page"}"#,
            pages: [(200, #"{"items":[1]}"#), (200, #"{"items":[2]}"#), (404, "no")], values: ["1", "2"]),
        List(
            name: "by the status 404 behind the last page", options: #", "paging": {"type": "page", "stop_on_404": true}"#,
            pages: [(200, #"{"items":[1]}"#), (200, #"{"items":[2]}"#), (404, "no")], values: ["1", "2"]),
        List(
            name: "by the status 404 behind the last page, which the paging does not know", options: #", "paging": {"type": "page"}"#,
            pages: [(200, #"{"items":[1]}"#), (404, "no")],
            message: #"page 2: the server answered 404: no; "stop_on_404": true in "paging" takes that for the end"#,
            request: "https://api.example.org/items?page=2"),
        List(
            name: "without a failure: a token 0 behind the last page", options: cursor,
            pages: [(200, #"{"items":[1],"next":7}"#), (200, #"{"items":[2],"next":0}"#)], values: ["1", "2"]),
        List(
            name: "by the status 404 for the first page", options: #", "paging": {"type": "page", "stop_on_404": true}"#,
            pages: [(404, "no")], message: "page 1: the server answered 404: no", request: "https://api.example.org/items?page=1"),
    ]

    @Test("is an error of a list, or a warning", arguments: lists) func list(_ list: List) async throws {
        let source = #"{"type": "http", "url": "https://api.example.org/items", "items": "\#(list.items)"\#(list.options)}"#
        let pages = list.pages
        let run = try await HydrateRun("", source: source) { request in
            let number = request.address.queryValue("cursor") == nil ? request.address.queryValue("page").flatMap { Int($0) } ?? 1 : 2
            return .scripted(pages[number - 1].status, body: pages[number - 1].body)
        }
        if let values = list.values {
            #expect(run.report.exitCode == 0)
            #expect(run.values == values)
            #expect(run.warnings == (list.message.map { [$0] } ?? []))
        } else {
            #expect(run.report.exitCode == list.exitCode)
            #expect("\(run.report.failure.map { "\($0)" } ?? "")" == "\(list.request): \(list.message ?? "")")
        }
    }

    /// Three pages of three items, whose paging reads the wrong member.
    @Test(
        "or a total that is that of another thing does not end a list early",
        arguments: [
            (#"{"type": "page", "total_pages": ".meta.page"}"#, 1), (#"{"type": "page", "start": 0, "total_pages": ".meta.page"}"#, 0),
            (#"{"type": "page", "total_pages": ".meta.size"}"#, 1), (#"{"type": "page", "start": 0, "total_pages": ".meta.size"}"#, 0),
            (#"{"type": "offset", "total": ".meta.size"}"#, 1), (#"{"type": "page", "total_pages": ".meta.page + 1"}"#, 1),
        ])
    func wrongTotal(_ paging: String, _ first: Int) async throws {
        let source = #"{"type": "http", "url": "https://api.example.org/items", "items": ".items[]", "paging": \#(paging)}"#
        let run = try await HydrateRun("", source: source) { request in
            let offset = request.address.queryValue("offset").flatMap { Int($0) }
            let page = request.address.queryValue("page").flatMap { Int($0) } ?? offset.map { $0 / 3 + 1 } ?? first
            let start = (page - first) * 3
            let items = start < 9 ? (start..<min(9, start + 3)).map(String.init).joined(separator: ",") : ""
            return .scripted(body: #"{"meta":{"page":\#(page),"pages":3,"size":3,"total":9},"items":[\#(items)]}"#)
        }
        let isWhole = run.values.count == 9
        #expect(
            isWhole || run.report.exitCode == 69 || run.warnings.contains { $0.contains("may be missing") }, "\(run.values) \(run.warnings)"
        )
    }

    /// Lists of nine items in pages of three, of which a wrong start or total misses some.
    @Test(
        "or a start that misses items is said by the total of the list",
        arguments: [
            (#"{"type": "page"}"#, #""totalPages":3,"totalElements":9,"last":LAST"#, ".totalElements counts 9 items"),
            (#"{"type": "offset", "total": ".limit"}"#, #""limit":3,"total":9"#, ".total counts 9 items"),
            (#"{"type": "offset", "total": ".count"}"#, #""count":3,"total_count":9"#, ".total_count counts 9 items"),
        ])
    func missed(_ paging: String, _ members: String, _ sign: String) async throws {
        let source = #"{"type": "http", "url": "https://api.example.org/items", "items": ".items[]", "paging": \#(paging)}"#
        let run = try await HydrateRun("", source: source) { request in
            let page = request.address.queryValue("page").flatMap { Int($0) } ?? 0
            let start = request.address.queryValue("offset").flatMap { Int($0) } ?? page * 3
            let items = (start..<max(start, min(9, start + 3))).map(String.init).joined(separator: ",")
            return .scripted(body: "{\(members.replacing("LAST", with: start + 3 >= 9 ? "true" : "false")),\"items\":[\(items)]}")
        }
        #expect(run.values.count < 9)
        #expect(run.report.exitCode == 69 || run.warnings.contains { $0.contains(sign) }, "\(run.report) \(run.warnings)")
    }

    struct Child: Sendable, CustomTestStringConvertible {
        let name: String
        let merge: String
        var options = ""
        let body: String
        var status = 200
        /// The record; nil if it is rejected.
        var value: String?
        /// The reason, or the warning; nil for none.
        var message: String?
        var testDescription: String { name }
    }

    static let url = "https://api.example.org/1"
    static let children = [
        Child(
            name: "without a value", merge: "{body}", body: #"{"ok":false,"error":"ratelimited"}"#,
            message: "\(url): the response reports a failure: \"ratelimited\" (.ok is false), and has no value for \"merge\" \(good)"),
        Child(
            name: "beside a value", merge: "{body}", body: #"{"ok":false,"error":"late","body":"new"}"#, value: #"{"id":1,"body":"new"}"#,
            message:
                ": 1 response reported a failure beside a value, such as \(url): the response reports a failure: \"late\" (.ok is false)"
        ),
        Child(
            name: "null for a value that is there", merge: "{body}", body: #"{"body":null}"#, value: #"{"id":1,"body":"old"}"#,
            message: ": 1 field kept its value, because the response has null there; a program with null in it removes a value"),
        Child(name: "null by the program", merge: "{body: null}", body: "{}", value: #"{"id":1,"body":null}"#),
        Child(
            name: "null for a new field", merge: "{more}", body: "{}", value: #"{"id":1,"body":"old","more":null}"#,
            message: ".merge: no record had a field \"more\""),
        Child(
            name: "that a rule accepts", merge: "{body}", options: #", "responses": [{"when": ".ok == false", "action": "accept"}]"#,
            body: #"{"ok":false,"body":"new"}"#, value: #"{"id":1,"body":"new"}"#),
        Child(
            name: "in the whole response", merge: ".", body: #"{"ok":false,"error":"x"}"#,
            value: #"{"id":1,"body":"old","ok":false,"error":"x"}"#),
        Child(
            name: "by a status that is skipped", merge: "{body}", options: #", "responses": [{"status": 404, "action": "skip"}]"#,
            body: "no",
            status: 404, value: #"{"id":1,"body":"old"}"#,
            message: ": no record was completed, 1 passed over by a rule; is \"url\" right?"),
    ]

    @Test("is an error of a record, or a warning", arguments: children) func child(_ child: Child) async throws {
        let stage = #"{"type": "hydrate", "url": "https://api.example.org/{{.id}}", "merge": "\#(child.merge)"\#(child.options)}"#
        let run = try await HydrateRun(stage, records: [#"{"id":1,"body":"old"}"#]) { _ in .scripted(child.status, body: child.body) }
        #expect(run.values == (child.value.map { [$0] } ?? []))
        if child.value == nil {
            #expect(run.rejects == [child.message])
        } else {
            #expect(run.report.warnings == (child.message.map { ["stages[0]\($0)"] } ?? []))
        }
    }
}
