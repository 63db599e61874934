import Foundation
import JSONParsing
import TestSupport
import Testing
import WebAddresses

@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
@testable import SourcesRemote

@Suite("The credentials of the stage hydrate", .startsOnIdlePool, .timeLimit(.minutes(5))) struct HydrateCredentialsTests {
    private static let own = #""auth": {"type": "bearer", "token": "token-of-the-stage"}"#

    struct Example: CustomTestStringConvertible {
        let testDescription: String
        /// The option `url`, with the options behind it.
        let url: String
        var source = HydrateRun.source
        /// The value of the header Authorization of each request for an element; nil for none.
        let sent: [String?]
    }

    private static let other = #""https://other.example.org/m/{{.id}}""#
    private static let examples = [
        Example(
            testDescription: "of the source go to its host", url: #""https://api.example.org/m/{{.id}}""#,
            sent: ["Bearer token-of-the-source"]),
        Example(testDescription: "of the source go to no other host", url: other, sent: [nil]),
        Example(testDescription: "of the source go to no other port", url: #""https://api.example.org:444/m/{{.id}}""#, sent: [nil]),
        Example(testDescription: "of the source never go without TLS", url: #""http://api.example.org/m/{{.id}}""#, sent: [nil]),
        Example(testDescription: "of the stage go to its own host", url: other + ", " + own, sent: ["Bearer token-of-the-stage"]),
        Example(
            testDescription: "of the stage take the place of the source's", url: #""https://api.example.org/m/{{.id}}", "# + own,
            sent: ["Bearer token-of-the-stage"]),
        Example(
            testDescription: "are none with the type none", url: #""https://api.example.org/m/{{.id}}", "auth": {"type": "none"}"#,
            sent: [nil]),
        Example(
            testDescription: "of the source go to a URL of the record at its host", url: #"{"from": ".at_home"}"#,
            sent: ["Bearer token-of-the-source"]),
        Example(
            testDescription: "of the source do not go to an allowed host of the stage",
            url: #"{"from": ".elsewhere", "allow_hosts": ["other.example.org"]}"#, sent: [nil]),
        Example(
            testDescription: "of the source go to its own allowed hosts", url: #"{"from": ".elsewhere"}"#,
            source: String(HydrateRun.source.dropLast())
                + #", "paging": {"type": "next_url", "at": ".next?", "allow_hosts": ["*.example.org"]}}"#,
            sent: ["Bearer token-of-the-source"]),
        Example(
            testDescription: "of the stage go to the allowed hosts",
            url: #"{"from": ".elsewhere", "allow_hosts": ["other.example.org"]}, "# + own, sent: ["Bearer token-of-the-stage"]),
        Example(
            testDescription: "of the stage for other hosts do not go to the source's",
            url: #"{"from": ".at_home", "allow_hosts": ["other.example.org"]}, "# + own, sent: [nil]),
        Example(testDescription: "go nowhere for a host that is not allowed", url: #"{"from": ".elsewhere"}"#, sent: []),
        Example(testDescription: "go nowhere for a host without TLS", url: #"{"from": ".plain"}"#, sent: []),
    ]

    @Test("are sent only where they belong", arguments: examples) func sent(_ example: Example) async throws {
        let record =
            #"{"id": 1, "at_home": "https://api.example.org/m/1", "elsewhere": "https://other.example.org/m/1", "plain": "http://api.example.org/m/1"}"#
        let run = try await HydrateRun(#"{"type": "hydrate", "url": \#(example.url)}"#, records: [record], source: example.source) { _ in
            .scripted(body: #"{"done": true}"#)
        }
        #expect(run.children.map(\.authorization) == example.sent)
        #expect(run.values.count == example.sent.count)
        #expect(run.rejects.allSatisfy { $0.contains("is on a host that is not allowed; \"allow_hosts\": [\"") }, "\(run.rejects)")
    }

    @Test(
        "of the source in headers and query items go only to a stage without credentials of its own",
        arguments: [
            (#"{"from": ".elsewhere", "allow_hosts": ["other.example.org"]}, "# + own, []),
            (#"{"from": ".elsewhere", "allow_hosts": ["other.example.org"]}, "headers": {"Accept": "a/b"}, "# + own, []),
            (#"{"from": ".elsewhere", "allow_hosts": ["other.example.org"]}"#, []),
            (#""https://api.example.org/m/{{.id}}", "headers": {"Accept": "a/b"}"#, ["key-of-the-source-in-a-query"]),
            (#""https://api.example.org/m/{{.id}}""#, ["key-of-the-source-in-a-header", "key-of-the-source-in-a-query"]),
        ])
    func secretParts(_ url: String, _ sent: [String]) async throws {
        let folder = try ScratchFolder()
        try folder.write("key-of-the-source-in-a-query", to: "key")
        let source =
            #"{"type": "http", "url": "https://api.example.org/list", "items": ".[]", "headers": {"X-Api-Key": "key-of-the-source-in-a-header"}, "query": {"q": {"$file": "\#(folder.url.path)/key"}}}"#
        let record = #"{"id": 1, "elsewhere": "https://other.example.org/m/1"}"#
        let run = try await HydrateRun(#"{"type": "hydrate", "url": \#(url)}"#, records: [record], source: source) { _ in
            .scripted(body: #"{"done": true}"#)
        }
        #expect(run.children.count == 1)
        #expect(run.children.flatMap(\.credentials).map(\.value).filter { $0.hasPrefix("key-of-the-source") } == sent)
    }

    @Test("do not follow a redirect to another host") func redirect() async throws {
        let run = try await HydrateRun(#"{"type": "hydrate", "url": "https://api.example.org/m/{{.id}}"}"#, records: [#"{"id": 1}"#]) {
            request in
            request.address.origin.host == "api.example.org"
                ? .scripted(302, ["Location": "https://other.example.org/x"]) : .scripted(body: #"{"done": true}"#)
        }
        #expect(run.children.map(\.authorization) == ["Bearer token-of-the-source", nil])
        #expect(run.values == [#"{"id":1,"done":true}"#])
    }

    @Test("of the source come with its other options, as far as the stage has none") func inherited() throws {
        let source =
            #"{"type": "http", "url": "https://api.example.org/list", "items": ".[]", "headers": {"X-A": "1"}, "rate": {"requests_per_minute": 50, "concurrency": 9}, "retry": {"max_attempts": 2}, "cache": {"folder": "none", "mode": "offline"}, "limits": {"max_requests": 3, "max_response_bytes": 9}}"#
        func settings(_ stage: String) throws -> ClientSettings {
            let plan = try HydrateRun.plan(source: source, #"{"type": "hydrate", "url": \#(stage)}"#)
            guard case .asyncStage(let stage as HydrateStage) = plan.stages[0].component else { throw CancellationError() }
            #expect(stage.concurrency == stage.request.settings.rate.maxConcurrent)
            return stage.request.settings
        }
        let same = try settings(#""https://api.example.org/{{.id}}""#)
        #expect(same.headers["X-A"] == "1")
        #expect(same.rate == RateSettings(concurrency: 9, requestsPerMinute: 50))
        #expect(same.retry.maxAttempts == 2)
        #expect(same.cache?.mode == .offline)
        #expect(same.maxRequests == nil)
        #expect(same.maxResponseBytes == 256 << 20)
        let own = try settings(
            #""https://api.example.org/{{.id}}", "concurrency": 3, "headers": {"X-B": "2"}, "retry": {"max_attempts": 7}"#)
        #expect(own.headers.fields.map(\.name) == ["X-B"])
        #expect(own.rate == RateSettings(concurrency: 3, requestsPerMinute: 50))
        #expect(own.retry.maxAttempts == 7)
        let other = try settings(#""https://other.example.org/{{.id}}""#)
        #expect(other.headers.fields.isEmpty && other.cache == nil && other.rate == RateSettings())
    }

    @Test("are named by explain and check") func shown() async throws {
        let plan = try HydrateRun.plan(#"{"type": "hydrate", "each": ".m[]", "url": "https://api.example.org/m/{{.id}}"}"#)
        let stage = plan.stages[0].component.component
        #expect(
            stage.hooks.explanation == [
                "requests: GET https://api.example.org/m/{{.id}} for each element of .m[], 4 at once", "credentials: as the source",
            ])
        #expect(
            try await stage.hooks.check?(RunContext())
                == "https://api.example.org/m/{{.id}} is not requested, because it needs a record; credentials: as the source")
    }
}
