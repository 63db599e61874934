import Foundation
import JSONParsing
import TestSupport
import Testing
import WebAddresses

@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
@testable import SourcesRemote

@Suite("A source with for_each") struct PartReadingTests {
    /// Options of a source with pages of two items.
    private static func options(_ forEach: String, more: String = "") -> String {
        """
        {"for_each": \(forEach), "url": "https://api.test/orgs/{{$part.org? // $part}}/items", "items": ".items[]", "id": ".id",
         "paging": {"type": "cursor", "at": ".next"}, "retry": {"max_attempts": 1}\(more)}
        """
    }

    /// Responds with the items `NAME-1` to `NAME-n`, two on a page; with 404 for an organization without a count.
    private static func respond(_ counts: [String: Int], _ request: HTTPRequest) -> HTTPResponse {
        let name = request.address.path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
        guard let count = counts[name] else { return .scripted(404, body: "{}") }
        let start = request.address.queryValue("cursor").flatMap { Int($0) } ?? 0
        let page = (start..<min(start + 2, count)).map { "{\"id\":\"\(name)-\($0 + 1)\"}" }
        return .scripted(body: "{\"items\":[\(page.joined(separator: ","))],\"next\":\(start + 2 < count ? "\(start + 2)" : "null")}")
    }

    private static func run(_ options: String, _ counts: [String: Int]) async throws -> SourceRun {
        try await SourceRun(options) { request, _ in respond(counts, request) }
    }

    private static func ids(_ run: SourceRun) -> [String] {
        run.values.compactMap { $0.firstMatch(of: /"id":"([^"]+)"/).map { String($0.1) } }
    }

    private static let two = #"["acme", {"org": "globex"}]"#

    @Test("reads the parts in order, each with pages and counts of its own, and names them in origins") func order() async throws {
        let run = try await Self.run(Self.options(Self.two), ["acme": 3, "globex": 1])
        #expect(run.report.exitCode == 0, "\(String(describing: run.report.failure))")
        #expect(Self.ids(run) == ["acme-1", "acme-2", "acme-3", "globex-1"])
        #expect(run.requests.map(\.address.path) == ["/orgs/acme/items", "/orgs/acme/items", "/orgs/globex/items"])
        #expect(run.origins.last == "https://api.test/orgs/globex/items, part globex, page 1, item 1")
        #expect(
            run.report.notes == [
                "http: 2 parts: 4 items of 3 pages, 3 requests", "http: part acme: 3 items of 2 pages, 2 requests",
                "http: part globex: 1 item of 1 page, 1 request",
            ])
    }

    @Test("gives $part to the programs of the source, and to texts in all places of the request") func places() async throws {
        let run = try await SourceRun(
            """
            {"for_each": [{"org": "a b", "n": 7}], "url": "https://api.test/x", "method": "POST", "query": {"o": "{{$part.org}}"},
             "headers": {"X-Org": "o-{{$part.n}}"}, "body": {"json": {"org": ["{{$part.org}}"]}},
             "items": ".items[] | .org = $part.org"}
            """
        ) { _, _ in .scripted(body: #"{"items":[{"id":1}]}"#) }
        #expect(run.values == [#"{"id":1,"org":"a b"}"#])
        let request = try #require(run.requests.first)
        #expect(request.address.queryValue("o") == "a b" && request.headers["X-Org"] == "o-7")
        #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == #"{"org":["a b"]}"#)
    }

    @Test("stops at a part that fails, and names it") func failure() async throws {
        let run = try await Self.run(Self.options(#"["acme", "none", "globex"]"#), ["acme": 1, "globex": 1])
        #expect(run.report.exitCode == 69)
        #expect(Self.ids(run) == ["acme-1"])
        let message = run.report.failure.map { "\($0)" } ?? ""
        #expect(message.contains("part none, page 1") && message.contains("404"), "\(message)")
    }

    @Test("counts a part that fails as one reject with on_error, and reads the others") func reject() async throws {
        let options = Self.options(#"["acme", "none", "globex"]"#, more: #", "on_error": "reject""#)
        let run = try await Self.run(options, ["acme": 1, "globex": 2])
        #expect(run.report.failure == nil && run.report.exitCode == 1)
        #expect(Self.ids(run) == ["acme-1", "globex-1", "globex-2"])
        #expect(run.report.counts.rejected == 1 && run.report.counts.read == 4 && run.report.counts.addUp)
        #expect(run.report.notes.first == "http: 3 parts, of which 1 failed: 3 items of 2 pages, 3 requests")
    }

    @Test("ends with the failure if all parts fail", arguments: [(404, 69), (401, 77)]) func all(_ status: Int, _ code: Int32) async throws
    {
        let run = try await SourceRun(Self.options(Self.two, more: #", "on_error": "reject""#)) { _, _ in .scripted(status, body: "{}") }
        #expect(run.report.exitCode == code && run.requests.count == 2)
    }

    @Test("counts max_pages and max_items for each part, and max_requests for the source") func limits() async throws {
        let counts = ["acme": 4, "globex": 4]
        func run(_ limits: String) async throws -> SourceRun {
            try await Self.run(Self.options(Self.two, more: #", "limits": \#(limits)"#), counts)
        }
        #expect(try await run(#"{"max_pages": 2}"#).report.exitCode == 0)
        #expect(try await Self.ids(run(#"{"max_items": 1}"#)) == ["acme-1", "globex-1"])
        let requests = try await run(#"{"max_requests": 3}, "on_error": "reject""#)
        #expect(requests.requests.count == 3 && requests.report.exitCode != 0)
        #expect("\(requests.report.failure as Any)".contains("limits.max_requests allows 3"), "\(requests.report.failure as Any)")
    }

    @Test("shows no secret of a part, and shows the rest of the part") func secrets() async throws {
        let json = """
            {"for_each": [{"org": "acme", "token": "t0k3n-aaaa-1111"}, {"org": "globex", "token": "t0k3n-bbbb-2222"}],
             "url": "https://api.test/orgs/{{$part.org}}/items?k={{$part.token[2:]}}", "items": ".items[]",
             "auth": {"type": "bearer", "token": "{{$part.token}}"}}
            """
        let source = try HTTPSource(json: json)
        let run = try await SourceRun(of: source) { request, _ in
            request.address.path.contains("globex")
                ? .scripted(403, body: #"{"message": "no t0k3n-bbbb-2222"}"#) : .scripted(body: #"{"items":[1]}"#)
        }
        #expect(run.requests.map { $0.wireHeaders["Authorization"] } == ["Bearer t0k3n-aaaa-1111", "Bearer t0k3n-bbbb-2222"])
        #expect(run.requests.first?.address.queryValue("k") == "k3n-aaaa-1111")
        let shown = "\(run.report.failure as Any) \(run.report.notes) \(run.origins) \(source.explanation)"
        #expect(!shown.contains("bbbb") && !shown.contains("aaaa"), "\(shown)")
        #expect(run.origins == ["https://api.test/orgs/acme/items?k=***, part acme, page 1, item 1"])
        #expect((source.urlOptions as? HTTPOpener)?.remote == nil)
    }

    @Test("shows options that use the part as they are in the file") func explained() throws {
        var options = try OptionReader(json: Self.options(Self.two))
        _ = HTTPSource(options: &options)
        try options.check()
        #expect(options.effective["url"]?.string == "https://api.test/orgs/{{$part.org? // $part}}/items")
        #expect(options.declarations.count(where: { $0.name == "url" }) == 1 && options.effective["items"]?.string == ".items[]")
        let source = try HTTPSource(json: Self.options(Self.two))
        #expect(source.explanation.first == "2 parts, one after another: acme, globex")
    }

    @Test("takes values from a program on the parameters") func computed() async throws {
        var options = try OptionReader(json: Self.options(#"{"values": "$orgs[] | select(.on)"}"#))
        let orgs = try JSONValue(parsing: Array(#"[{"org": "acme", "on": true}, {"org": "b"}, {"org": "globex", "on": true}]"#.utf8))
        options.values.add([QueryConstants.Constant(name: "orgs", value: orgs)])
        let source = HTTPSource(options: &options)
        try options.check()
        #expect(source.lists.map(\.shown) == ["acme", "globex"].map { "https://api.test/orgs/\($0)/items, part \($0)" })
    }

    @Test(
        "refuses what names no parts",
        arguments: [
            ("[]", "", "for_each: expected at least one value"),
            (#"["a", "b", "a"]"#, "", "for_each: value 3: it is called \"a\", as value 1 is; each part needs a name of its own"),
            ("[1, [2]]", "", "for_each: value 2: expected a text, a number or an object, found an array"),
            (
                #"[{"token": "s3cr3t-t0k3n"}]"#, "",
                "for_each: value 1: expected an object with a text or a number, not a secret, that names the part"
            ),
            (#"["a", ".."]"#, "", "url: {{$part.org? // $part}}: \"..\" would lead to another path (part ..)"),
            (
                #"["a", "b"]"#, #", "incremental": {"cursor": ".at"}, "state": "state-{{$part}}.json""#,
                "state: one file keeps the states of all parts"
            ),
        ])
    func refused(_ forEach: String, _ more: String, _ problem: String) throws {
        var options = try OptionReader(json: Self.options(forEach, more: more))
        _ = HTTPSource(options: &options)
        #expect(options.problems.map { "\($0.path): \($0.message)" } == [problem])
    }

    @Test("names no part by a field with a sensitive name") func sensitive() throws {
        let source = try HTTPSource(json: Self.options(#"{"values": "{token: \"hunter2\", org: \"a\"}, {org: \"b\", token: \"x\"}"}"#))
        #expect(source.explanation.first == "2 parts, one after another: a, b")
    }

    @Test("is needed for on_error and for $part") func without() throws {
        var options = try OptionReader(json: #"{"url": "https://api.test/{{$part}}", "items": ".[]", "on_error": "reject"}"#)
        _ = HTTPSource(options: &options)
        let problems = options.problems.map { "\($0.path): \($0.message)" }
        #expect(problems.contains("on_error: only a source with \"for_each\" has parts") && problems.count == 2, "\(problems)")
    }

    @Test("is read for many parts in time that grows with them") func many() throws {
        func time(of count: Int) throws -> Duration {
            let values = (1...count).map { "\"p\($0)\"" }.joined(separator: ",")
            return try processorTime {
                var options = try OptionReader(json: Self.options("[\(values)]"))
                #expect(HTTPSource(options: &options).lists.count == count)
            }
        }
        let few = try time(of: 500)
        let many = try time(of: 4000)
        #expect(many < few * 16, "500 parts take \(few), 4,000 take \(many)")
    }
}
