import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("Runs of a source with for_each", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping))
struct PartRunTests: ~Copyable {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Runs a command on the pipeline, and shows the server as `ORIGIN` in its messages.
    private func run(_ arguments: String...) async throws -> (code: Int32, output: String, messages: [String]) {
        let origin = try await OriginServer.shared()
        let outcome = try await Program.run(arguments, in: folder.url)
        let messages = outcome.messages.replacing(origin.base, with: "ORIGIN").split(separator: "\n").map(String.init)
        return (outcome.code, outcome.output.replacing(origin.base, with: "ORIGIN"), messages)
    }

    private func write(_ forEach: String, path: String, items: String, more: String = "") async throws {
        let origin = try await OriginServer.shared()
        try folder.write(
            """
            {"source": {"type": "http", "for_each": \(forEach), "url": "\(origin.base)\(path)", "items": "\(items)", "id": ".id",
              "paging": {"type": "page"}, "retry": {"max_attempts": 1}\(more)},
             "sinks": [{"type": "jsonl", "to": "out.jsonl"}]}
            """, to: "p.json")
    }

    private func writeAccounts(_ accounts: String, more: String = "") async throws {
        try await write(accounts, path: "/jobs/orgs/{{$part}}", items: ".repositories[] | .account = $part", more: more)
    }

    @Test("read three accounts in order, and count each") func accounts() async throws {
        try await writeAccounts(#"["acme", "globex", "initech"]"#)
        let run = try await run("run", "p.json")
        #expect(run.code == 0)
        #expect(
            run.messages.dropLast() == [
                "http: 3 parts: 47 items of 7 pages, 7 requests", "http: part acme: 30 items of 3 pages, 3 requests",
                "http: part globex: 5 items of 2 pages, 2 requests", "http: part initech: 12 items of 2 pages, 2 requests",
                "jsonl: out.jsonl: 47 records written",
            ])
        let lines = try folder.read("out.jsonl").split(separator: "\n")
        #expect(lines.first == #"{"id":"acme-1","account":"acme"}"# && lines.last == #"{"id":"initech-12","account":"initech"}"#)
    }

    @Test("read a year from an API that gives at most 31 days") func months() async throws {
        let items = ".orders[]"
        let query = #", "query": {"from": "{{$part.from}}", "to": "{{$part.to}}"}"#
        for step in ["31d", "1mo"] {
            try await write(
                #"{"from": "2024-01-01", "to": "2025-01-01", "step": "\#(step)"}"#, path: "/jobs/orders", items: items, more: query)
            #expect(try await run("run", "p.json").code == 0)
            let ids = try folder.read("out.jsonl").matches(of: /"id":([0-9]+)/).compactMap { Int($0.1) }
            #expect(ids == Array(1...366))
        }
        try await write(
            #"{"from": "2024-01-01", "to": "2025-01-01", "step": "32d"}"#, path: "/jobs/orders", items: items, more: query)
        let failed = try await run("run", "p.json")
        #expect(failed.code == 69 && failed.messages.contains { $0.contains("part 2024-01-01, page 1") }, "\(failed.messages)")
    }

    @Test("go on behind an account that fails with on_error, and end with 1") func reject() async throws {
        try await writeAccounts(#"["acme", "unknown", "globex"]"#, more: #", "on_error": "reject""#)
        let run = try await run("run", "p.json")
        #expect(run.code == 1)
        #expect(run.messages.contains("http: 3 parts, of which 1 failed: 35 items of 5 pages, 6 requests"), "\(run.messages)")
        #expect(run.messages.last?.hasPrefix("p: read 36 = written 35 + filtered 0 + rejected 1 in ") == true, "\(run.messages)")
        let rejects = try #require(try folder.names().first { $0.contains("reject") })
        #expect(try folder.read(rejects).contains("part unknown, page 1"))

        try await writeAccounts(#"["acme", "unknown", "globex"]"#)
        let stopped = try await self.run("run", "p.json")
        #expect(stopped.code == 69)
        #expect(try folder.read("out.jsonl").split(separator: "\n").count == 35)
    }

    @Test("are checked, explained and estimated before") func commands() async throws {
        try await writeAccounts(#"["acme", "globex"]"#)
        let check = try await run("check", "p.json")
        #expect(
            check.messages.prefix(2) == [
                "source http: ORIGIN/jobs/orgs/acme, part acme: 200, 20 items on the first page",
                "source http: ORIGIN/jobs/orgs/globex, part globex: 200, 5 items on the first page",
            ])
        let explain = try await run("explain", "p.json")
        #expect(explain.messages.contains("source: 2 parts, one after another: acme, globex"), "\(explain.messages)")
        #expect(explain.output.contains(#""url": "ORIGIN/jobs/orgs/{{$part}}""#))
        let estimate = try await run("plan", "p.json", "--estimate")
        #expect(estimate.output.hasSuffix("1 further part, each with pages of its own\n"), "\(estimate.output)")
        #expect(try await run("describe", "http").output.contains("for_each"))
        #expect(try await run("schema").output.contains("\"for_each\""))
    }

    @Test("peek shows records of the first parts alone") func peek() async throws {
        try await writeAccounts(#"["acme", "globex"]"#)
        let peek = try await run("peek", "p.json")
        #expect(peek.code == 0 && peek.output.contains("acme-1") && !peek.output.contains("globex"), "\(peek.output)")
    }
}
