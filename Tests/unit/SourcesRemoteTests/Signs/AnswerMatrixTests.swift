import JSONParsing
import Testing

@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
@testable import SourcesRemote

/// Answers of public APIs, each through all readers: the sources `http` and `json`, the stage `hydrate`, and `infer`.
@Suite("An answer of an API") struct AnswerMatrixTests {
    private static let url = "https://api.example.org/answer"

    /// Runs a source or a stage with one answer.
    private static func run(_ answer: String, source: String? = nil, stage: String = "") async throws -> HydrateRun {
        try await HydrateRun(stage, records: [#"{"id":1}"#], source: source ?? HydrateRun.source) { _ in .scripted(body: answer) }
    }

    private static func source(_ type: String, _ items: String, _ more: String = "") -> String {
        let address = type == "http" ? "url" : "from"
        return #"{"type": "\#(type)", "\#(address)": "\#(url)", "items": \#(JSONValue.string(items).compactText)\#(more)}"#
    }

    private static func hydrate(_ items: String) -> String {
        let program = JSONValue.string(items).compactText
        // A program that makes an object is one for "merge".
        return items.hasPrefix("{")
            ? #"{"type": "hydrate", "url": "\#(url)/{{.id}}", "merge": \#(program)}"#
            : #"{"type": "hydrate", "url": "\#(url)/{{.id}}", "items": \#(program), "into": "list"}"#
    }

    private static func firstAnswer(_ answer: String) async throws -> InputSample {
        let transport = ScriptedTransport { _, _ in .scripted(body: answer) }
        let network = RunNetwork(transport: transport, clock: ScriptedClock().clock())
        return try await InputSample(Input(url), SampleRequest(headers: [], token: nil), in: RunContext(network))
    }

    /// A path without its last but one key; a path of one key gets a key that the answer lacks.
    private static func oneLevelHigher(_ path: String) -> String {
        let keys = path.split(separator: ".")
        guard keys.count > 1, !path.contains(#"""#), !path.contains("[") else { return ".meta" + path }
        return "." + (keys.dropLast(2) + keys.suffix(1)).joined(separator: ".")
    }

    private static func saysMore(_ run: HydrateRun) -> Bool {
        let texts = run.warnings + run.report.warnings
        return run.report.exitCode == 69 || texts.contains { $0.contains("more than this one page") || $0.contains("may be missing") }
    }

    @Test(
        "with a sign of more pages is no whole list for any reader", arguments: PageEnvelopeTests.pages.filter { $0.place != nil })
    func pages(_ page: PageEnvelopeTests.Page) async throws {
        let value = try JSONValue(parsing: Array(page.page.utf8))
        let items = try RecordQuery(page.items)
        let signs = MorePagesFinder.signs(
            head: ResponseHead(status: 200), page: value, around: ResponseContentPath(of: items), itemCount: 1)
        // Without paging, and with a cursor one level too high.
        #expect(Self.saysMore(try await Self.run(page.page, source: Self.source("http", page.items))))
        let cursor = JSONValue.string(Self.oneLevelHigher(try #require(page.place))).compactText
        let wrong = #", "paging": {"type": "cursor", "at": \#(cursor)}"#
        let misled = try await Self.run(page.page, source: Self.source("http", page.items, wrong))
        #expect(Self.saysMore(misled) || misled.report.exitCode == 65, "\(misled.report)")
        #expect(Self.saysMore(try await Self.run(page.page, stage: Self.hydrate(page.items))))
        // A document may have a total that counts something else.
        let isStrong = signs.contains(where: \.isStrong)
        #expect(Self.saysMore(try await Self.run(page.page, source: Self.source("json", page.items))) == isStrong)
        let answer = try await Self.firstAnswer(page.page)
        let guess = PagingGuess(answer, page: value, items: items, itemCount: 1, queryNames: [])
        #expect(guess != nil || PagingGuess.openSign(answer, page: value, items: items, itemCount: 1) != nil)
    }

    @Test("that reports a failure gives no reader an empty list", arguments: FailureSignTests.failures)
    func failures(_ answer: FailureSignTests.Answer) async throws {
        if !answer.items.hasPrefix("{") {
            for type in ["http", "json"] {
                let run = try await Self.run(answer.page, source: Self.source(type, answer.items))
                #expect(run.report.exitCode == 69, "\(type): \(run.report)")
                // A document is read as a stream: the sign may stand behind the value.
                #expect(type == "json" || run.values == [])
            }
        }
        let child = try await Self.run(answer.page, stage: Self.hydrate(answer.items))
        #expect(child.rejects.count == 1 && child.values == [], "\(child.values)")
        let first = try await Self.firstAnswer(answer.page)
        let isStrong = try answer.sign(isEmpty: false) != nil
        #expect((first.failure(in: try JSONValue(parsing: Array(answer.page.utf8))) != nil) == isStrong)
    }

    @Test("that is healthy is no failure for any reader", arguments: FailureSignTests.healthy)
    func healthy(_ answer: FailureSignTests.Answer) async throws {
        for source in [Self.source("http", answer.items), Self.source("json", answer.items)] where !answer.items.hasPrefix("{") {
            let run = try await Self.run(answer.page, source: source)
            #expect(run.report.exitCode == 0, "\(run.report)")
            #expect(!(run.warnings + run.report.warnings).contains { $0.contains("reports a failure") }, "\(run.warnings)")
        }
        let child = try await Self.run(answer.page, stage: Self.hydrate(answer.items))
        #expect(!(child.warnings + child.report.warnings + child.rejects).contains { $0.contains("reports a failure") }, "\(child.rejects)")
    }
}
