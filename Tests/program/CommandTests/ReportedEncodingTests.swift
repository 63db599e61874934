import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Pages from reports about other programs, which declare an encoding rightly, wrongly, late or not at all.
@Suite("A reported page", .needs(SharedData.exists("cases/html"), "needs the shared test data"))
struct ReportedEncodingTests {
    static let texts = [
        ("bom8.html", "Fähre"), ("cp1252.html", "“quoted” – café €"), ("crlf.html", "a b\n\nx\ny"), ("gb-utf8.html", "渡轮准时"),
        ("gb.html", "渡轮准时"), ("late.html", "Паром"), ("lone.html", "\u{FFFD} 🚢 🚢"), ("mixed.html", "Fähre caf\u{FFFD}"),
        ("mojibake.html", "FÃ¤hre itâ€™s"), ("nometa1252.html", "café “q”"), ("u8-as-latin.html", "FÃ¤hre"), ("utf16.html", "Fähre"),
        ("utf8-but-says-gb2312.html", "渡轮准时"), ("wrongmeta.html", "Fähre"), ("xmldecl.xhtml", "Паром"),
    ]

    @Test("is converted to its text", arguments: texts) func converts(_ name: String, _ text: String) async throws {
        let path = SharedData.folder.appendingPathComponent("cases/html/enc/\(name)").path
        let outcome = try await Program.run(["convert", path, "--to", "text"])
        #expect(outcome.output == text + "\n")
        #expect(outcome.code == 0)
        #expect(outcome.messages.contains("became U+FFFD") == (name == "mixed.html"), "\(outcome.messages)")
    }

    @Test("is a record of files with its text") func files() async throws {
        let folder = try ScratchFolder()
        let match = SharedData.folder.appendingPathComponent("cases/html/enc/gb*.html").path
        try folder.write(
            #"""
            {"source":{"type":"files","match":"\#(match)"},"stages":[{"type":"map","to":"{title, t: (.text | html_text)}"}],
             "sinks":[{"type":"jsonl","to":"-"}]}
            """#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json", "--quiet"], in: folder.url)
        #expect(outcome.output == String(repeating: #"{"title":"渡轮","t":"渡轮准时"}"# + "\n", count: 2))
    }
}
