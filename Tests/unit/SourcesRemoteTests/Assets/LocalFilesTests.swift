import Foundation
import TestSupport
import Testing

@testable import Assets
@testable import HTTP
@testable import Pipeline

/// A relative address in a document, and the file that it means.
struct LocalExample: CustomTestStringConvertible {
    let address: String
    let place: [String]
    let path: [String]?

    var testDescription: String { address }

    init(_ address: String, in place: [String] = [], _ path: [String]?) { (self.address, self.place, self.path) = (address, place, path) }
}

@Suite("Files of this machine that content names") struct LocalFilesTests {
    static let examples = [
        LocalExample("a.png", ["a.png"]), LocalExample("img/a.png", in: ["guide"], ["guide", "img", "a.png"]),
        LocalExample("./a.png", in: ["guide"], ["guide", "a.png"]), LocalExample("../a.png", in: ["guide"], ["a.png"]),
        LocalExample("/a.png", in: ["guide"], ["a.png"]), LocalExample("a%20b.png", ["a b.png"]), LocalExample("a.png?v=1#x", ["a.png"]),
        LocalExample("b/..//a.png", ["a.png"]), LocalExample("../a.png", nil), LocalExample("/../a.png", in: ["guide"], nil),
        LocalExample("a/../../a.png", nil), LocalExample("%2E%2E/a.png", nil), LocalExample("a%2Fb.png", nil),
        LocalExample("a%00.png", nil),
        LocalExample("..", in: ["guide"], nil), LocalExample("..%2F%CC%81a.png", nil), LocalExample("../\u{301}a.png", nil),
        LocalExample(String(repeating: "a/", count: 65) + "a.png", nil),
    ]

    @Test("have the path that a browser would find", arguments: examples) func path(_ example: LocalExample) {
        #expect(LocalFiles.path(of: example.address, from: example.place) == example.path)
    }

    @Test("are copied, and nothing outside of their folder is") func copies() async throws {
        let folder = try ScratchFolder()
        let png = ImageExample.png(3, 2)
        for name in ["content", "content/guide"] {
            try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
        }
        for name in ["secret.png", "content/a.png", "content/guide/b.png"] { try Data(png).write(to: folder.file(name)) }
        try FileManager.default.createSymbolicLink(at: folder.file("content/link.png"), withDestinationURL: folder.file("secret.png"))
        let record =
            #"{"path":"guide/x.md","hero":"/a.png","md":"![a](b.png) ![b](../../secret.png) ![c](/link.png) ![d](no.png) [e](y.md)"}"#
        let outcome = try await AssetsRun(
            [record], ImageSite([:]), in: folder, places: #""html": "md", "fields": "hero", "format": "markdown""#,
            more: #", "local": { "folder": "\#(folder.path)/content", "document": "{{.path}}" }"#)
        let name = "-\(ImageSite.hash(png)).png"
        let kept = try #require(outcome.records.first)
        #expect(kept.contains(#""hero":"images/a\#(name)""#), "\(kept)")
        for address in ["images/b\(name)", "../../secret.png", "/link.png", "no.png", "y.md"] { #expect(kept.contains(address), "\(kept)") }
        #expect(try folder.names("images").sorted() == ["a\(name)", "b\(name)"])
        #expect(outcome.warnings.contains { $0.contains("expected the path of a file inside the folder of \"local\": ../../secret.png") })
        #expect(outcome.warnings.contains { $0.contains("has no such regular file") && $0.contains("2 files") }, "\(outcome.warnings)")
        #expect(outcome.notes.contains { $0.contains("2 from the folder of \"local\", 3 missing") }, "\(outcome.notes)")
    }

    @Test("start from no document outside of the folder", arguments: ["../x.md", "a/../../x.md", "/home/x.md", "a\\u0000/x.md"])
    func document(_ path: String) async throws {
        let folder = try ScratchFolder()
        try folder.write("x", to: "content/a.md")
        let outcome = try await AssetsRun(
            [#"{"path":"\#(path)","html":"<img src=\"a.md\">"}"#], ImageSite([:]), in: folder,
            more: #", "local": { "folder": "\#(folder.path)/content", "document": "{{.path}}" }"#)
        #expect(outcome.rejects.count == 1 && outcome.rejects[0].contains("expected a path inside the folder"), "\(outcome.rejects)")
    }

    @Test("end a run if their folder is missing", arguments: ["nowhere", "file"]) func missing(_ name: String) async throws {
        let folder = try ScratchFolder()
        try folder.write("x", to: "file")
        let outcome = try await AssetsRun(
            ["{}"], ImageSite([:]), in: folder, more: #", "local": { "folder": "\#(folder.path)/\#(name)" }"#)
        #expect(outcome.code == 66)
    }

    @Test("need a folder, and no base") func options() throws {
        for (options, problem) in [
            (#""local": { "folder": "x" }, "base": "https://x.example/""#, "not both"), (#""local": {}"#, "folder"),
        ] {
            var reader = try OptionReader(json: #"{ "html": "a", "folder": "out", "link_as": "{{.name}}", \#(options) }"#)
            _ = AssetsStage(options: &reader)
            #expect(throws: (any Error).self) { try reader.check() }
            #expect(reader.problems.contains { $0.message.contains(problem) }, "\(reader.problems)")
        }
    }
}
