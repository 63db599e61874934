import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("The report of a run") struct ReportTests {
    static let pipeline = #"""
        {"source":{"type":"json","from":"in.jsonl"},"stages":[{"type":"filter","where":".a > 1"},{"type":"map","to":".b | explode[] | {c: ., b: \"<p>x\"}"}],
        "sinks":[{"type":"jsonl","to":"out.jsonl"},{"type":"markdown","to":"md/{{.c}}.md","body":"b"}]}
        """#
    static let input = #"{"a":1}{"a":2,"b":"xy"}{"a":3,"b":0}{"a":4,"b":["<b>&\u001b"]}{"a":5,"b":"z"}"#

    /// A folder with a pipeline and its input.
    private static func folder(_ pipeline: String = Self.pipeline) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(pipeline, to: "p.json")
        try folder.write(input, to: "in.jsonl")
        return folder
    }

    private static func report(_ folder: borrowing ScratchFolder, _ name: String = "r.json") throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(folder.read(name).utf8)) as? [String: Any])
    }

    private static func text(_ value: Any?) throws -> String {
        let data = try JSONSerialization.data(
            withJSONObject: value ?? [:], options: [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
        return String(decoding: data, as: UTF8.self)
    }

    @Test("has counts, steps, rejects by reason, outputs and the memory") func content() async throws {
        let folder = try Self.folder()
        let outcome = try await Program.run(["run", "p.json", "--report", "r.json", "--jobs", "1"], in: folder.url)
        #expect(outcome.code == 1)
        #expect(outcome.messages.withoutTimes.hasSuffix("p: read 5 + made 1 = written 3 + filtered 1 + rejected 2\n"))
        let report = try Self.report(folder)
        #expect(report["tabpipe"] as? String == "0.1.0")
        #expect(report["exit_code"] as? Int == 1)
        let runs = try #require(report["runs"] as? [[String: Any]])
        let run = try #require(runs.first)
        #expect(runs.count == 1)
        #expect(
            run.keys.sorted() == [
                "counts", "dry_run", "ended", "exit_code", "failure", "file", "jobs", "limit", "meaning", "notes", "outputs",
                "peak_memory_bytes", "pipeline", "read_per_second", "rejects", "requests", "seconds", "started", "steps", "throughput",
                "warnings",
            ])
        #expect(
            try Self.text(run["counts"])
                == #"{"filtered":1,"made":1,"read":5,"rejected":2,"skipped":0,"unfinished":0,"written":3}"#)
        let steps = try #require(run["steps"] as? [[String: Any]])
        let keys = ["in", "made", "out", "filtered", "rejected", "skipped", "unfinished"]
        #expect(
            steps.map { step in "\(step["step"] ?? "") \(step["type"] ?? "") \(keys.map { "\(step[$0] ?? "")" }.joined(separator: " "))" }
                == [
                    "source json 5 0 5 0 0 0 0", "stages[0] filter 5 0 4 1 0 0 0", "stages[1] map 4 1 3 0 2 0 0",
                    "sinks[0] jsonl 3 0 3 0 0 0 0",
                    "sinks[1] markdown 3 0 3 0 0 0 0",
                ])
        #expect(abs(steps.reduce(0) { $0 + ($1["share"] as? Double ?? 0) } - 1) < 0.01)
        #expect(run["pipeline"] as? String == "p" && run["file"] as? String == "p.json" && run["jobs"] as? Int == 1)
        #expect(run["failure"] is NSNull && run["limit"] is NSNull && run["dry_run"] as? Bool == false)
        #expect(run["meaning"] as? String == "done with some records rejected")
        #expect(try #require(run["peak_memory_bytes"] as? Int) > 1 << 20)
        #expect(try #require(run["started"] as? String) <= #require(run["ended"] as? String))
        #expect(try #require(run["started"] as? String).wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
        #expect(
            try Self.text(run["outputs"])
                == #"[{"files_unchanged":0,"files_written":1,"path":"out.jsonl","place":"sinks[0].to","result":"written"},"#
                + #"{"files_unchanged":0,"files_written":3,"path":"md/{{.c}}.md","place":"sinks[1].to","result":"written"},"#
                + #"{"path":"out.rejects.jsonl","place":"rejects","result":"written"}]"#)
        let reasons = try #require((run["rejects"] as? [String: Any])?["reasons"] as? [[String: Any]])
        #expect(reasons.map { $0["count"] as? Int } == [1, 1])
        #expect(try Self.text(reasons.first?["examples"]) == #"[{"origin":"in.jsonl, item 3","record":{"a":3,"b":0}}]"#)
        #expect((reasons.first?["reason"] as? String)?.hasPrefix("explode input must be a string") == true)
        #expect(
            try Self.text(run["requests"])
                == #"{"bytes":0,"from_cache":0,"hosts":[],"retries":0,"sent":0,"waited_seconds":0}"#)
        let samples = try #require((run["throughput"] as? [String: Any])?["samples"] as? [[String: Any]])
        #expect(samples.first?["read"] as? Int == 0)
        #expect(samples.last?["read"] as? Int == 5 && samples.last?["written"] as? Int == 3)
        #expect(samples.last?["seconds"] as? Double == run["seconds"] as? Double)
    }

    @Test("says which files were unchanged, and counts examples up to a limit") func again() async throws {
        let folder = try Self.folder()
        try folder.write((0..<20).map { "{\"a\":\($0 + 2),\"b\":\($0 < 10 ? "0" : "\"x\"")}\n" }.joined(), to: "in.jsonl")
        for _ in 0..<2 { _ = try await Program.run(["run", "p.json", "--report", "r.json", "--quiet"], in: folder.url) }
        let run = try #require((Self.report(folder)["runs"] as? [[String: Any]])?.first)
        let outputs = try #require(run["outputs"] as? [[String: Any]])
        #expect(outputs.map { $0["result"] as? String } == ["unchanged", "unchanged", "written"])
        let reasons = try #require((run["rejects"] as? [String: Any])?["reasons"] as? [[String: Any]])
        // Ten records fail in the map, and nine have the path of an earlier one.
        #expect(reasons.map { $0["count"] as? Int } == [10, 9])
        #expect(reasons.map { ($0["examples"] as? [Any])?.count } == [3, 3])
    }

    @Test("is written when the run fails, and says so") func failure() async throws {
        let folder = try Self.folder(Self.pipeline.replacing(#""type":"map""#, with: #""type":"map","on_error":"fail""#))
        try folder.write("old\n", to: "out.jsonl")
        let outcome = try await Program.run(["run", "p.json", "--report", "r.json", "--report", "r.html"], in: folder.url)
        #expect(outcome.code == 65)
        let run = try #require((Self.report(folder)["runs"] as? [[String: Any]])?.first)
        #expect(run["exit_code"] as? Int == 65)
        #expect((run["failure"] as? String)?.hasPrefix("in.jsonl, item 3: map: explode input must be a string") == true)
        #expect((run["outputs"] as? [[String: Any]])?.map { $0["result"] as? String } == ["kept", "kept"])
        #expect(try folder.read("out.jsonl") == "old\n")
        #expect(try folder.read("r.html").contains("<strong>The run failed.</strong> in.jsonl, item 3: map: explode"))
    }

    @Test("lists all runs of a command, also behind one that fails") func several() async throws {
        let folder = try Self.folder()
        try folder.write(
            Self.pipeline.replacing("in.jsonl", with: "no.jsonl").replacing("out", with: "o2").replacing("md/", with: "m2/"), to: "q.json")
        let outcome = try await Program.run(
            ["run", "q.json", "p.json", "--report", "r.json", "--report", "r.html", "--quiet"], in: folder.url)
        #expect(outcome.code == 66)
        let report = try Self.report(folder)
        #expect(report["exit_code"] as? Int == 66)
        let runs = try #require(report["runs"] as? [[String: Any]])
        #expect(runs.map { $0["pipeline"] as? String } == ["q", "p"])
        #expect(runs.map { $0["exit_code"] as? Int } == [66, 1])
        let page = try folder.read("r.html")
        #expect(page.contains("<h1>Run of 2 pipelines</h1>"))
        #expect(page.contains(##"<a href="#run-1">p</a>: exit 1, done with some records rejected"##))
    }

    @Test("of a dry run says that nothing was written") func dryRun() async throws {
        let folder = try Self.folder()
        _ = try await Program.run(["run", "p.json", "--report", "r.json", "--dry-run"], in: folder.url)
        let run = try #require((Self.report(folder)["runs"] as? [[String: Any]])?.first)
        #expect(run["dry_run"] as? Bool == true)
        #expect((run["outputs"] as? [[String: Any]])?.map { $0["result"] as? String } == ["dry run", "dry run"])
        #expect(try folder.names() == ["in.jsonl", "p.json", "r.json"])
    }

    @Test("groups requests by host", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping)) func requests() async throws {
        let folder = try ScratchFolder()
        let origin = try await OriginServer.shared()
        try folder.write(
            #"{"source":{"type":"http","url":"\#(origin.base)/items","items":".items[]"},"sinks":[{"type":"jsonl","to":"-"}]}"#,
            to: "p.json")
        let outcome = try await Program.run(["run", "p.json", "--report", "r.json"], in: folder.url)
        #expect(outcome.code == 0, "\(outcome.messages)")
        let run = try #require((Self.report(folder)["runs"] as? [[String: Any]])?.first)
        let requests = try #require(run["requests"] as? [String: Any])
        #expect(requests["sent"] as? Int == 1)
        let hosts = try #require(requests["hosts"] as? [[String: Any]])
        #expect(hosts.map { $0["step"] as? String } == ["source"])
        #expect("http://\(hosts.first?["host"] as? String ?? "")" == origin.base)
        #expect(hosts.first?["requests"] as? Int == 1 && hosts.first?["failed"] as? Int == 0)
        #expect(hosts.first?["bytes"] as? Int == requests["bytes"] as? Int)
        #expect(try #require(hosts.first?["bytes"] as? Int) > 0)
    }

    @Test(
        "is never written over another file",
        arguments: [
            (["--report", "in.json"], 73, "--report: in.json is not a report, and is not replaced"),
            (["--metrics", "in.jsonl"], 2, "--metrics names in.jsonl, which is the file of source.from"),
            (["--metrics", "out.jsonl"], 2, "--metrics names out.jsonl, which is the file of sinks[0].to"),
            (["--metrics", "p.json"], 2, "--metrics names p.json, which is the file of the pipeline file"),
            (["--metrics", "m", "--trace", "m"], 2, "--metrics names m, which is the file of --trace"),
            (["--report", "r.json", "--metrics", "r.json"], 2, "--metrics names r.json, which is the file of --report"),
            (["--report", "r.json", "--report", "./r.json"], 2, "--report has two files of one form: ./r.json"),
            (["--metrics", "out.rejects.jsonl"], 2, "--metrics names out.rejects.jsonl, which is the file of the rejected records"),
            (["--report", "r.txt"], 2, #"--report wants a file that ends with .json or .html, found "r.txt""#),
            (["--metrics", "-"], 2, #"--metrics wants the path of a file, found "-""#),
            (["--metrics", "folder"], 2, "--metrics wants a file; folder is a folder"),
            (["--report", "in.json/r.json"], 73, "--report: in.json/r.json cannot be written: no folder is there"),
        ])
    func paths(_ options: [String], _ code: Int32, _ message: String) async throws {
        let folder = try Self.folder()
        try folder.write("{}", to: "in.json")
        try folder.write("", to: "folder/file")
        let outcome = try await Program.run(["run", "p.json"] + options, in: folder.url)
        #expect(outcome.messages.hasPrefix("error: \(message)\n"), "\(outcome.messages)")
        #expect(outcome.code == code)
        #expect(try folder.names() == ["folder", "in.json", "in.jsonl", "p.json"])
    }

    @Test("has one file of each form") func forms() async throws {
        let folder = try Self.folder()
        let outcome = try await Program.run(["run", "p.json", "--report", "a.json", "--report", "b.json"], in: folder.url)
        #expect(outcome.code == 2)
        #expect(outcome.messages == "error: --report has two files of one form: b.json\n  = help: tabpipe run --help\n")
    }

    @Test("is a path that no record can take") func records() async throws {
        let folder = try Self.folder(Self.pipeline.replacing("{{.c}}.md", with: #"{{if .c == 120 then \"r.html\" else .c end}}"#))
        let outcome = try await Program.run(["run", "p.json", "--report", "md/r.html"], in: folder.url)
        #expect(outcome.messages.contains(#"the path "r.html" would replace the file of --report"#), "\(outcome.messages)")
        #expect(try folder.names("md") == ["121", "122", "r.html"])
        #expect(try folder.read("md/r.html").hasPrefix("<!DOCTYPE html>"))
    }

    @Test("replaces that of an earlier run, and only whole") func replaced() async throws {
        let folder = try Self.folder()
        let options = ["run", "p.json", "--quiet", "--report", "r.json", "--report", "r.html", "--metrics", "m.prom"]
        _ = try await Program.run(options, in: folder.url)
        let outcome = try await Program.run(options, in: folder.url)
        #expect(outcome.code == 1)
        #expect(outcome.messages == "")
        #expect(try folder.names().contains { $0.hasPrefix(".tabpipe") } == false)
    }
}
