import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("Paths made from records") struct RecordClashTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var arguments = ["p.json"]
        /// Files that exist before the run and that the run must not change.
        let files: [String: String]
        /// Files that the run writes.
        var written: [String: String] = [:]
        /// The messages about records, with `FOLDER` for the scratch folder.
        let messages: [String]
        let line: String
    }

    static func pipeline(_ source: String, _ sinks: String) -> String { #"{"source":{\#(source)},"sinks":[\#(sinks)]}"# }
    static let json = #""type":"json","from":"d.json","items":".[]""#
    static let markdown = #"{"type":"markdown","body":"b","to":"{{.id}}.json"}"#

    static let examples = [
        Example(
            testDescription: "replace neither input nor pipeline file",
            files: [
                "d.json": #"[{"id":"d","b":"GONE"},{"id":"p","b":"GONE"},{"id":"x","b":"fine"}]"#, "p.json": pipeline(json, markdown),
            ], written: ["x.json": "fine\n"],
            messages: [
                #"FOLDER/d.json, item 1: rejected by markdown: the path "d.json" would replace what source.from reads"#,
                #"FOLDER/d.json, item 2: rejected by markdown: the path "p.json" would replace the pipeline file"#,
            ], line: "read 3 = written 1 + filtered 0 + rejected 2"),
        Example(
            testDescription: "of a site replace no input that is reached by a link",
            files: [
                "s/d.json":
                    #"[{"id":"d","html":"<p>GONE</p>","title":"T","teaser":"t"},{"id":"e","html":"<p>fine</p>","title":"T","teaser":"t"}]"#,
                "p.json": pipeline(
                    #""type":"json","from":"link/d.json","items":".[]""#, #"{"type":"site","to":"s/{{.id}}.json"}"#),
            ],
            messages: [#"FOLDER/link/d.json, item 1: rejected by site: the path "d.json" would replace what source.from reads"#],
            line: "read 2 = written 1 + filtered 0 + rejected 1"),
        Example(
            testDescription: "replace none of the files that a pattern matches, read or not yet read",
            files: [
                "fi/a.md": "one", "fi/b.md": "two",
                "p.json": #"""
                {"source":{"type":"files","match":"fi/*.md"},
                 "stages":[{"type":"set","fields":{"text":"\"GONE\"","name":"if .name == \"a.md\" then \"b.md\" else \"c.md\" end"}}],
                 "sinks":[{"type":"markdown","format":"markdown","body":"text","to":"fi/{{.name}}"}]}
                """#,
            ], written: ["fi/c.md": "GONE\n"],
            messages: [#"FOLDER/fi/a.md, item 1: rejected by markdown: the path "b.md" would replace a file that source reads"#],
            line: "read 2 = written 1 + filtered 0 + rejected 1"),
        Example(
            testDescription: "are not those of another sink's file",
            files: [
                "d.json": #"[{"id":"in","b":"GONE"},{"id":"x","b":"fine"}]"#,
                "p.json": pipeline(
                    json, #"{"type":"markdown","body":"b","to":"u/{{.id}}.md"},{"type":"jsonl","to":"u/in.md"}"#),
            ], written: ["u/x.md": "fine\n", "u/in.md": "{\"id\":\"x\",\"b\":\"fine\"}\n"],
            messages: [#"FOLDER/d.json, item 1: rejected by markdown: the path "in.md" would replace the output of sinks[1].to"#],
            line: "read 2 = written 1 + filtered 0 + rejected 1"),
        Example(
            testDescription: "are not those of another sink's records",
            files: [
                "d.json": #"[{"id":"a","b":"x"},{"id":"b","b":"y","other":"c"}]"#,
                "p.json": pipeline(
                    json,
                    #"{"type":"markdown","body":"b","to":"u/{{.id}}.md"},{"type":"markdown","body":"b","to":"u/{{.other // .id}}.md"}"#),
            ], written: ["u/b.md": "y\n", "u/c.md": "y\n"],
            messages: [
                #"FOLDER/d.json, item 1: rejected by markdown: the path "a.md" is that of a file of sinks[0].to, too, item 1"#
            ], line: "read 2 = written 1 + filtered 0 + rejected 1"),
        Example(
            testDescription: "are not that of the rejects, nor of what another pipeline is told or writes",
            arguments: ["p.json", "q.json", "--quiet"],
            files: [
                "d.json": #"[{"id":"q.json"},{"id":"o.jsonl"},{"id":"r.jsonl"},{"id":"x"}]"#,
                "p.json":
                    #"{"rejects":"r.jsonl","source":{\#(json)},"sinks":[{"type":"markdown","format":"markdown","body":"id","to":"{{.id}}"}]}"#,
                "q.json": pipeline(json, #"{"type":"jsonl","to":"o.jsonl"}"#),
            ], written: ["o.jsonl": "{\"id\":\"q.json\"}\n{\"id\":\"o.jsonl\"}\n{\"id\":\"r.jsonl\"}\n{\"id\":\"x\"}\n", "x": "x\n"],
            messages: [], line: ""),
    ]

    @Test("replace nothing that the run reads or writes otherwise", arguments: examples) func records(_ example: Example) async throws {
        let folder = try ScratchFolder()
        for (name, text) in example.files { try folder.write(text, to: name) }
        try FileManager.default.createSymbolicLink(atPath: folder.file("link").path, withDestinationPath: "s")
        let outcome = try await Program.run(["run"] + example.arguments, in: folder.url)
        #expect(outcome.code == 1)
        for (name, text) in example.files.merging(example.written, uniquingKeysWith: { $1 }) { #expect(try folder.read(name) == text) }
        let lines = outcome.messages.replacing(folder.path + "/", with: "").withoutTimes.split(separator: "\n").map(String.init)
        #expect(
            lines.filter { $0.hasPrefix("warning") } == example.messages.map { "warning: " + $0.replacing("FOLDER/", with: "") })
        #expect(try !folder.names().contains("r.jsonl") || folder.read("r.jsonl").split(separator: "\n").count == 3)
        if !example.line.isEmpty { #expect(lines.last == "p: \(example.line)") }
    }

    @Test("do not leave the folder by a slash that carries an accent", arguments: ["../\u{301}x", "/\u{301}x", "a/\u{301}../../x"])
    func accentedSlash(_ id: String) async throws {
        let folder = try ScratchFolder()
        try folder.write(#"[{"id":"\#(id)","b":"GONE"},{"id":"y","b":"fine"}]"#, to: "d.json")
        try folder.write(Self.pipeline(Self.json, #"{"type":"markdown","body":"b","to":"out/in/{{.id}}"}"#), to: "p.json")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 1)
        #expect(try folder.names() == ["d.json", "out", "p.json"])
        #expect(try folder.names("out") == ["in", "in.rejects.jsonl"])
        #expect(try folder.names("out/in") == ["y"])
    }
}
