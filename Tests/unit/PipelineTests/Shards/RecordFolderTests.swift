import Foundation
import TestSupport
import Testing

@testable import Pipeline

@Suite("The names of files in an end record") struct RecordFolderTests {
    /// A file, and its name in a record, both relative to a scratch folder with the folders `out/deep`, `tables` and the link `link` to
    /// `elsewhere/out`.
    struct Example: Sendable, CustomTestStringConvertible {
        let record: String
        let file: String
        let name: String
        var testDescription: String { "\(file) in \(record)" }
    }

    static let examples = [
        Example(record: "out/1.end.json", file: "out/1.jsonl", name: "1.jsonl"),
        Example(record: "out/1.end.json", file: "out/deep/1.jsonl", name: "deep/1.jsonl"),
        Example(record: "out/1.end.json", file: "tables/1.csv", name: "../tables/1.csv"),
        Example(record: "out/deep/1.end.json", file: "top.csv", name: "../../top.csv"),
        Example(record: "top.end.json", file: "tables/1.csv", name: "tables/1.csv"),
        Example(record: "out/1.end.json", file: "outside/1.csv", name: "../outside/1.csv"),
        Example(record: "out/./1.end.json", file: "tables/../out//1.jsonl", name: "1.jsonl"),
        // Behind the link, `..` is the folder elsewhere.
        Example(record: "link/1.end.json", file: "link/1.jsonl", name: "1.jsonl"),
        Example(record: "link/1.end.json", file: "tables/1.csv", name: "../../tables/1.csv"),
        Example(record: "out/1.end.json", file: "link/1.csv", name: "../elsewhere/out/1.csv"),
    ]

    @Test("lead from its folder to them, and back", arguments: examples) func names(_ example: Example) throws {
        let scratch = try ScratchFolder()
        for file in ["out/deep/x", "tables/x", "elsewhere/out/x"] { try scratch.write("", to: file) }
        try FileManager.default.createSymbolicLink(atPath: scratch.file("link").path, withDestinationPath: "elsewhere/out")
        var folder = EndRecordFolder(of: "\(scratch.path)/\(example.record)")
        let path = "\(scratch.path)/\(example.file)"
        let name = folder.name(of: path)
        #expect(name == example.name)
        try? FileManager.default.createDirectory(
            atPath: FilePath.split(path).folder, withIntermediateDirectories: true)
        try Data("found".utf8).write(to: URL(fileURLWithPath: path))
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.place(of: name))) == Data("found".utf8))
    }

    @Test("are what messages show for inputs that are no files") func inputs() {
        var folder = EndRecordFolder(of: "out/1.end.json")
        #expect(folder.name(of: Input("https://example.org/a")) == "https://example.org/a")
        #expect(folder.name(of: Input("-")) == "standard input")
        #expect(folder.name(of: .file(MaskedText("in/a", secretFrom: "$env.IN"))) == "$env.IN")
        #expect(folder.name(of: Input("in/a")) == "../in/a")
    }
}
