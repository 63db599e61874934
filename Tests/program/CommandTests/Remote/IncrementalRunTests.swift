import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("Incremental runs", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping))
struct IncrementalRunTests: ~Copyable {
    private let folder: ScratchFolder
    /// The name of the list, which only this test changes.
    private let list = UUID().uuidString

    init() throws { folder = try ScratchFolder() }

    private func run(_ arguments: String...) async throws -> Program.Outcome { try await Program.run(arguments, in: folder.url) }

    private func write(_ sink: String, incremental: String = #""send_as":"since""#) async throws {
        let origin = try await OriginServer.shared()
        try folder.write(
            """
            {"source":{"type":"http","url":"\(origin.base)/changes/\(list)","items":".items[]","id":".id",
              "paging":{"type":"cursor","at":".next"},"retry":{"max_attempts":1},
              "incremental":{"cursor":".updated_at",\(incremental)},"state":"kept/state.json"},
             "sinks":[\(sink)]}
            """, to: "p.json")
    }

    private func change(_ query: String) async throws {
        let origin = try await OriginServer.shared()
        _ = try await origin.get("/control/changes?name=\(list)&\(query)")
    }

    private static let merge = #"{"type":"jsonl","to":"out.jsonl","mode":"merge","key":".id"}"#

    @Test("write 14 records for ten new items, three changed ones, and one more at the second of the last") func news() async throws {
        try await write(Self.merge)
        let first = try await run("run", "p.json")
        #expect(first.code == 0, "\(first.messages)")
        #expect(first.messages.contains("http: 120 new or changed items of 6 pages"))
        #expect(first.messages.contains("http: kept/state.json: state advanced to 2026-01-01T00:02:00.000Z"))
        try await change("new=10&changed=3&same=1")
        let second = try await run("run", "p.json")
        #expect(second.messages.contains("http: 14 new or changed items of 1 page, 1 dropped as seen, 1 request"), "\(second.messages)")
        #expect(try folder.read("out.jsonl").split(separator: "\n").count == 131)
        let merged = try folder.read("out.jsonl")

        let full = try await run("run", "p.json", "--full-refresh")
        #expect(full.messages.contains("131 new or changed items"))
        #expect(try folder.read("out.jsonl") == merged)

        let reset = try await run("run", "p.json", "--reset-state")
        #expect(reset.code == 0)
        #expect(reset.messages == "kept/state.json: the state is deleted; the next run reads all\n")
        #expect(try folder.names("kept").isEmpty)
        #expect(try await run("run", "p.json", "--reset-state").messages == "kept/state.json: there is no state\n")
    }

    @Test("leave the old state and output if they fail, and are dry") func partial() async throws {
        try await write(Self.merge)
        #expect(try await run("run", "p.json", "-q").code == 0)
        let (state, output) = (try folder.read("kept/state.json"), try folder.read("out.jsonl"))
        try await change("new=70&changed=7&same=3&fail=4")
        let failed = try await run("run", "p.json")
        #expect(failed.code == 69)
        #expect(failed.messages.contains("kept/state.json: the state stays at 2026-01-01T00:02:00.000Z"), "\(failed.messages)")
        try await change("new=0")
        let dry = try await run("run", "p.json", "--dry-run")
        #expect(dry.messages.contains("80 new or changed items"))
        #expect(try folder.read("kept/state.json") == state)
        #expect(try folder.read("out.jsonl") == output)
        #expect(try await run("run", "p.json").messages.contains("80 new or changed items"))
        #expect(try folder.read("out.jsonl").split(separator: "\n").count == 193)
    }

    @Test("advance their state behind rejected records, but not if all are rejected") func rejects() async throws {
        try await write(#"{"type":"jsonl","to":"out.jsonl","mode":"append"}"#)
        #expect(try await run("run", "p.json", "-q").code == 0)
        let text = try folder.read("p.json")
        func reject(_ condition: String) throws {
            let stage = #"{"type":"filter","where":"if \#(condition) then error(\"bad\") else true end"}"#
            try folder.write(text.replacing(#""sinks""#, with: #""stages":[\#(stage)],"sinks""#), to: "p.json")
        }
        try await change("new=2")
        let state = try folder.read("kept/state.json")
        try reject("true")
        let all = try await run("run", "p.json")
        #expect(all.code == 65, "\(all.messages)")
        #expect(try folder.read("kept/state.json") == state)

        try reject(".id == 121")
        let one = try await run("run", "p.json")
        #expect(one.code == 1, "\(one.messages)")
        #expect(one.messages.contains("state advanced to "))
        let warning = "warning: 1 record was rejected, and the state has passed it: later runs read only what changes; "
        #expect(one.messages.contains(warning + "--full-refresh into a new file reads all\n"), "\(one.messages)")
        #expect(try folder.read("out.rejects.jsonl").split(separator: "\n").count == 1)
        let none = try await run("run", "p.json")
        #expect(none.messages.contains("http: 0 new or changed items"))
        #expect(none.messages.contains("out.rejects.jsonl of an earlier run stays, because this run did not read its records again"))
        try await change("new=2")
        try reject(".id == 123")
        let more = try await run("run", "p.json")
        #expect(more.messages.contains("out.rejects.jsonl, behind those of earlier runs"), "\(more.messages)")
        #expect(try folder.read("out.rejects.jsonl").split(separator: "\n").count == 2)
    }

    @Test(
        "end with an error, also with --quiet, if an output is missing while its state is there, and make none",
        arguments: [
            (merge, "out.jsonl", "--full-refresh reads all"),
            (#"{"type":"jsonl","to":"out.jsonl","mode":"append"}"#, "out.jsonl", "--full-refresh reads all"),
            (#"{"type":"markdown","to":"out/{{.id}}.md","body":"title"}"#, "out", "--full-refresh reads all"),
        ])
    func missingOutput(_ sink: String, _ name: String, _ remedy: String) async throws {
        try await write(sink)
        #expect(try await run("run", "p.json", "-q").code == 0)
        try FileManager.default.removeItem(at: folder.file(name))
        for words in [["run", "-q"], ["run", "--dry-run"], ["plan"], ["check"]] {
            let outcome = try await Program.run(words + ["p.json"], in: folder.url)
            #expect(outcome.code == 78, "\(words)")
            #expect(outcome.messages.contains("error: \(name) is missing"))
            #expect(outcome.messages.contains(", and by kept/state.json earlier runs have written records to it"))
            #expect(outcome.messages.contains(remedy), "\(outcome.messages)")
        }
        #expect(try folder.names() == ["kept", "p.json"])
        #expect(try await run("run", "p.json", "-q", "--full-refresh").code == 0)
        #expect(try await run("run", "p.json").messages.contains("0 new or changed items"))
    }

    @Test("append no record again if the state is missing, and name the ways on") func missingState() async throws {
        try await write(#"{"type":"jsonl","to":"out.jsonl","mode":"append"}"#)
        #expect(try await run("run", "p.json", "-q").code == 0)
        let reset = try await run("run", "p.json", "--reset-state")
        #expect(reset.messages.contains("refuses a file that has some; move the file"), "\(reset.messages)")
        let refused = try await run("run", "p.json", "-q")
        #expect(refused.code == 78)
        #expect(refused.messages.contains("out.jsonl has records, but the state kept/state.json is missing"), "\(refused.messages)")
        #expect(try await run("run", "p.json", "-q", "--accept-outputs").code == 0)
        #expect(try folder.read("out.jsonl").split(separator: "\n").count == 240)
    }

    @Test("say with --quiet what may mean missing records") func quiet() async throws {
        try await write(Self.merge, incremental: #""send_as":"since","from":"2999-06-01T00:00:00Z""#)
        let outcome = try await run("run", "p.json", "-q")
        #expect(outcome.code == 0)
        #expect(outcome.messages.contains("which is in the future; runs read nothing that changes before that time"), "\(outcome.messages)")
    }

    @Test(
        "refuse a sink that would shrink to what is new, and name the remedy",
        arguments: [
            (#"{"type":"jsonl","to":"o.jsonl"}"#, #"use "mode": "append", or "mode": "merge" with "key""#),
            (#"{"type":"csv","to":"o.csv","fields":["id"]}"#, #"use "mode": "append", or "mode": "merge" with "key""#),
            (#"{"type":"json","to":"o.json"}"#, #"this sink has no "mode" that keeps earlier records; jsonl and csv have"#),
            (#"{"type":"site","to":"o/{{.id}}.html"}"#, #"use "mode": "merge""#),
            (#"{"type":"markdown","to":"o/{{.id}}.md","index":{}}"#, #"use "mode": "merge""#),
        ])
    func shrinking(_ sink: String, _ remedy: String) async throws {
        try await write(sink)
        for command in ["validate", "run", "check"] {
            let outcome = try await run(command, "p.json")
            #expect(outcome.code == 78)
            #expect(outcome.messages.contains("p.json:4:11: error: the source reads only what is new"), "\(outcome.messages)")
            #expect(outcome.messages.contains(remedy), "\(outcome.messages)")
        }
        #expect(try folder.names() == ["p.json"])
    }

    @Test(
        "may write what has nothing to shrink",
        arguments: [
            #"{"type":"markdown","to":"o/{{.id}}.md","body":"title"}"#, #"{"type":"jsonl","to":"-"}"#,
            #"{"type":"site","to":"o/{{.id}}.html","mode":"merge"}"#,
        ])
    func kept(_ sink: String) async throws {
        try await write(sink)
        #expect(try await run("validate", "p.json").code == 0)
    }

    @Test(
        "exclude options that would spoil an output that grows",
        arguments: [
            ("append", ["--full-refresh"], false), ("append", ["--limit", "1"], true), ("append", ["--limit", "1", "--force"], true),
            ("merge", ["--limit", "1"], true), ("merge", ["--full-refresh"], false),
        ])
    func exclusions(_ mode: String, _ words: [String], _ isRefused: Bool) async throws {
        try await write(mode == "merge" ? Self.merge : #"{"type":"jsonl","to":"out.jsonl","mode":"append"}"#)
        let outcome = try await Program.run(["run", "p.json"] + words, in: folder.url)
        #expect(outcome.code == (isRefused ? 2 : 0))
        #expect(outcome.messages.contains("has the mode \"\(mode)\": \(words[0]) ") == isRefused)
    }

    @Test("with a limit write where nothing is, and leave no state") func limited() async throws {
        try await write(#"{"type":"markdown","to":"o/{{.id}}.md","body":"title"}"#)
        let limited = try await run("run", "p.json", "--limit", "5")
        #expect(limited.code == 0)
        #expect(limited.messages.contains("kept/state.json: there is no state yet"), "\(limited.messages)")
        #expect(try folder.names() == ["o", "p.json"])
        #expect(try await run("run", "p.json").messages.contains("120 new or changed items"))
        // The state is no output that a part would replace.
        try FileManager.default.removeItem(at: folder.file("o"))
        try await change("new=3")
        #expect(try await run("run", "p.json", "--limit", "2").code == 78)
        #expect(try await run("run", "p.json", "--limit", "2", "--accept-outputs").code == 0)
    }

    @Test("say what they would ask for") func explanation() async throws {
        try await write(Self.merge, incremental: #""send_as":"since","from":"2025-06-01T00:00:00Z""#)
        let explained = try await run("explain", "p.json").messages
        #expect(explained.contains("source: incremental by .updated_at: no state yet: asks for since=2025-06-01T00:00:00Z"), "\(explained)")
        let checked = try await run("check", "p.json").messages
        #expect(checked.contains("200, 20 items on the first page, incremental: asks for since=2025-06-01T00:00:00Z"), "\(checked)")
        #expect(checked.contains("source http: kept/state.json can be written"), "\(checked)")
        #expect(try folder.names() == ["p.json"])
    }

    @Test("are refused with a wrong state, and with options that need a state") func conflicts() async throws {
        try await write(Self.merge)
        #expect(try await run("run", "p.json", "-q").code == 0)
        try folder.write(try folder.read("kept/state.json").replacing("\"greatest\"", with: "\"greater\""), to: "kept/state.json")
        let damaged = try await run("run", "p.json")
        #expect(damaged.code == 78)
        #expect(damaged.messages.contains("kept/state.json: the state is damaged: .greatest: "), "\(damaged.messages)")
        #expect(damaged.messages.contains("--reset-state"))
        #expect(try await run("run", "p.json", "--full-refresh", "-q").code == 0)

        try folder.write(#"{"source":{"type":"json","from":"p.json"},"sinks":[{"type":"jsonl","to":"-"}]}"#, to: "other.json")
        let useless = try await run("run", "other.json", "--reset-state")
        #expect(useless.code == 2)
        #expect(useless.messages.contains("the source has no \"incremental\", and so no state"))
        #expect(try await run("run", "other.json", "--full-refresh").messages.contains("--full-refresh has no effect on other.json"))
    }
}
