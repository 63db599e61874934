import Pipeline
import SourcesLocal
import Testing

@Suite("A program without the product HTTPReading") struct LocalSourcesTests {
    private static let registry: Registry = {
        var registry = Registry()
        registry.addLocalSources()
        registry.add(Words.self)
        return registry
    }()

    private static let url = "https://example.org/a.json"
    private static let reason = "this program opens no URLs: it lacks the product HTTPReading, or its registry was not given addHTTP()"

    @Test(
        "reports a URL where the options name it",
        arguments: [("json", "from"), ("lines", "from"), ("csv", "from"), ("files", "match")])
    func option(_ source: String, _ option: String) {
        let error = #expect(throws: PipelineFileError.self) {
            try PipelinePlan(name: "p", source: source, json: "{\"\(option)\": \"\(Self.url)\"}", from: Self.registry)
        }
        let message = error?.messages.first ?? ""
        #expect(message.contains("expected a file or standard input, found the URL \(Self.url); \(Self.reason)"), "\(message)")
    }

    @Test("has none of the options for URLs", arguments: ["json", "lines", "csv"]) func unknown(_ source: String) {
        #expect(throws: PipelineFileError.self) {
            try PipelinePlan(name: "p", source: source, json: #"{"from": "a.json", "auth": {"type": "none"}}"#, from: Self.registry)
        }
    }

    @Test("says the same where a plug-in opens a URL in a run") func plugin() async throws {
        var plan = try PipelinePlan(name: "p", source: "words", json: "{\"from\": \"\(Self.url)\"}", from: Self.registry)
        plan.append(sink: try Joined(json: #"{"to": "/dev/null", "field": "words"}"#))
        let failure = await plan.run().failure as? PipelineFailure
        #expect(failure?.message == "\(Self.url) cannot be read: \(Self.reason)")
        #expect(failure?.kind == .inputMissing)
    }
}
