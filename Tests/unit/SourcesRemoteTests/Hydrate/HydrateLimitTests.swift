import JSONParsing
import TestSupport
import Testing
import WebAddresses

@testable import HTTP
@testable import Pipeline
@testable import SourcesRemote

@Suite("The limits of the stage hydrate", .startsOnIdlePool, .timeLimit(.minutes(5))) struct HydrateLimitTests {
    private static let message = "https://api.example.org/m/{{.id}}"

    @Test("refuse a record that a response nests deeper than readers accept", arguments: [(492, nil), (493, 512), (500, 519)])
    func depth(_ levels: Int, _ refused: Int?) async throws {
        let path = Array(repeating: "a", count: 18)
        let record = path.reduce(#"{"id": 1}"#) { #"{"\#($1)": \#($0)}"# }
        let run = try await HydrateRun(
            #"{"type": "hydrate", "each": ".\#(path.joined(separator: "."))", "url": "\#(Self.message)"}"#, records: [record]
        ) { _ in .scripted(body: #"{"x": \#(String(repeating: "[", count: levels) + String(repeating: "]", count: levels))}"#) }
        let reasons = [refused].compactMap(\.self).map {
            "the stage makes a record of \($0) levels; the limit is 511, so that its output can be read again"
        }
        #expect(run.rejects == reasons)
        #expect(run.values.count == 1 - reasons.count)
    }

    /// A response of 1000 bytes.
    private static let kilobyte = #"{"body":"\#(String(repeating: "x", count: 989))"}"#

    @Test("bound the responses for one record, whatever the timing", arguments: [1, 4, 32]) func bytes(concurrency: Int) async throws {
        func record(_ ids: some Sequence<Int>) -> String { #"{"messages":[\#(ids.map { #"{"id":\#($0)}"# }.joined(separator: ","))]}"# }
        let shared = record(Array(repeating: 7, count: 20))
        let run = try await HydrateRun(
            #"{"type": "hydrate", "each": ".messages[]", "url": "\#(Self.message)", "merge": "{size: (.body | length)}", "#
                + #""concurrency": \#(concurrency), "limits": {"max_record_bytes": 5000}}"#,
            records: [record(0..<5), record(10..<110), shared]
        ) { _ in
            await Task.yield()
            return .scripted(body: Self.kilobyte)
        }
        // A response that several elements get counts once.
        #expect(run.values.count == 2)
        #expect(
            run.rejects == [".messages[5]: the responses for this record are longer than 5000 bytes (limits.max_record_bytes)"])
        #expect(run.children.count <= 12 + concurrency)
    }

    @Test("bound the list of one record by the lower limit") func list() async throws {
        let run = try await HydrateRun(
            #"{"type": "hydrate", "url": "\#(Self.message)", "items": ".items[]", "into": "c", "limits": {"max_record_bytes": 100}}"#,
            records: [#"{"id":1}"#, #"{"id":2}"#]
        ) { request in
            .scripted(body: #"{"items": ["\#(String(repeating: "x", count: request.address.path == "/m/1" ? 200 : 2))"]}"#)
        }
        #expect(run.values == [#"{"id":2,"c":["xx"]}"#])
        #expect(
            run.rejects == ["https://api.example.org/m/1: page 1: the list is longer than 100 bytes (limits.max_record_bytes)"])
    }

    @Test("are those of readers by default") func defaults() throws {
        let stage = try HydrateStage(json: #"{"url": "\#(Self.message)"}"#)
        #expect(stage.maxRecordBytes == 64 << 20)
    }
}
