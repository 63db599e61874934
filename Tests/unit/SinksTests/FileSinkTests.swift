import Foundation
import JSONParsing
import Pipeline
import Stages
import TestSupport
import Testing
@testable import Sinks

/// Sends objects, and then makes a folder at the path of an output.
struct ObstructiveSource: Source {
    static let name = "objects"
    static let summary = "Sends objects."
    static let example = ""
    private let values: String
    private let obstacle: String?

    init(options: inout OptionReader) {
        values = options.read("values", .string, help: "An array.")
        obstacle = options.readIfPresent("obstacle", .string, help: "A folder to make.")
    }

    var hooks: Hooks { .none }
    var continuation: SourceContinuation { .none }

    func run(into output: inout RecordWriter) async throws {
        for value in try JSONValue(parsing: values).array ?? [] { try await output.send(value) }
        guard let obstacle else { return }
        // The folder appears after every sink has begun its file.
        let folder = URL(fileURLWithPath: obstacle).deletingLastPathComponent().path
        while try FileManager.default.contentsOfDirectory(atPath: folder).count(where: { $0.hasPrefix(".tabpipe-") }) < 3 {
            try await Task.sleep(for: .milliseconds(1))
        }
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: true)
    }
}

@Suite("Sinks with files") struct FileSinkTests: ~Copyable {
    private let scratch: ScratchFolder
    private var folder: String { scratch.path }

    init() throws { scratch = try ScratchFolder() }

    private struct Silence: RunObserver {
        func warn(_ warning: RunWarning) {}
        func reject(_ reject: Reject) {}
    }

    private func run(_ values: String, obstacle: String? = nil, sinks: JSONValue) async throws -> RunReport {
        var registry = Registry()
        registry.addStages()
        registry.add(ObstructiveSource.self)
        registry.addSinks()
        var source: JSONObject = ["type": "objects", "values": .string(values)]
        if let obstacle { source["obstacle"] = .string(obstacle) }
        let file: JSONValue = ["source": .object(source), "sinks": sinks]
        let plan = try PipelineReader.read(
            text: Array(file.compactText.utf8), file: "p.json", registry: registry, settings: PipelineSettings())
        return await PipelineRun(plan, options: .init(), observer: Silence()).run()
    }

    private func write(_ text: String, _ name: String) throws {
        try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
    }

    private func read(_ name: String) throws -> String { try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) }
    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

    @Test("in one folder appear together") func together() async throws {
        let sinks: JSONValue = [
            ["type": "jsonl", "to": .string(folder + "/a.jsonl")], ["type": "json", "to": .string(folder + "/b.json"), "indent": 0],
            ["type": "csv", "to": .string(folder + "/c.csv")],
        ]
        let first = try await run(#"[{"a":1},{"a":2}]"#, sinks: sinks)
        #expect(first.exitCode == 0)
        #expect(try read("a.jsonl") == "{\"a\":1}\n{\"a\":2}\n")
        #expect(try read("b.json") == "[\n{\"a\":1},\n{\"a\":2}\n]\n")
        #expect(try read("c.csv") == "a\r\n1\r\n2\r\n")
        #expect(
            first.notes == [
                "jsonl: \(folder)/a.jsonl: 2 records written", "json: \(folder)/b.json: 2 records written",
                "csv: \(folder)/c.csv: 2 records written",
            ])
        let second = try await run(#"[{"a":1},{"a":2}]"#, sinks: sinks)
        #expect(second.notes.first == "jsonl: \(folder)/a.jsonl: unchanged, 2 records")
        #expect(try names() == ["a.jsonl", "b.json", "c.csv"])
    }

    @Test("hold all of what is longer than a block") func long() async throws {
        let texts = (0..<3_000).map { "\($0) \(String(repeating: "x", count: 100))" }
        let report = try await run(
            "[\(texts.map { "{\"a\":\"\($0)\"}" }.joined(separator: ","))]",
            sinks: [
                ["type": "jsonl", "to": .string(folder + "/a.jsonl")],
                ["type": "json", "to": .string(folder + "/b.json"), "indent": 0],
                ["type": "csv", "to": .string(folder + "/c.csv")],
            ])
        #expect(report.exitCode == 0)
        #expect(try read("a.jsonl") == texts.map { "{\"a\":\"\($0)\"}\n" }.joined())
        #expect(try read("b.json") == "[\n" + texts.map { "{\"a\":\"\($0)\"}" }.joined(separator: ",\n") + "\n]\n")
        #expect(try read("c.csv") == "a\r\n" + texts.map { "\($0)\r\n" }.joined())
    }

    @Test("indent a record that grows much while they write it, and no other") func growing() async throws {
        let nested = String(repeating: "[", count: 60) + String(repeating: "[1,2],", count: 5_000) + "3" + String(repeating: "]", count: 60)
        let values = "[{\"a\":1},{\"b\":\(nested)},{\"c\":2}]"
        let sink: JSONValue = ["type": "json", "to": .string(folder + "/b.json"), "indent": 8]
        #expect(try await run(values, sinks: [sink]).exitCode == 0)
        let text = try read("b.json")
        #expect(try JSONValue(parsing: text) == JSONValue(parsing: values))
        #expect(text.hasPrefix("[\n        {\n                \"a\": 1\n        },\n        {\n                \"b\": [\n"))
        #expect(text.hasSuffix("]\n        },\n        {\n                \"c\": 2\n        }\n]\n"))
        var options = OptionReader.describing
        let record = Record(try JSONValue(parsing: "{\"b\":\(nested)}"))
        guard case .deferred = try JSONSink(options: &options).render(record, in: RunContext()).content else {
            Issue.record("the record is held indented")
            return
        }
    }

    @Test("head the columns of a table by paths as they are written") func columns() async throws {
        let report = try await run(
            #"[{"id":1,"title":{"rendered":"A, B"},"m":[{"s":"x"},{"s":null},{}],"a.b":7},{"id":2},{"id":3,"title":[]}]"#,
            sinks: [
                [
                    "type": "csv", "to": .string(folder + "/t.csv"),
                    "fields": ["id", "title.rendered", ".m[].s", ".[\"a.b\"]", "title.renderd"],
                ]
            ])
        #expect(report.counts.line == "read 3 = written 2 + filtered 0 + rejected 1")
        #expect(
            try read("t.csv")
                == "id,title.rendered,.m[].s,\".[\"\"a.b\"\"]\",title.renderd\r\n1,\"A, B\",\"[\"\"x\"\",null]\",7,\r\n2,,,,\r\n")
        #expect(report.warnings == ["sinks[0].fields: no record had a field .title.renderd; did you mean .title.rendered?"])
    }

    @Test("write the body of a page from a field further in") func nestedBody() async throws {
        let report = try await run(
            #"[{"p":"a","content":{"rendered":"<p>x"}}]"#,
            sinks: [["type": "markdown", "to": .string(folder + "/{{.p}}.md"), "body": "content.rendered", "front_matter": "{titel}"]])
        #expect(try read("a.md") == "---\ntitel: null\n---\n\nx\n")
        #expect(report.warnings == [#"sinks[0].front_matter: no record had a field "titel""#])
    }

    @Test("read the body of a Markdown file in the format that the record names") func formats() async throws {
        _ = try await run(
            ##"[{"p":"a","t":"markdown","html":"# *A*"},{"p":"b","t":"text/plain","html":"# *A*"},{"p":"c","t":null,"html":"a <b>b</b>\n\nc"}]"##,
            sinks: [["type": "markdown", "to": .string(folder + "/{{.p}}.md"), "format": ".t"]])
        #expect(try read("a.md") == "# *A*\n")
        #expect(try read("b.md") == "\\# \\*A\\*\n")
        #expect(try read("c.md") == "a **b**\n\nc\n")
    }

    @Test("have one kind of line end in a Markdown file, whatever its body has") func lineEnds() async throws {
        _ = try await run(
            ##"[{"p":"a","text":"# A\r\n\r\nb\rc\nd\r\r\n"},{"p":"b","text":"\r"}]"##,
            sinks: [
                ["type": "markdown", "to": .string(folder + "/{{.p}}.md"), "body": "text", "format": "markdown", "front_matter": "{p}"]
            ])
        #expect(try read("a.md") == "---\np: \"a\"\n---\n\n# A\n\nb\nc\nd\n\n")
        #expect(try read("b.md") == "---\np: \"b\"\n---\n\n\n")
    }

    @Test("all keep their old files if one of them cannot appear") func oneCannot() async throws {
        try write("old", "a.jsonl")
        try write("old", "c.csv")
        let report = try await run(
            #"[{"a":1}]"#, obstacle: folder + "/b.json",
            sinks: [
                ["type": "jsonl", "to": .string(folder + "/a.jsonl")], ["type": "json", "to": .string(folder + "/b.json")],
                ["type": "csv", "to": .string(folder + "/c.csv")],
                ["type": "markdown", "to": .string(folder + "/md/{{.a}}.md"), "format": "markdown", "body": "a", "index": [:]],
            ])
        // The sink meets the obstacle when it begins its file or when it puts the file in place: that depends on timing.
        #expect([73, 74].contains(report.exitCode))
        #expect(try read("a.jsonl") == "old")
        #expect(try read("c.csv") == "old")
        // The run removes the folder of Markdown files, because it wrote nothing there.
        #expect(try names() == ["a.jsonl", "b.json", "c.csv"])
    }

    static let markdown = #"[{"p":"a","html":"<p>x"},{"p":"b","html":"<p>y"}]"#

    private func markdownSink(index: Bool = true) -> JSONValue {
        var sink: JSONObject = ["type": "markdown", "to": .string(folder + "/{{.p}}.md")]
        if index { sink["index"] = ["label": ".p"] }
        return .object(sink)
    }

    @Test("replace the index that they made, and no other file") func index() async throws {
        let first = try await run(Self.markdown, sinks: [markdownSink()])
        #expect(first.notes == ["markdown: \(folder): 3 files written, 0 unchanged"])
        let index = try read("README.md")
        #expect(index == "<!-- \(MarkdownIndex.remark) -->\n\n# Index\n\n- [a](a.md)\n- [b](b.md)\n")
        let second = try await run(#"[{"p":"a","html":"<p>x"}]"#, sinks: [markdownSink()])
        #expect(second.notes == ["markdown: \(folder): 1 file written, 1 unchanged"])
        #expect(try read("README.md") == "<!-- \(MarkdownIndex.remark) -->\n\n# Index\n\n- [a](a.md)\n")

        try write("# My own\n", "README.md")
        let third = try await run(#"[{"p":"c","html":"<p>x"}]"#, sinks: [markdownSink()])
        #expect(
            third.failure as? PipelineFailure
                == PipelineFailure(
                    .cannotCreate,
                    "\(folder)/README.md is not a list that tabpipe made, and is not replaced; move it, or name another file in the "
                        + "sink's option index.to"))
        #expect(third.notes == [])
        #expect(try read("README.md") == "# My own\n")
        #expect(try names() == ["README.md", "a.md", "b.md"])
    }

    @Test(
        "put front matter in front of the index, and a remark into it by which they know the index again",
        arguments: [
            ("yaml", "---\n# \(MarkdownIndex.remark)\ntitle: \"Posts: all\"\nweight: 2\n---\n\n"),
            ("toml", "+++\n# \(MarkdownIndex.remark)\ntitle = \"Posts: all\"\nweight = 2\n+++\n\n"),
            ("json", "{\n  \"_tabpipe\": \"\(MarkdownIndex.remark)\",\n  \"title\": \"Posts: all\",\n  \"weight\": 2\n}\n\n"),
        ])
    func indexFrontMatter(_ format: String, _ start: String) async throws {
        func sink(_ index: JSONValue) -> JSONValue {
            ["type": "markdown", "to": .string(folder + "/{{.p}}.md"), "front_matter_format": .string(format), "index": index]
        }
        let index: JSONValue = ["to": "_index.md", "label": ".p", "title": "", "front_matter": #"{title: "Posts: all", weight: 2}"#]
        let first = try await run(Self.markdown, sinks: [sink(index)])
        #expect(first.exitCode == 0)
        #expect(try read("_index.md") == start + "- [a](a.md)\n- [b](b.md)\n")
        // An index of an earlier run is known, whatever its front matter was.
        let second = try await run(Self.markdown, sinks: [sink(["to": "_index.md", "label": ".p"])])
        #expect(second.exitCode == 0)
        #expect(try read("_index.md") == "<!-- \(MarkdownIndex.remark) -->\n\n# Index\n\n- [a](a.md)\n- [b](b.md)\n")
        #expect(try await run(Self.markdown, sinks: [sink(index)]).exitCode == 0)
        #expect(try read("_index.md").hasPrefix(start))
        let own = "---\ntitle: Mine\n---\n"
        try write(own, "_index.md")
        #expect(try await run(Self.markdown, sinks: [sink(index)]).exitCode == 73)
        #expect(try read("_index.md") == own)
    }

    @Test(
        "end the run if the front matter of the index is none",
        arguments: [
            ("yaml", "7", "index.front_matter: gives a number; an object was expected"),
            ("yaml", "error(\"no\")", "no"), ("toml", "{a: [null]}", "front_matter.a[0]"),
            ("json", "{_tabpipe: 1}", "index.front_matter: has a member _tabpipe, which tabpipe writes"),
        ])
    func wrongIndexFrontMatter(_ format: String, _ program: String, _ message: String) async throws {
        let sink: JSONValue = [
            "type": "markdown", "to": .string(folder + "/{{.p}}.md"), "front_matter_format": .string(format),
            "index": ["front_matter": .string(program)],
        ]
        let report = try await run(Self.markdown, sinks: [sink])
        let failure = try #require(report.failure as? PipelineFailure)
        #expect(failure.kind == .badData && failure.message.contains(message), "\(failure)")
        #expect(try names() == [])
    }

    @Test("write the remark of an index so that MDX reads it") func indexInMDX() async throws {
        let sink: JSONValue = [
            "type": "markdown", "to": .string(folder + "/{{.p}}.mdx"), "escape_templates": "mdx",
            "index": ["to": "index.mdx", "label": ".p"],
        ]
        #expect(try await run(Self.markdown, sinks: [sink]).exitCode == 0)
        #expect(try read("index.mdx") == "{/* \(MarkdownIndex.remark) */}\n\n# Index\n\n- [a](a.mdx)\n- [b](b.mdx)\n")
    }

    @Test("list no text in the index that stands for no characters") func undecodableLabel() async throws {
        let report = try await run(
            #"[{"p":"a","html":"x","title":"\ud800"},{"p":"b","html":"y","title":7}]"#,
            sinks: [
                ["type": "markdown", "to": .string(folder + "/{{.p}}.md"), "index": [:]]
            ])
        #expect(report.counts.line == "read 2 = written 1 + filtered 0 + rejected 1")
        #expect(try read("README.md") == "<!-- \(MarkdownIndex.remark) -->\n\n# Index\n\n- [7](b.md)\n")
    }

    @Test("of one folder appear together or not at all") func noneAppears() async throws {
        try FileManager.default.createDirectory(atPath: folder + "/b.md", withIntermediateDirectories: true)
        let report = try await run(Self.markdown, sinks: [markdownSink(index: false)])
        #expect(
            report.failure as? PipelineFailure
                == PipelineFailure(.cannotWrite, "\(folder)/b.md cannot be written: what stands there is no regular file"))
        #expect(report.notes == [])
        #expect(try names() == ["b.md"])
        #expect(report.counts.line == "read 2 = written 0 + filtered 0 + rejected 0 + unfinished 2")
    }

    @Test("cannot be created where a file stands in the way of a folder") func cannotCreate() async throws {
        try write("", "a")
        let report = try await run(#"[{"p":"a/b","html":""}]"#, sinks: [markdownSink(index: false)])
        #expect(
            report.failure as? PipelineFailure == PipelineFailure(.cannotCreate, "\(folder)/a/b.md cannot be written: Not a directory"))
    }

    @Test("give back the path of a record that another sink refuses") func withdraws() async throws {
        let report = try await run(
            #"[{"p":"a","html":"1"},{"p":"b","html":"2","x":0},{"p":"b","html":"3"}]"#,
            sinks: [markdownSink(index: false), ["type": "csv", "to": .string(folder + "/t.csv")]])
        #expect(report.counts.line == "read 3 = written 2 + filtered 0 + rejected 1")
        #expect(try read("b.md") == "3\n")
        #expect(try read("t.csv") == "p,html\r\na,1\r\nb,3\r\n")
    }
}
