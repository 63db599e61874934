import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("Records with one path") struct NumberedPathsTests {
    /// Runs a pipeline on records.
    private func run(
        _ records: String, _ sink: String, in folder: borrowing ScratchFolder, code: Int32 = 0
    ) async throws -> String {
        try folder.write(records, to: "d.json")
        try folder.write(#"{"source":{"type":"json","from":"d.json","items":".[]"},"sinks":[\#(sink)]}"#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json", "--jobs", "4"], in: folder.url)
        #expect(outcome.code == code, "\(outcome.messages)")
        return outcome.messages
    }

    private static let markdown = #""type":"markdown","body":"b","format":"markdown","on_clash":"number""#

    @Test("get numbers behind what the template gave, which the index lists") func numbers() async throws {
        let folder = try ScratchFolder()
        let records = #"[{"t":"Same","b":"1"},{"t":"SAME!","b":"2"},{"t":"same-2","b":"3"},{"t":"index","b":"4"},{"t":"Same","b":"5"}]"#
        _ = try await run(records, #"{\#(Self.markdown),"to":"out/{{.t | slug}}.md","index":{"to":"index.md","label":".b"}}"#, in: folder)
        #expect(try folder.names("out") == ["index-2.md", "index.md", "same-2-2.md", "same-2.md", "same-3.md", "same.md"])
        for (name, text) in [("same", "1\n"), ("same-2", "2\n"), ("same-2-2", "3\n"), ("index-2", "4\n"), ("same-3", "5\n")] {
            #expect(try folder.read("out/\(name).md") == text)
        }
        let index = try folder.read("out/index.md")
        #expect(index.contains("[1](same.md)") && index.contains("[2](same-2.md)") && index.contains("[5](same-3.md)"), "\(index)")
    }

    @Test(
        "get the number in the part of the path that differs",
        arguments: [
            ("{{.t}}/index.md", ["a/index.md", "a-2/index.md"]), ("{{.t}}-page.md", ["a-page.md", "a-2-page.md"]),
            ("x/{{.t}}", ["x/a", "x/a-2"]), ("{{.t}}{{\".tar\"}}.md", ["a.tar.md", "a.tar-2.md"]),
            ("{{.t + \".md\"}}", ["a.md", "a-2.md"]), ("all.md", ["all.md", "all-2.md"]),
        ])
    func places(_ template: String, _ paths: [String]) async throws {
        let folder = try ScratchFolder()
        let to = template.replacing("\"", with: "\\\"")
        _ = try await run(#"[{"t":"a","b":"1"},{"t":"a","b":"2"}]"#, #"{\#(Self.markdown),"to":"out/\#(to)"}"#, in: folder)
        for (index, path) in paths.enumerated() { #expect(try folder.read("out/\(path)") == "\(index + 1)\n") }
    }

    @Test("keep their paths in later runs, whatever comes and goes") func later() async throws {
        let folder = try ScratchFolder()
        let sink = #"{\#(Self.markdown),"to":"out/{{.t}}.md"}"#
        _ = try await run(#"[{"id":1,"t":"a","b":"1"},{"id":2,"t":"a","b":"2"},{"id":3,"t":"b","b":"3"}]"#, sink, in: folder)
        // Another record comes first, and record 1 is gone.
        _ = try await run(#"[{"id":9,"t":"a","b":"9"},{"id":2,"t":"a","b":"2b"},{"id":3,"t":"a","b":"3b"}]"#, sink, in: folder)
        #expect(try folder.read("out/a.md") == "1\n")
        #expect(try folder.read("out/a-2.md") == "2b\n")
        #expect(try folder.read("out/a-3.md") == "9\n")
        #expect(try folder.read("out/a-4.md") == "3b\n")
        // A third run with equal records changes nothing.
        let messages = try await run(#"[{"id":9,"t":"a","b":"9"},{"id":2,"t":"a","b":"2b"},{"id":3,"t":"a","b":"3b"}]"#, sink, in: folder)
        #expect(messages.contains("0 files written"), "\(messages)")
    }

    @Test("of runs that get only what is new replace no file of another record") func merges() async throws {
        let folder = try ScratchFolder()
        let sink = #"{\#(Self.markdown),"to":"out/{{.t}}.md","mode":"merge","index":{"label":".b"}}"#
        _ = try await run(#"[{"id":1,"t":"a","b":"1"}]"#, sink, in: folder)
        _ = try await run(#"[{"id":2,"t":"a","b":"2"},{"id":1,"t":"a","b":"1b"}]"#, sink, in: folder)
        #expect(try folder.read("out/a.md") == "1b\n")
        #expect(try folder.read("out/a-2.md") == "2\n")
        let messages = try await run(#"[{"t":"a","b":"3"},{"id":4,"t":"a","b":"4"}]"#, sink, in: folder, code: 1)
        #expect(messages.contains(#"the record has no .id, and no option "key" names it"#), "\(messages)")
    }

    @Test("are rejected, with a key also if the path is that of an earlier run's record") func rejects() async throws {
        let folder = try ScratchFolder()
        let sink = #"{"type":"markdown","body":"b","format":"markdown","to":"out/{{.t}}.md","key":".k"}"#
        _ = try await run(#"[{"k":"x","t":"a","b":"1"}]"#, sink, in: folder)
        let messages = try await run(#"[{"k":"y","t":"A","b":"2"},{"k":"x","t":"a","b":"1b"}]"#, sink, in: folder, code: 1)
        #expect(messages.contains(#"the path "A.md" is that of another record of an earlier run"#), "\(messages)")
        #expect(try folder.read("out/a.md") == "1b\n")
    }

    @Test("of a site have pages that know their own path") func site() async throws {
        let folder = try ScratchFolder()
        let records = #"[{"title":"Same","html":"<p>one"},{"title":"Same","html":"<p>two"}]"#
        _ = try await run(
            records, #"{"type":"site","to":"out/{{.title | slug}}.html","on_clash":"number","base_url":"https://a.org/"}"#, in: folder)
        let second = try folder.read("out/same-2.html")
        #expect(second.contains("two") && second.contains("https://a.org/same-2.html"), "\(second)")
        #expect(try folder.read("out/index.html").contains("same-2.html"))
    }

    @Test(
        "of a site keep clear of the folders of stages, with all their files",
        arguments: [("{{.subject | slug}}.html", "files-2.html"), ("{{.subject | slug}}/index.html", "files-2/index.html")])
    func folders(_ template: String, _ page: String) async throws {
        let folder = try ScratchFolder()
        let image = "data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs="
        let message = #"{"from":"ann@x.example","body":"<p>Look: <img src=\"\#(image)\">"}"#
        try folder.write(#"[{"id":1,"subject":"Files","messages":[\#(message)]},{"id":2,"subject":"Files","messages":[]}]"#, to: "d.json")
        try folder.write(
            #"""
            {"source":{"type":"json","from":"d.json","items":".[]"},
             "stages":[{"type":"assets","html":[".messages[].body"],"fetch":false,"folder":"out/files","link_as":"files/{{.name}}"}],
             "sinks":[{"type":"site","to":"out/\#(template)","on_clash":"number"}]}
            """#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 0, "\(outcome.messages)")
        #expect(try folder.read("out/\(page)").contains("Files"))
        #expect(try folder.names("out/files").contains { $0.hasSuffix(".gif") })
        #expect(try folder.read("out/index.html").contains(#"href="\#(page)""#))
    }

    @Test("without an end of names take time in proportion", .startsInTurn, .timeLimit(.minutes(2))) func many() async throws {
        let folder = try ScratchFolder()
        let records = "[" + (0..<20_000).map { #"{"t":"a","b":"\#($0)"}"# }.joined(separator: ",") + "]"
        _ = try await run(records, #"{\#(Self.markdown),"to":"out/{{.t}}.md"}"#, in: folder)
        #expect(try folder.read("out/a-20000.md") == "19999\n")
    }

    @Test("of a reported case all have files", .needs(SharedData.exists("cases/html"), "needs the shared test data"))
    func reported() async throws {
        let folder = try ScratchFolder()
        let pipeline = String(decoding: try SharedData.read("cases/html/cases/clash-pipeline.json"), as: UTF8.self)
        try folder.write(String(decoding: try SharedData.read("cases/html/cases/clash.jsonl"), as: UTF8.self), to: "clash.jsonl")
        try folder.write(pipeline.replacing(#""type":"markdown""#, with: #""type":"markdown","on_clash":"number""#), to: "p.json")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 0, "\(outcome.messages)")
        let names = [
            "README.md", "a-b.md", "c-plus-plus.md", "c-sharp.md", "c.md", "same-2.md", "same-3.md", "same.md", "untitled-2.md",
            "untitled-a3d4a70d.md", "untitled.md",
        ]
        #expect(try folder.names("out").filter { !$0.hasPrefix(".") } == names)
    }
}
