import Foundation
import SiteSupport
import TestSupport
import Testing

@Suite("Macros that only Confluence can fill") struct LeftOutTests {
    private static let macro =
        #"<ac:structured-macro ac:name='x'><ac:parameter ac:name='text'>Hello</ac:parameter></ac:structured-macro>"#
    private static let remark = #"left out, as only Confluence knows its content: the macro "x""#

    @Test("are named by convert", arguments: ["html", "auto", "paragraphs", "json"]) func converts(_ format: String) async throws {
        let folder = try ScratchFolder()
        let page = "<p>a</p>\(Self.macro)<p>b</p>"
        let file = try folder.write(format == "json" ? #"{"messages":[{"body":"\#(page)"}]}"# : page, to: "page.html")
        let outcome = try await Tabpipe.run(["convert", "--from", format, file])
        #expect(outcome.code == 0)
        #expect(outcome.messages.components(separatedBy: "warning:").count == 2, "\(outcome.messages)")
        #expect(outcome.messages.contains("page.html: \(Self.remark)"), "\(outcome.messages)")
    }

    static let sinks = [
        (#"{"type":"markdown","to":"out/{{.n}}.md"}"#, #""html":"TEXT""#), (#"{"type":"site","to":"out/{{.n}}.html"}"#, #""html":"TEXT""#),
        (#"{"type":"site","to":"out/{{.n}}.html"}"#, #""messages":[{"body":"TEXT"},{"body":"TEXT"}]"#),
        (#"{"type":"site","to":"out/same.html","on_clash":"number"}"#, #""html":"TEXT""#),
    ]

    @Test("are named by sinks, once with the number of records", arguments: sinks) func writes(_ sink: String, _ field: String) async throws
    {
        let folder = try ScratchFolder()
        let field = field.replacing("TEXT", with: "<p>a</p>\(Self.macro)<p>b</p>")
        try folder.write(#"[{"n":1,"title":"A",\#(field)},{"n":2,"title":"B",\#(field)}]"#, to: "in.json")
        let pipeline = #"{"source":{"type":"json","from":"in.json","items":".[]"},"sinks":[\#(sink)]}"#
        let outcome = try await Tabpipe.run(["run", folder.write(pipeline, to: "p.json")])
        #expect(outcome.code == 0)
        #expect(outcome.messages.contains("\(Self.remark), which 2 records have, the first one in "), "\(outcome.messages)")
        #expect(outcome.messages.components(separatedBy: "the macro").count == 2, "\(outcome.messages)")
    }

    @Test("are named once if a stage has read the text before the sink") func stage() async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"n":1,"title":"A","html":"<p>a</p>\#(Self.macro)"}"#, to: "in.json")
        let pipeline = #"""
            {"source":{"type":"json","from":"in.json","items":"."},"stages":[{"type":"blurb"},{"type":"html_to_text"}],
             "sinks":[{"type":"markdown","to":"out/{{.n}}.md"}]}
            """#
        let outcome = try await Tabpipe.run(["run", folder.write(pipeline, to: "p.json")])
        #expect(outcome.messages.components(separatedBy: "the macro").count == 2, "\(outcome.messages)")
    }
}
