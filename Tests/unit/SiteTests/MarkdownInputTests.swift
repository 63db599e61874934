import Foundation
import SiteSupport
import TestSupport
import Testing

@Suite("Markdown as input") struct MarkdownInputTests: ~Copyable {
    private let folder: ScratchFolder
    private static let body = "# Hello\\n\\nSome **bold** and [link](https://e.org/)"
    private static let remark = "read as Markdown, because \"format\" is auto: a text with marks of Markdown"

    init() throws { folder = try ScratchFolder() }

    /// Runs a pipeline on records.
    private func run(_ records: String, stages: String = "", sink: String) async throws -> Tabpipe.Outcome {
        try folder.write(records, to: "in.jsonl")
        let pipeline = #"{"source":{"type":"json","from":"in.jsonl"},"stages":[\#(stages)],"sinks":[\#(sink)]}"#
        return try await Tabpipe.run(["run", folder.write(pipeline, to: "p.json")])
    }

    @Test("stays Markdown in the sink markdown", arguments: ["auto", "markdown"]) func markdown(_ format: String) async throws {
        let record = #"{"title":"T","html":"\#(Self.body)"}"#
        let outcome = try await run(record, sink: #"{"type":"markdown","to":"out/{{.title}}.md","format":"\#(format)"}"#)
        #expect(outcome.code == 0)
        #expect(try folder.read("out/T.md") == "# Hello\n\nSome **bold** and [link](https://e.org/)\n")
        #expect(outcome.messages.contains(Self.remark) == (format == "auto"), "\(outcome.messages)")
    }

    @Test("is named for each of the first records, once for all stages") func once() async throws {
        let records = (1...3).map { #"{"title":"T\#($0)","html":"\#(Self.body)"}"# }.joined(separator: "\n")
        let stages = #"{"type":"blurb"},{"type":"html_to_text"},{"type":"html_to_markdown"}"#
        let outcome = try await run(records, stages: stages, sink: #"{"type":"jsonl","to":"out.jsonl"}"#)
        #expect(outcome.messages.contains("in.jsonl, item 1: .html: " + Self.remark), "\(outcome.messages)")
        #expect(outcome.messages.components(separatedBy: "read as Markdown").count == 4, "\(outcome.messages)")
        let first = try #require(try folder.read("out.jsonl").split(separator: "\n").first)
        #expect(first.contains(#""blurb":"Hello Some bold and link","#), "\(first)")
        #expect(first.contains(#""text":"Hello\n\nSome bold and link\n""#), "\(first)")
        #expect(first.contains(##""markdown":"# Hello\n\nSome **bold** and [link](https://e.org/)\n""##), "\(first)")
    }

    @Test("becomes a page") func site() async throws {
        let outcome = try await run(
            #"{"title":"T","html":"\#(Self.body)"}"#, sink: #"{"type":"site","to":"out/{{.title}}.html","title":"S"}"#)
        #expect(outcome.code == 0)
        let page = try folder.read("out/T.html")
        #expect(page.contains("Some <strong>bold</strong> and <a href=\"https://e.org/\""), "\(page)")
        #expect(outcome.messages.contains("read as Markdown"), "\(outcome.messages)")
    }

    @Test("becomes the body of a message, with its quotes apart") func thread() async throws {
        let record =
            #"{"title":"T","messages":[{"from":"a@b.org","date":"2024-01-31","body":"\#(Self.body)"}]}"#
        let outcome = try await run(record, sink: #"{"type":"site","to":"out/{{.title}}.html","title":"S"}"#)
        #expect(try folder.read("out/T.html").contains("&lt;strong&gt;bold&lt;/strong&gt;"))
        #expect(outcome.messages.contains("read as Markdown"), "\(outcome.messages)")
    }

    @Test(
        "loses what is harmful",
        arguments: [#"{"type":"markdown","to":"out/{{.title}}"}"#, #"{"type":"site","to":"out/{{.title}}","title":"S"}"#])
    func harmful(_ sink: String) async throws {
        let harm = ["<img src=x onerror=alert(7)>", "[a](javascript:alert(7)) <script>alert(7)</script>", "![i](javascript:alert(7))"]
        let body = ([Self.body] + harm).joined(separator: "\\n\\n")
        let markdown = sink.replacing(#""to""#, with: #""raw_html":"when_needed","to""#)
        for sink in sink.contains("markdown") ? [sink, markdown] : [sink] {
            for format in ["auto", "html", "markdown"] where format == "auto" || sink.contains("site") {
                let record = #"{"title":"\#(format).html","html":"\#(body)"}"#
                let outcome = try await run(record, sink: sink.replacing(#""to""#, with: #""format":"\#(format)","to""#))
                #expect(outcome.code == 0, "\(outcome.messages)")
                let text = try folder.read("out/\(format).html")
                #expect(text.contains("Hello"))
                #expect(!text.contains("onerror") && !text.contains("<script>alert"), "\(text)")
                // As HTML, the marks of Markdown are the characters of a text.
                #expect(!text.contains("javascript:alert") || format == "html" && !text.contains("\"javascript:"), "\(text)")
            }
        }
    }

    @Test("is written anew by the sink markdown with format markdown only if a stage has changed it") func changed() async throws {
        let record = #"{"title":"T","html":"*a*\n<!-- c -->\n"}"#
        let sink = #"{"type":"markdown","to":"out/{{.title}}.md","format":"markdown"}"#
        _ = try await run(record, sink: sink)
        #expect(try folder.read("out/T.md") == "*a*\n<!-- c -->\n")
        _ = try await run(record, stages: #"{"type":"sanitize_html","format":"markdown"}"#, sink: sink)
        #expect(try folder.read("out/T.md") == "*a*\n")
    }

    @Test("is converted, by name or by option") func converts() async throws {
        let text = "---\ntitle: A\n---\n\nSome *text* & <b>tags</b>\n\n- [x] done\n"
        for (arguments, name) in [([], "notes.md"), ([], "notes.MARKDOWN"), ([], "notes.mdx"), (["--from", "markdown"], "notes")] {
            let file = try folder.write(text, to: name)
            #expect(try await Tabpipe.run(["convert"] + arguments + [file]).output == "Some *text* & **tags**\n\n- [x] done\n", "\(name)")
            let html = try await Tabpipe.run(["convert", "--to", "html"] + arguments + [file])
            #expect(html.output.hasPrefix("<p>Some <em>text</em> &amp; <b>tags</b></p><ul"), "\(html.output)")
            #expect(html.messages == "")
            let plain = try await Tabpipe.run(["convert", "--to", "text"] + arguments + [file])
            #expect(plain.output == "Some text & tags\n\n- [x] done\n")
        }
        let detected = try await Tabpipe.run(["convert", folder.write("# A\n\n**b** and `c`\n", to: "unnamed")])
        #expect(detected.output == "# A\n\n**b** and `c`\n")
        #expect(detected.messages.contains("read as Markdown, because of its marks"), "\(detected.messages)")
        let asText = try await Tabpipe.run(["convert", "--from", "text", folder.write("**b**", to: "notes.md")])
        #expect(asText.output == "\\*\\*b\\*\\*\n")
    }

    static let files: [(name: String, text: String, title: String, rest: String, frontMatter: String)] = [
        ("yaml.md", "---\ntitle: A\ntags: [x, y]\nn: 2\n---\n# H\n", #""A""#, ##""# H\n""##, #"{"title":"A","tags":["x","y"],"n":2}"#),
        ("toml.markdown", "+++\ntitle = \"A\"\n+++\nText", #""A""#, #""Text""#, #"{"title":"A"}"#),
        ("json.mdx", "{\"n\": 1}\n\n## a\n\nH *e*\n=\n", #""H e""#, ##""\n## a\n\nH *e*\n=\n""##, #"{"n":1}"#),
        ("none.md", "Text **b**", "null", #""Text **b**""#, "null"),
    ]

    @Test("is parted from its front matter by the source files", arguments: files.indices) func inFiles(_ index: Int) async throws {
        let (name, text, title, rest, frontMatter) = Self.files[index]
        try folder.write(text, to: name)
        let pipeline = #"{"source":{"type":"files","match":"\#(name)"},"sinks":[{"type":"jsonl","to":"out.jsonl"}]}"#
        let outcome = try await Tabpipe.run(["run", folder.write(pipeline, to: "p.json")])
        #expect(outcome.code == 0, "\(outcome.messages)")
        let record = try folder.read("out.jsonl")
        #expect(record.contains(#""title":\#(title),"#), "\(record)")
        #expect(record.hasSuffix(#""text":\#(rest),"front_matter":\#(frontMatter)}\#n"#), "\(record)")
    }

    @Test("with ill-formed front matter is a bad file, named with its place") func badFrontMatter() async throws {
        try folder.write("---\ntitle: A\nlist: [x\n---\n", to: "bad.md")
        let pipeline = #"{"source":{"type":"files","match":"bad.md"},"sinks":[{"type":"jsonl","to":"out.jsonl"}]}"#
        let outcome = try await Tabpipe.run(["run", folder.write(pipeline, to: "p.json")])
        #expect(outcome.code != 0)
        #expect(outcome.messages.contains("bad.md:4:1: expected \",\" or \"]\""), "\(outcome.messages)")
    }
}
