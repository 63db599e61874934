@testable import HTTP
import JSONParsing
@testable import Pipeline
import TestSupport
import Testing
import WebAddresses

@testable import SourcesLocal

@Suite("The source html") struct HTMLSourceTests {
    private static let head = """
        <!DOCTYPE html><html lang=" de "><head><title> The  Harbour </title><base href="/news/"><link rel="shortcut canonical" href="ice">
        <meta name="Description" content=" Ice on the water "><meta property="og:image" content="a.jpg"><meta property="article:tag" content="ice">
        <meta property="article:tag" content="sea"><meta charset="utf-8"><meta name="" content="x"></head>
        """

    /// Reads what a server says of each path.
    private func run(_ pages: [String: (type: String, body: String)], more: String = "") async throws -> SourceRun {
        let urls = pages.keys.sorted().map { "\"https://example.org\($0)\"" }.joined(separator: ",")
        let source = try HTMLSource(json: "{\"match\": [\(urls)]\(more)}", registry: .opening)
        return try await SourceRun(
            of: source,
            sending: { request, _ in
                let page = pages[request.address.path]
                return .scripted(200, ["Content-Type": page?.type ?? ""], body: page?.body ?? "")
            })
    }

    @Test("makes a record of each page, with what the page says about itself") func facts() async throws {
        let run = try await run(["/a": ("text/html", Self.head + "<p>x"), "/b": ("text/html; charset=utf-8", "<p>y")])
        #expect(run.report.failure == nil)
        let records = try run.values.map { try #require(JSONValue(parsing: Array($0.utf8)).object) }
        #expect(records[0]["url"] == "https://example.org/news/ice")
        #expect(records[0]["title"] == "The Harbour")
        #expect(records[0]["language"] == "de")
        #expect(records[0]["description"] == "Ice on the water")
        #expect(records[0]["image"] == "https://example.org/news/a.jpg")
        #expect(
            records[0]["meta"] == ["description": " Ice on the water ", "og:image": "a.jpg", "article:tag": ["ice", "sea"]])
        #expect(records[0]["html"] == .string(Self.head + "<p>x"))
        #expect(records[0]["text"] == nil)
        #expect(records[1]["url"] == "https://example.org/b")
        #expect(records[1]["meta"] == [:])
        for name in ["title", "language", "description", "image"] { #expect(records[1][name] == .null, "\(name)") }
    }

    @Test(
        "refuses what is no page",
        arguments: [("application/json", "{}", "application/json"), ("text/html", "%PDF-1.7", "PDF")])
    func noPage(_ type: String, _ body: String, _ found: String) async throws {
        let run = try await run(["/a": (type, body)])
        #expect(run.report.failure.map { "\($0)" }?.contains("expected HTML, found") == true)
        #expect(run.report.failure.map { "\($0)" }?.contains(found) == true)
    }
}
