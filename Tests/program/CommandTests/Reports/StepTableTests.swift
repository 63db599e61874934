import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("The table of run --verbose") struct StepTableTests {
    private static let pipeline = #"""
        {"source":{"type":"json","from":"in.jsonl"},"stages":[{"type":"filter","where":".a > 1"},{"type":"filter","where":".a < 9"},
        {"type":"map","to":".b | explode[] | {c: .}"},{"type":"limit","count":4}],
        "sinks":[{"type":"jsonl","to":"out.jsonl"},{"type":"csv","to":"out.csv","fields":["c"]}]}
        """#

    /// The messages with each duration and share replaced.
    private static func withoutTimes(_ messages: String) -> String {
        messages.withoutTimes.replacing(#/ +\d+\.\d\d s +\d+ %/#, with: "  TIME")
    }

    @Test("has a line for each step, aligned") func table() async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.pipeline, to: "p.json")
        let records = [1, 2, 3, 4, 9, 10].map { "{\"a\":\($0),\"b\":\($0 == 3 ? "0" : "\"xy\"")}\n" }
        try folder.write(records.joined(), to: "in.jsonl")
        for option in ["--verbose", "-v"] {
            let outcome = try await Program.run(["run", "p.json", option, "--jobs", "1"], in: folder.url)
            #expect(
                Self.withoutTimes(outcome.messages) == """
                    warning: in.jsonl, item 3: rejected by map: explode input must be a string (p.json:2:26: stages[2].to: explode; input .b: number (0))
                    jsonl: out.jsonl: \(option == "-v" ? "unchanged, 4 records" : "4 records written")
                    csv: out.csv: \(option == "-v" ? "unchanged, 4 records" : "4 records written")
                    rejected records are in out.rejects.jsonl
                    step              in  out  filtered  rejected  made    time  share
                    source json        6    6         0         0     0  TIME
                    stages[0] filter   6    5         1         0     0  TIME
                    stages[1] filter   5    3         2         0     0  TIME
                    stages[2] map      3    4         0         1     2  TIME
                    stages[3] limit    4    4         0         0     0  TIME
                    sinks[0] jsonl     4    4         0         0     0  TIME
                    sinks[1] csv       4    4         0         0     0  TIME
                    p: read 6 + made 2 = written 4 + filtered 3 + rejected 1

                    """)
            #expect(outcome.code == 1)
        }
    }

    @Test("has columns for skipped and unfinished records where there are any") func rareColumns() async throws {
        let folder = try ScratchFolder()
        let stages =
            #"[{"type":"filter","where":".a | test(\"x\")","on_error":"skip"},{"type":"filter","where":".b + 1 > 0","on_error":"fail"}]"#
        try folder.write(
            #"{"source":{"type":"json","from":"in.jsonl"},"stages":\#(stages),"sinks":[{"type":"jsonl","to":"out.jsonl"}]}"#, to: "p.json")
        try folder.write(#"{"a":"x","b":1}{"a":2}{"a":"x","b":"y"}{"a":"x","b":2}"#, to: "in.jsonl")
        let outcome = try await Program.run(["run", "p.json", "-v", "--jobs", "1"], in: folder.url)
        let lines = Self.withoutTimes(outcome.messages).split(separator: "\n").map(String.init)
        #expect(
            lines.filter { $0.hasPrefix("step") || $0.contains("TIME") } == [
                "step              in  out  filtered  rejected  made  skipped  unfinished    time  share",
                "source json        4    4         0         0     0        0           0  TIME",
                "stages[0] filter   4    3         0         0     0        1           0  TIME",
                "stages[1] filter   3    1         0         0     0        0           2  TIME",
                "sinks[0] jsonl     1    0         0         0     0        0           1  TIME",
            ])
        #expect(outcome.code == 65)
    }

    @Test("is a message with fields for each step in JSON, and the summary stays as it is") func json() async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.pipeline, to: "p.json")
        try folder.write(#"{"a":2,"b":"x"}"#, to: "in.jsonl")
        let outcome = try await Program.run(["run", "p.json", "-v", "--log-format", "json"], in: folder.url)
        let lines = try LogFormatTests.lines(outcome.messages)
        let steps = lines.filter { $0["step"] != nil }
        #expect(
            steps.compactMap { $0["message"] as? String } == [
                "source json", "stages[0] filter", "stages[1] filter", "stages[2] map", "stages[3] limit", "sinks[0] jsonl", "sinks[1] csv",
            ])
        #expect(steps.allSatisfy { $0["in"] as? Int == 1 && $0["out"] as? Int == 1 && $0["seconds"] is Double && $0["share"] is Double })
        let summary = try #require(lines.last)
        #expect(
            summary.keys.sorted() == [
                "dry_run", "filtered", "level", "made", "message", "pipeline", "read", "rejected", "seconds", "skipped", "unfinished",
                "written",
            ])
    }

    @Test("is not printed without --verbose") func quiet() async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.pipeline, to: "p.json")
        try folder.write(#"{"a":2,"b":"x"}"#, to: "in.jsonl")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(!outcome.messages.contains("stages["))
    }
}
