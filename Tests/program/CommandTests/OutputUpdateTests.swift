import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("Outputs that grow") struct OutputUpdateTests: ~Copyable {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func run(_ arguments: String...) async throws -> Program.Outcome { try await Program.run(arguments, in: folder.url) }

    private func write(_ sink: String, _ records: String) throws {
        try folder.write(#"{"source":{"type":"json","from":"in.jsonl"},"sinks":[\#(sink)]}"#, to: "p.json")
        try folder.write(records, to: "in.jsonl")
    }

    static let refusals = [
        (#"{"type":"jsonl","to":"o.jsonl","mode":"append"}"#, ["--limit", "1"], true),
        (#"{"type":"jsonl","to":"o.jsonl","mode":"append"}"#, ["--force"], true),
        (#"{"type":"csv","to":"o.csv","mode":"merge","key":".id"}"#, ["--limit", "1"], true),
        (#"{"type":"csv","to":"o.csv","mode":"merge","key":".id"}"#, ["--force", "--quiet"], false),
        (#"{"type":"site","to":"out/{{.id}}.html","mode":"merge"}"#, ["--limit", "1", "--force"], true),
        (#"{"type":"markdown","to":"out/{{.id}}.md","index":{},"mode":"merge"}"#, ["--limit", "1"], true),
        (#"{"type":"markdown","to":"out/{{.id}}.md","mode":"merge"}"#, ["--limit", "1"], false),
    ]

    @Test("refuse a part of the records, before anything is opened", arguments: refusals)
    func refuses(_ sink: String, _ words: [String], _ isRefused: Bool) async throws {
        try write(sink, "{\"id\":1,\"title\":\"a\",\"html\":\"b\"}\n")
        let outcome = try await Program.run(["run", "p.json"] + words, in: folder.url)
        guard isRefused else {
            #expect(outcome.code == 0, "\(outcome.messages)")
            return
        }
        #expect(outcome.code == 2)
        #expect(outcome.messages.contains("error: p.json: sinks[0] ("), "\(outcome.messages)")
        #expect(outcome.messages.contains("has the mode \"\(sink.contains("append") ? "append" : "merge")\": \(words[0]) "))
        #expect(try folder.names() == ["in.jsonl", "p.json"])
        #expect(try await Program.run(["run", "p.json", "--dry-run", "--quiet"] + words, in: folder.url).code == 0)
        #expect(try folder.names() == ["in.jsonl", "p.json"])
    }

    @Test("are explained") func explains() async throws {
        try write(
            #"""
            {"type":"jsonl","to":"o.jsonl","mode":"merge","key":".id"},{"type":"csv","to":"o.csv","mode":"append"},
            {"type":"site","to":"out/{{.id}}.html","mode":"merge"}
            """#, "")
        let text = try await run("explain", "p.json").messages
        #expect(text.contains("sinks[0]: merges by .id: "))
        #expect(text.contains("sinks[1]: appends: "))
        #expect(text.contains("sinks[2]: merges by path: pages of earlier runs stay, and the index lists them, too"))
        #expect(text.contains("sinks[2]: pages have no links to the page before and the one behind"))
    }

    private static func article(_ id: Int, _ title: String) -> String {
        "{\"id\":\(id),\"title\":\"\(title)\",\"teaser\":\"T\(id)\",\"html\":\"<p>\(title)\"}\n"
    }

    @Test("list the files of earlier runs in the index of Markdown files") func markdown() async throws {
        let sink = #"{"type":"markdown","to":"out/{{.id % 2}}/{{.id}}.md","index":{"to":"all/list.md"},"mode":"merge"}"#
        let kept = "out/all/.tabpipe-list.md.jsonl"
        try write(sink, Self.article(1, "One") + Self.article(2, "Two") + Self.article(3, "Three"))
        #expect(try await run("run", "p.json", "-q").code == 0)
        let first = try folder.read("out/all/list.md")
        #expect(try folder.read(kept).split(separator: "\n").count == 3)

        try write(sink, Self.article(4, "Four") + Self.article(2, "Second"))
        #expect(try await run("run", "p.json", "-q").code == 0)
        let index = try folder.read("out/all/list.md")
        let four = "- [Four](../0/4.md)\\\n  T4\n"
        #expect(index == first.replacing("[Two]", with: "[Second]") + four, "\(index)")

        // A run without news changes nothing. A file that is gone leaves the index.
        try write(sink, "")
        #expect(try await run("run", "p.json", "-q").code == 0)
        #expect(try folder.read("out/all/list.md") == index)
        try FileManager.default.removeItem(at: folder.file("out/0"))
        try folder.write("", to: "out/0")
        #expect(try await run("run", "p.json", "-q").code == 0)
        #expect(try !folder.read("out/all/list.md").contains("../0/"))
        #expect(try folder.read("out/all/list.md").contains("[One](../1/1.md)"))
        #expect(try folder.read(kept).split(separator: "\n").count == 2)
    }

    @Test("list the pages of earlier runs in the index of a site, and link no neighbours") func site() async throws {
        let sink = #"{"type":"site","to":"out/{{.id}}.html","mode":"merge"}"#
        let thread = #"{"id":9,"subject":"A thread","read":false,"messages":[{"from":"a@b.c","body":"x"}]}"# + "\n"
        try write(sink, Self.article(1, "One") + thread + Self.article(3, "Three"))
        #expect(try await run("run", "p.json", "-q").code == 0)
        let all = try folder.read("out/index.html")
        try write(sink, Self.article(3, "Three"))
        #expect(try await run("run", "p.json").messages.contains("site: out: 0 files written, 3 unchanged"))
        #expect(try folder.read("out/index.html") == all)
        for id in [1, 3, 9] { #expect(try !folder.read("out/\(id).html").contains("class=\"neighbours\"")) }
    }

    @Test(
        "keep the index where the hidden file holds anything else",
        arguments: ["x\n", "{\"path\":[\"..\",\"x\"]}\n", "{\"path\":[\"a\"],\"label\":7}"])
    func damaged(_ text: String) async throws {
        let sink = #"{"type":"markdown","to":"out/{{.id}}.md","index":{},"mode":"merge"}"#
        try write(sink, Self.article(1, "One"))
        #expect(try await run("run", "p.json", "-q").code == 0)
        let index = try folder.read("out/README.md")
        try folder.write(text, to: "out/.tabpipe-README.md.jsonl")
        let outcome = try await run("run", "p.json", "-q")
        #expect(outcome.code == 65)
        #expect(
            outcome.messages.contains("out/.tabpipe-README.md.jsonl:1: not an entry that tabpipe has kept for a file; remove the file"))
        #expect(try folder.read("out/README.md") == index)
        #expect(try folder.read("out/.tabpipe-README.md.jsonl") == text)
    }

    @Test("keep the mode of the earlier file, and follow a link") func linked() async throws {
        try write(#"{"type":"jsonl","to":"o.jsonl","mode":"append"}"#, "{\"id\":2}\n")
        try folder.write("{\"id\":1}\n", to: "real.jsonl")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file("real.jsonl").path)
        try FileManager.default.createSymbolicLink(atPath: folder.file("o.jsonl").path, withDestinationPath: "real.jsonl")
        #expect(try await run("run", "p.json", "-q").code == 0)
        #expect(try folder.read("real.jsonl") == "{\"id\":1}\n{\"id\":2}\n")
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file("real.jsonl").path)[.posixPermissions] as? Int
        #expect(mode == 0o640)
    }
}
