import Foundation
import JSONParsing
import Synchronization
import TestSupport
import Testing
import WebAddresses

@testable import HTTP
@testable import Pipeline

@Suite("The stage hydrate", .startsOnIdlePool, .timeLimit(.minutes(5))) struct HydrateStageTests {
    private static let messages =
        #"{"type": "hydrate", "each": ".messages[]", "when": ".body == null", "url": "https://api.example.org/m/{{.id}}", "merge": "{body}""#

    /// Answers with a body that names the last segment of the path.
    private static func body(_ request: HTTPRequest) -> HTTPResponse {
        .scripted(body: #"{"id": 0, "body": "body \#(request.address.path.split(separator: "/").last ?? "")"}"#)
    }

    @Test("puts the fields of a response into each element that wants them") func merge() async throws {
        let run = try await HydrateRun(
            Self.messages + "}",
            records: [
                #"{"id": 1, "messages": [{"id": "a"}, {"id": "b", "body": "known"}, {"id": "c d", "body": null, "x": 1}]}"#,
                #"{"id": 2}"#, #"{"id": 3, "messages": []}"#, #"{"id": 4, "messages": null}"#,
            ], respond: Self.body)
        #expect(
            run.values == [
                #"{"id":1,"messages":[{"id":"a","body":"body a"},{"id":"b","body":"known"},{"id":"c d","body":"body c%20d","x":1}]}"#,
                #"{"id":2}"#, #"{"id":3,"messages":[]}"#, #"{"id":4,"messages":null}"#,
            ])
        #expect(run.rejects.isEmpty)
        #expect(run.report.exitCode == 0)
        #expect(run.report.notes == ["http: 4 items of 1 page, 1 request", "hydrate: 2 completed from 2 URLs"])
        #expect(Set(run.events.map(\.step)) == ["source", "stages[0]"])
    }

    @Test("completes the record itself, with all of the response by default") func record() async throws {
        let run = try await HydrateRun(
            #"{"type": "hydrate", "url": "https://api.example.org/m/{{.id}}"}"#, records: [#"{"id": "a", "old": 1}"#], respond: Self.body)
        #expect(run.values == [#"{"id":0,"old":1,"body":"body a"}"#])
    }

    @Test("completes one object of a record, and no record without it") func object() async throws {
        let run = try await HydrateRun(
            #"{"type": "hydrate", "each": ".author", "url": "https://api.example.org/m/{{.id}}", "merge": "{body}"}"#,
            records: [#"{"author": {"id": "a"}}"#, #"{"id": 1}"#], respond: Self.body)
        #expect(run.values == [#"{"author":{"id":"a","body":"body a"}}"#, #"{"id":1}"#])
    }

    @Test("asks for each URL once, however many records share it", arguments: [1, 4, 32]) func once(concurrency: Int) async throws {
        let run = try await HydrateRun(
            #"{"type": "hydrate", "url": "https://api.example.org/m/{{.author}}", "merge": "{body}", "concurrency": \#(concurrency)}"#,
            records: (0..<200).map { #"{"id": \#($0), "author": \#($0 % 7)}"# }
        ) { request in
            await Task.yield()
            return Self.body(request)
        }
        #expect(run.values == (0..<200).map { #"{"id":\#($0),"author":\#($0 % 7),"body":"body \#($0 % 7)"}"# })
        #expect(run.children.count == 7)
        #expect(Set(run.children.map(\.address)).count == 7)
    }

    @Test(
        "has as many requests at once as it may, across records, and keeps their order", .timeLimit(.minutes(5)), arguments: [1, 4, 32])
    func concurrency(_ concurrency: Int) async throws {
        // The first responses come once all of these requests were sent.
        let gate = Gate()
        let sent = Mutex(0)
        let run = try await HydrateRun(
            #"{"type": "hydrate", "url": "https://api.example.org/m/{{.id}}", "merge": "{body}", "concurrency": \#(concurrency)}"#,
            records: (0..<300).map { #"{"id": \#($0)}"# }
        ) { request in
            let number = sent.withLock { sent in
                sent += 1
                return sent
            }
            if number == concurrency { gate.open() }
            await gate.wait()
            return Self.body(request)
        }
        #expect(run.values == (0..<300).map { #"{"id":\#($0),"body":"body \#($0)"}"# })
        #expect(run.maxConcurrent == concurrency)
    }

    @Test("completes 10,000 elements of one record") func many() async throws {
        let elements = (0..<10_000).map { #"{"id":\#($0)}"# }.joined(separator: ",")
        let run = try await HydrateRun(
            Self.messages + #", "concurrency": 16}"#, records: [#"{"messages": [\#(elements)]}"#], respond: Self.body)
        let expected = (0..<10_000).map { #"{"id":\#($0),"body":"body \#($0)"}"# }.joined(separator: ",")
        #expect(run.values == [#"{"messages":[\#(expected)]}"#])
        #expect(run.children.count == 10_000)
        #expect(run.maxConcurrent <= 16)
    }

    @Test("lets on_status decide about an error status") func onStatus() async throws {
        let run = try await HydrateRun(
            Self.messages + #", "on_status": {"404": "keep", "4xx": "drop", "403": "fail"}}"#,
            records: [
                #"{"messages": [{"id": 200}, {"id": 404}, {"id": 410}, {"id": 201}]}"#, #"{"messages": [{"id": 403}]}"#,
                #"{"messages": [{"id": 500}]}"#, #"{"messages": [{"id": 404, "x": 1}]}"#,
            ]
        ) { request in
            let status = Int(request.address.path.dropFirst(3)) ?? 0
            return status > 399 ? .scripted(status, body: #"{"error": "no such thing"}"#) : Self.body(request)
        }
        #expect(
            run.values == [
                #"{"messages":[{"id":200,"body":"body 200"},{"id":404,"hydrate_status":404},{"id":201,"body":"body 201"}]}"#,
                #"{"messages":[{"id":404,"x":1,"hydrate_status":404}]}"#,
            ])
        #expect(
            run.rejects == [
                ".messages[0]: https://api.example.org/m/403: the server answered 403: no such thing",
                ".messages[0]: https://api.example.org/m/500: the server answered 500 (5 attempts in 7.5 s): no such thing",
            ])
        #expect(run.report.exitCode == 1)
        #expect(run.report.notes.suffix(2) == ["hydrate: 2 kept with the status 404", "hydrate: 1 dropped by \"on_status\""])
        #expect(run.children.filter { $0.address.path == "/m/404" }.count == 1)
    }

    @Test("drops a record that is the element itself") func dropsRecord() async throws {
        let run = try await HydrateRun(
            #"{"type": "hydrate", "url": "https://api.example.org/m/{{.id}}", "on_status": {"404": "drop"}}"#, records: [#"{"id": 1}"#])
        #expect(run.values.isEmpty)
        #expect(run.report.counts.filtered == 1)
    }

    @Test(
        "rejects a record whose URL gives nothing usable, and goes on",
        arguments: [
            (
                200, "text/html", "<html><title>Sign in</title>",
                "https://api.example.org/m/bad: the server sent HTML: Sign in; JSON was expected"
            ),
            (200, "application/json", #"{"body": "#, "https://api.example.org/m/bad: line 1, byte 9: "),
            (200, "application/json", "[1]", "https://api.example.org/m/bad: merge: "),
            (204, "application/json", "", "https://api.example.org/m/bad: merge: expected an object, and the response is empty"),
            (
                500, "text/html", "<html><title>Oops</title>",
                "https://api.example.org/m/bad: the server answered 500 (5 attempts in 7.5 s): Oops"
            ),
            (404, "text/plain", "gone", "https://api.example.org/m/bad: the server answered 404: gone"),
        ])
    func unusable(_ status: Int, _ type: String, _ body: String, _ reason: String) async throws {
        let run = try await HydrateRun(
            Self.messages + "}", records: [#"{"messages":[{"id":"bad"}]}"#, #"{"messages":[{"id":"good"}]}"#]
        ) { request in
            request.address.path.hasSuffix("good") ? Self.body(request) : .scripted(status, ["Content-Type": type], body: body)
        }
        #expect(run.values == [#"{"messages":[{"id":"good","body":"body good"}]}"#])
        #expect(run.rejects.count == 1)
        #expect(run.rejects.first?.hasPrefix(".messages[0]: " + reason) == true, "\(run.rejects)")
        #expect(run.report.exitCode == 1)
    }

    @Test("names the first element that fails, for every timing") func firstFailure() async throws {
        for _ in 0..<20 {
            let run = try await HydrateRun(
                Self.messages + #", "concurrency": 8}"#, records: [#"{"messages":[{"id":1},{"id":2},{"id":3},{"id":4},{"id":5}]}"#]
            ) { request in
                try await Task.sleep(for: .microseconds(Int.random(in: 0...900)))
                return request.address.path.hasSuffix("1") ? Self.body(request) : .scripted(404)
            }
            #expect(run.rejects == [".messages[1]: https://api.example.org/m/2: the server answered 404"])
        }
    }

    @Test(
        "ends the run where every other record would fail, too",
        arguments: [(401, 77), (403, 77), (429, 75)])
    func endsRun(_ status: Int, _ code: Int) async throws {
        let run = try await HydrateRun(Self.messages + "}", records: [#"{"messages":[{"id":1}]}"#, #"{"messages":[{"id":2}]}"#]) { _ in
            .scripted(status, status == 429 ? ["Retry-After": "86400"] : [:])
        }
        #expect(run.report.exitCode == Int32(code))
        #expect(run.values.isEmpty)
        #expect(run.rejects.isEmpty)
    }

    @Test("ends the run with on_error fail") func onErrorFail() async throws {
        let run = try await HydrateRun(
            Self.messages + #", "on_error": "fail"}"#, records: (0..<50).map { #"{"messages":[{"id":\#($0)}]}"# }
        ) { request in request.address.path == "/m/7" ? .scripted(404) : Self.body(request) }
        #expect(run.report.exitCode == 65)
        #expect(run.values.count == 7)
        #expect("\(run.report.failure.map { "\($0)" } ?? "")".hasSuffix("https://api.example.org/m/7: the server answered 404"))
    }

    @Test("refuses a path that a value would change, and sends nothing") func hostilePath() async throws {
        let run = try await HydrateRun(Self.messages + "}", records: [#"{"messages":[{"id":"../../admin"}]}"#], respond: Self.body)
        #expect(run.rejects == [".messages[0]: {{.id}}: \"../../admin\" would lead to another path"])
        #expect(run.children.isEmpty)
    }

    @Test("is cancelled without waiting for its requests") func cancelled() async throws {
        let started = AsyncSemaphore(permits: 0)
        let task = Task {
            try await HydrateRun(
                #"{"type": "hydrate", "url": "https://api.example.org/m/{{.id}}"}"#, records: (0..<100).map { #"{"id": \#($0)}"# }
            ) { _ in
                started.signal()
                try await Task.sleep(for: .seconds(3600))
                return .scripted(404)
            }
        }
        await started.wait()
        task.cancel()
        let run = try await task.value
        #expect(run.values.isEmpty)
        #expect(run.report.failure != nil)
        #expect(run.report.counts.addUp)
    }

    @Test("fails the record for an element that is no object") func noObject() async throws {
        let run = try await HydrateRun(
            #"{"type": "hydrate", "each": ".ids[]", "url": "https://api.example.org/m/{{.}}"}"#, records: [#"{"ids": ["a"]}"#],
            respond: Self.body)
        #expect(run.rejects.count == 1)
        #expect(run.rejects.first?.hasPrefix(".ids[0]: ") == true, "\(run.rejects)")
    }
}
