import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("A plan") struct PlanTests: ~Copyable {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func run(_ arguments: String...) async throws -> Program.Outcome {
        try await Program.run(arguments + ["--quiet"], in: folder.url, environment: ["TMPDIR": folder.path])
    }

    private func write(_ sinks: String, _ records: String = "{\"id\":1,\"title\":\"a\"}\n{\"id\":2,\"title\":\"b\"}\n") throws {
        try folder.write(#"{"source":{"type":"json","from":"in.jsonl"},"sinks":[\#(sinks)]}"#, to: "p.json")
        try folder.write(records, to: "in.jsonl")
    }

    static let studies = ["pipelines/case-studies.json", "--set", "to=TO/{{.slug}}.md"]

    @Test("of a sample says what would be created, changed and left as it is") func sample() async throws {
        let words = Self.studies.map { $0.replacing("TO", with: "\(folder.path)/out") } + ["--quiet"]
        let out = String(folder.file("out").path)
        let new = try await Program.run(["plan"] + words + ["--exit-code"])
        let names = [
            "1-harbour-ferries", "2-nordlicht-kuche", "3-two-thousand-bicycles-no-keys", "4-cote-sauvage", "5-studio-ampersand",
            "6-meadow-sons",
        ]
        let created = try await Program.run(["plan"] + words)
        #expect(created.code == 0)
        #expect(new.code == 3)
        #expect(new.output == created.output)
        #expect(new.messages == "")
        #expect(new.output.hasPrefix("\(out): 7 would be created\n+ \(out)/\(names[0]).md\n"))
        #expect(new.output.hasSuffix("+ \(out)/README.md\n"))
        #expect(new.output.split(separator: "\n").count == 8)
        #expect(try folder.names() == [])

        #expect(try await Program.run(["run"] + words).code == 0)
        let same = try await Program.run(["plan"] + words + ["--diff", "--exit-code"])
        #expect(same == .init(code: 0, output: "\(out): 7 unchanged\n", messages: ""))

        let page = try folder.read("out/\(names[0]).md")
        try folder.write(page.replacing("Every Crossing, on Time", with: "Some Crossings"), to: "out/\(names[0]).md")
        try FileManager.default.removeItem(at: folder.file("out/\(names[5]).md"))
        let part = try await Program.run(["plan"] + words + ["--all"])
        let lines = part.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "\(out): 1 would be created, 1 changed, 5 unchanged")
        #expect(lines.filter { $0.hasPrefix("~ ") } == ["~ \(out)/\(names[0]).md"])
        #expect(lines.filter { $0.hasPrefix("+ ") } == ["+ \(out)/\(names[5]).md"])
        #expect(lines.count { $0.hasPrefix("= ") } == 5)
        let dry = try await Program.run(["run"] + words + ["--dry-run"])
        #expect(dry.output == lines.filter { !$0.hasPrefix("= ") }.map { $0 + "\n" }.joined())
    }

    @Test("has a unified diff that leads to what a run writes") func diff() async throws {
        try write(#"{"type":"jsonl","to":"o.jsonl"},{"type":"markdown","to":"out/{{.id}}.md","body":".title"}"#)
        try folder.write("{\"id\":1,\"title\":\"x\"}\n{\"id\":2,\"title\":\"b\"}\n", to: "o.jsonl")
        try folder.write("a", to: "out/1.md")
        let plan = try await run("plan", "p.json", "--diff", "--exit-code")
        #expect(
            plan
                == .init(
                    code: 3,
                    output: """
                        o.jsonl: would be changed, 2 records
                        out: 1 would be created, 1 changed
                        ~ out/1.md
                        + out/2.md
                        --- a/o.jsonl
                        +++ b/o.jsonl
                        @@ -1,2 +1,2 @@
                        -{"id":1,"title":"x"}
                        +{"id":1,"title":"a"}
                         {"id":2,"title":"b"}
                        --- a/out/1.md
                        +++ b/out/1.md
                        @@ -1 +1 @@
                        -a
                        \\ No newline at end of file
                        +a
                        --- /dev/null
                        +++ b/out/2.md
                        @@ -0,0 +1 @@
                        +b

                        """, messages: ""))
    }

    @Test(
        "knows what each kind of sink does",
        arguments: [
            (#"{"type":"json","to":"o.json"}"#, "o.json: would be created, 2 records\n"),
            (#"{"type":"csv","to":"o.csv"}"#, "o.csv: would be created, 2 records\n"),
            (#"{"type":"jsonl","to":"o.jsonl.gz"}"#, "o.jsonl.gz: would be created, 2 records\n"),
            (#"{"type":"jsonl","to":"a/b/o.jsonl","mode":"append"}"#, "a/b/o.jsonl: would be created, 2 records\n"),
            (#"{"type":"jsonl","to":"m.jsonl","mode":"merge","key":".id"}"#, "m.jsonl: would be created, 0 records replaced, 2 appended\n"),
            (#"{"type":"jsonl","to":"-"}"#, "standard output: 2 records would be written\n"),
            (#"{"type":"jsonl","to":"/dev/null"}"#, "/dev/null: 2 records would be written\n"),
            (
                #"{"type":"json","to":"o.json"},{"type":"jsonl","to":"o.jsonl"}"#,
                "o.json: would be created, 2 records\no.jsonl: would be created, 2 records\n"
            ),
        ])
    func sinks(_ sinks: String, _ output: String) async throws {
        try write(sinks)
        let before = try folder.names()
        #expect(try await run("plan", "p.json") == .init(code: 0, output: output, messages: ""))
        #expect(try folder.names() == before)
        guard !output.contains("written") else { return }
        #expect(try await run("run", "p.json").code == 0)
        let second = try await run("plan", "p.json", "--exit-code")
        if sinks.contains("append") {
            #expect(second == .init(code: 3, output: "a/b/o.jsonl: would be changed, 2 records appended\n", messages: ""))
        } else {
            let unchanged = output.replacing("would be created", with: "unchanged")
                .replacing("0 records replaced, 2 appended", with: "2 records")
            #expect(second == .init(code: 0, output: unchanged, messages: ""))
        }
    }

    @Test("counts what merging replaces and adds") func merge() async throws {
        try write(#"{"type":"csv","to":"m.csv","mode":"merge","key":".id"}"#)
        try folder.write("id,title\n2,x\n3,c\n", to: "m.csv")
        let plan = try await run("plan", "p.json", "--diff")
        #expect(
            plan.output == """
                m.csv: would be changed, 1 record replaced, 1 appended
                --- a/m.csv
                +++ b/m.csv
                @@ -1,3 +1,4 @@
                 id,title
                -2,x
                +2,b\r
                 3,c
                +1,a\r

                """)
        #expect(try folder.read("m.csv") == "id,title\n2,x\n3,c\n")
    }

    @Test("shows the lines behind a long file that grows, with their numbers") func growth() async throws {
        try write(#"{"type":"jsonl","to":"o.jsonl","mode":"append"}"#)
        // Longer than what a diff takes as a whole, so that only its end is compared.
        let line = String(repeating: "x", count: 1000)
        let count = 70_000
        try folder.write(String(repeating: "\"\(line)\"\n", count: count), to: "o.jsonl")
        let plan = try await run("plan", "p.json", "--diff")
        let expected =
            "o.jsonl: would be changed, 2 records appended\n--- a/o.jsonl\n+++ b/o.jsonl\n@@ -69998,3 +69998,5 @@\n"
            + String(repeating: " \"\(line)\"\n", count: 3) + "+{\"id\":1,\"title\":\"a\"}\n+{\"id\":2,\"title\":\"b\"}\n"
        #expect(plan.output == expected)
        try folder.write("\"\(line.replacing("xx", with: "yy"))\"\n" + String(repeating: "\"\(line)\"\n", count: count), to: "o.jsonl")
        try write(#"{"type":"jsonl","to":"o.jsonl"}"#)
        let long = try await run("plan", "p.json", "--diff")
        #expect(long.output == "o.jsonl: would be changed, 2 records\nFiles a/o.jsonl and b/o.jsonl differ, and are too long for a diff\n")
    }

    @Test("lists at most twenty changes of a folder, or all") func manyFiles() async throws {
        let records = (1...25).map { "{\"id\":\($0),\"title\":\"a\"}\n" }.joined()
        try write(#"{"type":"markdown","to":"out/{{.id}}.md","body":".title"}"#, records)
        let plan = try await run("plan", "p.json")
        let lines = plan.output.split(separator: "\n")
        #expect(lines.first == "out: 25 would be created")
        #expect(lines.count == 22)
        #expect(lines.last == "… and 5 more files; --all lists them")
        #expect(try await run("plan", "p.json", "--all").output.split(separator: "\n").count == 26)
    }

    @Test("ends as a run does if records are rejected, and shows their file") func rejects() async throws {
        try write(#"{"type":"markdown","to":"out/{{.id}}.md","body":".title"}"#, "{\"id\":1,\"title\":\"a\"}\n{\"id\":1,\"title\":\"b\"}\n")
        let first = try await run("plan", "p.json", "--exit-code")
        let output = "out: 1 would be created\n+ out/1.md\nout.rejects.jsonl: would be created, 1 record rejected\n"
        #expect(first.code == 1)
        #expect(first.output == output)
        #expect(try await run("plan", "p.json", "--exit-code", "--allow-rejects", "1").code == 3)
        #expect(try folder.names() == ["in.jsonl", "p.json"])
        #expect(try await run("run", "p.json").code == 1)
        try folder.write("{\"id\":1,\"title\":\"a\"}\n", to: "in.jsonl")
        let second = try await run("plan", "p.json", "--exit-code", "--diff")
        #expect(second.code == 3)
        let removed = "--- a/out.rejects.jsonl\n+++ /dev/null\n@@ -1 +0,0 @@\n-{"
        #expect(second.output.hasPrefix("out: 1 unchanged\nout.rejects.jsonl: would be removed\n" + removed), "\(second.output)")
        #expect(try folder.names() == ["in.jsonl", "out", "out.rejects.jsonl", "p.json"])
    }

    @Test("writes nothing where nothing may be written") func readOnly() async throws {
        try write(#"{"type":"jsonl","to":"ro/o.jsonl"},{"type":"markdown","to":"ro/{{.id}}.md","body":".title"}"#)
        try folder.write("", to: "ro/o.jsonl")
        let ro = folder.file("ro")
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: ro.path)
        let before = try FileManager.default.attributesOfItem(atPath: ro.path)[.modificationDate] as? Date
        let plan = try await run("plan", "p.json")
        #expect(plan.code == 0)
        #expect(plan.output == "ro/o.jsonl: would be changed, 2 records\nro: 2 would be created\n+ ro/1.md\n+ ro/2.md\n")
        #expect(try FileManager.default.attributesOfItem(atPath: ro.path)[.modificationDate] as? Date == before)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: ro.path)
        #expect(try folder.names() == ["in.jsonl", "p.json", "ro"])
    }

    @Test("leaves the locks of other runs alone") func lock() async throws {
        try write(#"{"type":"jsonl","to":"o.jsonl"}"#)
        try folder.write("1\n", to: ".tabpipe-o.jsonl.lock")
        #expect(try await run("plan", "p.json").code == 0)
        #expect(try folder.names() == [".tabpipe-o.jsonl.lock", "in.jsonl", "p.json"])
    }

    @Test("says what it cannot know, and what does not fit")
    func usage() async throws {
        try write(#"{"type":"jsonl","to":"o.jsonl"}"#, "{\n")
        #expect(try await run("plan", "p.json").code == 65)
        let estimate = try await run("plan", "p.json", "--estimate")
        #expect(estimate.code == 2)
        #expect(
            estimate.messages == "error: --estimate needs a source with pages; p.json reads from \"json\"\n"
                + "  = help: tabpipe plan --help\n")
    }

    @Test(
        "has no options of a plan in an estimate",
        arguments: [["--diff"], ["--all"], ["--exit-code"], ["--full-refresh"], ["--rejects", "r"]])
    func estimate(_ options: [String]) async throws {
        try write(#"{"type":"jsonl","to":"o.jsonl"}"#)
        let outcome = try await Program.run(["plan", "p.json", "--estimate"] + options, in: folder.url)
        #expect(outcome.code == 2)
        #expect(outcome.messages.hasPrefix("error: --estimate and \(options[0]) contradict each other\n"), "\(outcome.messages)")
    }
}
