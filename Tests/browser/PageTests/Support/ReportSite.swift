import Foundation
import JSONParsing
import SiteSupport
import TestSupport

/// A run with records of every fate, and its report in both forms.
struct ReportSite: ~Copyable {
    /// A run for a report.
    enum Kind: String, CaseIterable {
        case full, failed, several, empty
    }

    /// Content that would be markup, if it were not escaped.
    static let hostile = #"</pre><script>document.title='taken'</script><img src=x onerror=document.title='taken'>&amp;"\u202e"#

    let folder: ScratchFolder

    init(_ kind: Kind) async throws {
        let folder = try ScratchFolder()
        let path = folder.path
        let records = (0..<400).map { number -> JSONValue in
            let text: JSONValue = number % 13 == 0 ? .string(Self.hostile) : .number(JSONNumber(number))
            return ["n": .number(JSONNumber(number)), "text": text, "long": .string(String(repeating: "word ", count: number % 40 * 40))]
        }
        try folder.write(kind == .empty ? "" : records.map { $0.compactText + "\n" }.joined(), to: "in.jsonl")
        let stages = #"""
            {"type":"filter","where":".n % 3 != 0"},{"type":"map","to":"if .n % 5 == 0 then ., . else . end"},
            {"type":"filter","where":"(.text | type == \"number\") or error(.text)"},
            {"type":"set","fields":{"x":"if .n % 50 == 1 then error(\"a fiftieth\") else 1 end"}\#(kind == .failed ? #","on_error":"fail""# : "")},
            {"type":"filter","where":".n % 7 != 0"},{"type":"map","to":"if .n % 11 == 0 then error(\"skipped\") else . end","on_error":"skip"}
            """#
        for name in kind == .several ? ["one", "two"] : ["orders"] {
            let sinks = """
                {"type":"jsonl","to":"\(path)/\(name).jsonl"},{"type":"csv","to":"\(path)/\(name).csv","fields":["n","x"]}
                """
            try folder.write(
                #"{"name":"\#(name) & <more>","source":{"type":"json","from":"\#(path)/in.jsonl"},"stages":[\#(stages)],"sinks":[\#(sinks)]}"#,
                to: "\(name).json")
        }
        let files = (kind == .several ? ["one", "two"] : ["orders"]).map { "\(path)/\($0).json" }
        _ = try await Tabpipe.run(
            ["run", "--quiet", "--report", "\(path)/report.json", "--report", "\(path)/report.html"] + files)
        self.folder = folder
    }

    var page: URL { folder.file("report.html") }

    func html() throws -> String { try folder.read("report.html") }
    func json() throws -> Any { try JSONSerialization.jsonObject(with: Data(folder.read("report.json").utf8)) }
}
