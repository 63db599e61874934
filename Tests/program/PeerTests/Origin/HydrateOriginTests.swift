import Foundation
import JSONParsing
import SiteSupport
import TestSupport
import Testing

@Suite(
    "The stage hydrate with a server", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping), .startsOnIdlePool,
    .timeLimit(.minutes(5)))
struct HydrateOriginTests {
    private static func helpDesk(_ server: OriginServer, token: String = "secret-token") -> String {
        #"{"type": "http", "url": "\#(server.base)/conversations", "query": {"limit": 100}, "items": "._results[]", "id": ".id", "auth": {"type": "bearer", "token": "\#(token)"}, "paging": {"type": "next_url", "at": "._pagination.next"}}"#
    }

    /// The exit code, the records that came, and the messages.
    private static func run(_ stage: String, source: String) async throws -> (code: Int32, lines: [String], messages: String) {
        let folder = try ScratchFolder()
        let sink = #"{"type": "jsonl", "to": "\#(folder.path)/out.jsonl"}"#
        let file = try folder.write(#"{"source": \#(source), "stages": [\#(stage)], "sinks": [\#(sink)]}"#, to: "p.json")
        let outcome = try await Tabpipe.run(["run", file])
        let output = (try? folder.read("out.jsonl")) ?? ""
        return (outcome.code, output.split(separator: "\n").map(String.init), outcome.messages)
    }

    private static func value(_ text: String) throws -> JSONObject {
        try #require(try JSONValue(parsing: Array(text.utf8)).decoded().object)
    }

    @Test("gives each message of a help desk its body, keeps the one that is gone, and asks for each URL once", arguments: [1, 16])
    func helpDesk(concurrency: Int) async throws {
        let server = try await OriginServer()
        let run = try await Self.run(
            #"{"type": "hydrate", "each": ".messages[]", "when": ".content_loaded | not", "url": "\#(server.base)/messages/{{.id}}", "merge": "{body, content_loaded}", "on_status": {"404": "keep"}, "concurrency": \#(concurrency)}"#,
            source: Self.helpDesk(server))
        #expect(run.code == 0, "\(run.messages)")
        #expect(run.lines.count == 312)
        var (messages, kept) = (0, 0)
        for (index, text) in run.lines.enumerated() {
            let conversation = try Self.value(text)
            let number = String(10_001 + index).dropFirst()
            #expect(conversation["id"]?.string == "cnv_\(number)")
            for (place, message) in (conversation["messages"]?.array ?? []).enumerated() {
                let message = try #require(message.object)
                messages += 1
                if message["hydrate_status"] != nil {
                    kept += 1
                    #expect(message["id"]?.string == "msg_0123_1")
                    #expect(message["hydrate_status"]?.number?.text == "404")
                    #expect(message["body"]?.isNull == true)
                } else {
                    #expect(message["body"]?.string?.contains("Reply \(place) about order \(index + 1):") == true)
                }
            }
        }
        #expect((messages, kept) == (780, 1))
        let log = try await server.log()
        let children = log.filter { $0.path.hasPrefix("/messages/") }
        #expect(children.count == 312)
        #expect(Set(children.map(\.path)).count == 312)
        #expect(log.count == 312 + 4)
        #expect(children.contains { $0.path == "/messages/msg%200050%2F0%3F%C3%BC" })
        #expect(try await server.stats().maxConcurrent <= max(4, concurrency))
        #expect(run.messages.contains("hydrate: 311 completed from 312 URLs\n"), "\(run.messages)")
        #expect(run.messages.contains("hydrate: 1 kept with the status 404\n"), "\(run.messages)")
    }

    @Test("gives all parents all children, and the same bytes at every concurrency") func parents() async throws {
        let server = try await OriginServer()
        var outputs: [[String]] = []
        for concurrency in [1, 4, 32] {
            let run = try await Self.run(
                #"{"type": "hydrate", "url": {"from": ".children_url"}, "items": ".children[]", "into": "children", "paging": {"type": "next_url", "at": ".next"}, "concurrency": \#(concurrency)}"#,
                source: #"{"type": "http", "url": "\#(server.base)/parents?n=100&run=\#(concurrency)", "items": ".parents[]"}"#)
            #expect(run.code == 0, "\(run.messages)")
            outputs.append(run.lines)
        }
        #expect(outputs[0] == outputs[1] && outputs[1] == outputs[2])
        #expect(outputs[0].count == 100)
        for (index, text) in outputs[0].enumerated() {
            let children = try #require(try Self.value(text)["children"]?.array)
            #expect(children.count == [0, 2, 5, 8][(index + 1) % 4])
            #expect(try children.map { try #require($0.object?["number"]?.number?.text) } == (0..<children.count).map { "\($0 + 1)" })
            #expect(children.allSatisfy { $0.object?["parent"]?.number?.text == "\(index + 1)" })
        }
        // 25 parents each with 1, 1, 2 and 3 pages, and the list: 176 requests, 3 times.
        #expect(try await server.log().count == 528)
    }

    @Test("sends the token to no other port") func secondPort() async throws {
        let server = try await OriginServer()
        let run = try await Self.run(
            #"{"type": "hydrate", "url": "\#(server.secondBase)/messages/{{.messages[0].id}}", "merge": "{body}", "on_status": {"401": "keep"}}"#,
            source: Self.helpDesk(server, token: "second-token"))
        #expect(run.lines.count == 7)
        #expect(run.lines.allSatisfy { $0.hasSuffix(#""hydrate_status":401}"#) })
        let stats = try await server.stats()
        #expect(stats.secondPort.requests == 7)
        #expect(stats.secondPort.credentials.isEmpty)
    }

    @Test("ends the run if the credentials are refused") func refused() async throws {
        let server = try await OriginServer()
        let run = try await Self.run(
            #"{"type": "hydrate", "url": "\#(server.base)/messages/{{.id}}", "merge": "{body}"}"#,
            source: #"{"type": "http", "url": "\#(server.base)/items", "items": ".items[]"}"#)
        #expect(run.code == 77)
        #expect(run.lines.isEmpty)
        #expect(run.messages.contains("/messages/1: the server answered 401"), "\(run.messages)")
        #expect(run.messages.contains("rejected 0"), "\(run.messages)")
    }
}
