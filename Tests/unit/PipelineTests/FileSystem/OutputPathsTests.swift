import Foundation
import TestSupport
import Testing

@testable import Pipeline

@Suite("Paths of records") struct OutputPathsTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let earlier: [String]
        let path: String
        let reason: String?

        /// - Parameters:
        ///   - earlier: The paths of earlier records.
        ///   - reason: The reason of the rejection; nil if the path is free.
        init(_ name: String, after earlier: [String] = [], _ path: String, _ reason: String? = nil) {
            testDescription = name
            self.earlier = earlier
            self.path = path
            self.reason = reason
        }
    }

    static let examples = [
        Example("can be had once", after: ["a/b.md"], "a/b.md", "is taken by an earlier record, item 1"),
        Example("differ by their folders", after: ["a/b.md", "b.md"], "c/b.md"),
        Example("share folders", after: ["a/b/c"], "a/b/d"),
        Example("cannot go through a file", after: ["a"], "a/b", "needs the folder \"a\", which is the file of an earlier record"),
        Example(
            "cannot go through a file further up", after: ["x/a"], "x/a/b/c",
            "needs the folder \"x/a\", which is the file of an earlier record"),
        Example("cannot be a folder", after: ["a/b/c"], "a/b", "is a folder that another file of this run needs"),
        Example(
            "do not differ by case, also where files do", after: ["a/B"], "A/b",
            "differs only in case or in the form of its letters from that of an earlier record, item 1"),
        Example("may be in folders that differ by case", after: ["a/B"], "A/c"),
        Example("know folders in other letters", after: ["É"], "é/x", "needs the folder \"é\", which is the file of an earlier record"),
        Example(
            "do not differ by the form of their letters", after: ["\u{E9}/x"], "e\u{301}/x",
            "differs only in case or in the form of its letters from that of an earlier record, item 1"),
        Example("leave the index alone in other letters", "LIST/Index.md", "is that of the index"),
        Example("leave the index alone", "list/index.md", "is that of the index"),
        Example("leave the folder of the index alone", "list", "is a folder that another file of this run needs"),
        Example("cannot go through the index", "list/index.md/x", "needs the folder \"list/index.md\", which is the index"),
        Example("leave inputs alone", "in.json", "would replace what source.from reads"),
        Example("leave inputs alone that are named by a link", "real.txt", "would replace what sinks[0].front_matter.$file reads"),
        Example("leave the link alone, too", "link.txt", "would replace what sinks[0].front_matter.$file reads"),
        Example("leave inputs alone in other letters", "IN.JSON", "would replace what source.from reads"),
        Example("leave other outputs alone", "sub/o.jsonl", "would replace the output of sinks[1].to"),
        Example("cannot go through other outputs", "sub/o.jsonl/x", "needs the folder \"sub/o.jsonl\", which is the output of sinks[1].to"),
        Example("leave rejects alone", "r.jsonl", "would replace the rejects file"),
        Example("need not fear inputs that are not there", "gone.json"),
        Example("need not fear folders that are read", "docs/x"),
        Example("leave the index of another output alone", "two/README.md", "is that of the index of sinks[2].to"),
        Example("leave the folder of another output alone", "two", "is a folder that another file of this run needs"),
    ]

    /// Paths of a folder `out` that has an index and other files of the run.
    private func outputPaths(foldsCase: Bool, in scratch: borrowing ScratchFolder) throws -> ClaimedPaths {
        try FileManager.default.createDirectory(at: scratch.file("out/docs"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: scratch.file("way").path, withDestinationPath: "out")
        try scratch.write("{}", to: "out/in.json")
        try scratch.write("{}", to: "out/real.txt")
        try FileManager.default.createSymbolicLink(atPath: scratch.file("out/link.txt").path, withDestinationPath: "real.txt")
        let outputPaths = ClaimedPaths { _ in foldsCase }
        #expect(outputPaths.addOutput(scratch.file("way").path, place: "sinks[0].to", reserved: [(["list", "index.md"], "index")]) == 0)
        #expect(outputPaths.addOutput(scratch.file("out/two").path, place: "sinks[2].to", reserved: [(["README.md"], "index")]) == 1)
        let root = scratch.path
        func use(_ purpose: FileUse.Purpose, _ path: String, _ place: String) -> FileUse {
            FileUse(purpose, "\(root)/\(path)", place: place, range: nil)
        }
        outputPaths.protect([
            use(.input, "out/../out/in.json", "source.from"), use(.input, "way/link.txt", "sinks[0].front_matter.$file"),
            use(.input, "out/gone.json", "source.from"), use(.input, "out/docs", "source.match"),
            use(.output, "out/sub/o.jsonl", "sinks[1].to"), use(.output, "way/r.jsonl", "rejects"),
        ])
        return outputPaths
    }

    @Test("are claimed", arguments: examples) func claim(_ example: Example) throws {
        let scratch = try ScratchFolder()
        let outputPaths = try outputPaths(foldsCase: false, in: scratch)
        var item = 0
        func claim(_ path: String) throws {
            item += 1
            try outputPaths.claim(FilePath.names(in: path), of: 0, for: Origin(source: "x", item: item))
        }
        for path in example.earlier { try claim(path) }
        if let reason = example.reason {
            #expect(throws: RecordError("the path \"\(example.path)\" \(reason)")) { try claim(example.path) }
        } else {
            try claim(example.path)
        }
    }

    @Test("are those of all outputs of a run") func severalOutputs() throws {
        let scratch = try ScratchFolder()
        let outputPaths = try outputPaths(foldsCase: false, in: scratch)
        try outputPaths.claim(["a.md"], of: 1, for: Origin(item: 7, line: 3))
        #expect(throws: RecordError("the path \"two/a.md\" is that of a file of sinks[2].to, too, line 3")) {
            try outputPaths.claim(["two", "a.md"], of: 0, for: Origin(item: 8))
        }
        #expect(throws: RecordError("the path \"two/a.md/b\" needs the folder \"two/a.md\", which is a file of sinks[2].to")) {
            try outputPaths.claim(["two", "a.md", "b"], of: 0, for: Origin(item: 8))
        }
        outputPaths.withdraw(["a.md"], of: 1)
        try outputPaths.claim(["two", "a.md"], of: 0, for: Origin(item: 8))
    }

    @Test("leave files alone that a source names while it runs") func latecomers() throws {
        let scratch = try ScratchFolder()
        let outputPaths = try outputPaths(foldsCase: false, in: scratch)
        try outputPaths.claim(["a.md"], of: 0, for: Origin(item: 1))
        outputPaths.protect([scratch.file("out/b.md").path, scratch.file("elsewhere.md").path], as: "a file that source reads")
        #expect(throws: RecordError("the path \"b.md\" would replace a file that source reads")) {
            try outputPaths.claim(["b.md"], of: 0, for: Origin(item: 2))
        }
        try outputPaths.claim(["elsewhere.md"], of: 0, for: Origin(item: 3))
    }

    @Test("differ by case above the folders of outputs where files do", arguments: [false, true]) func above(_ foldsCase: Bool) throws {
        let outputPaths = ClaimedPaths { _ in foldsCase }
        let outputs = ["/no/such/Out/x", "/no/such/out/x", "/no/such"].enumerated().map {
            outputPaths.addOutput($1, place: "sinks[\($0)].to")
        }
        // The third folder contains the other two, so its rule applies to them.
        try outputPaths.claim(["a.md"], of: outputs[0], for: Origin(item: 1))
        #expect(throws: RecordError("the path \"a.md\" is that of a file of sinks[0].to, too, item 1")) {
            try outputPaths.claim(["a.md"], of: outputs[1], for: Origin(item: 1))
        }
        let apart = ClaimedPaths { _ in foldsCase }
        let folders = ["/no/such/Out", "/no/such/out"].map { apart.addOutput($0, place: "sinks[0].to") }
        try apart.claim(["a.md"], of: folders[0], for: Origin(item: 1))
        if foldsCase {
            #expect(throws: RecordError.self) { try apart.claim(["a.md"], of: folders[1], for: Origin(item: 1)) }
        } else {
            try apart.claim(["a.md"], of: folders[1], for: Origin(item: 1))
        }
    }

    @Test("do not conflict with other files in a folder called \"-\"") func dash() throws {
        let outputPaths = ClaimedPaths { _ in false }
        let output = outputPaths.addOutput("-", place: "sinks[0].to")
        outputPaths.protect(["./-/a.md", "-/b.md"], as: "a file")
        for name in ["a.md", "b.md"] {
            #expect(throws: RecordError("the path \"\(name)\" would replace a file")) {
                try outputPaths.claim([name], of: output, for: Origin())
            }
        }
    }

    @Test("are taken if they and those of further files are free, else they get a number") func numbers() throws {
        let outputPaths = ClaimedPaths { _ in false }
        let output = outputPaths.addOutput("/no/such/folder", place: "sinks[0].to")
        outputPaths.protect(["/no/such/folder/files"], as: "the folder of stages[0].folder")
        func take(_ path: String, _ files: [String] = [], numbered part: Int = 0) throws -> Bool {
            try outputPaths.claimIfFree(
                FilePath.names(in: path), of: output, for: Origin(item: 1), beside: files.map(FilePath.names), numbered: part)
        }
        #expect(try !take("files.html", ["files/m1.html"]))
        #expect(try take("files-2.html", ["files-2/m1.html"]))
        // What was not taken is free, and so are the further files, which the sink claims.
        #expect(try take("files.html"))
        #expect(try !take("a.html", ["files-2.html"]))
        #expect(try take("files-2/m1.html"))
        // A number helps where it changes the folder.
        #expect(try !take("files/index.html"))
        #expect(throws: RecordError("the path \"files/a.html\" needs the folder \"files\", which is the folder of stages[0].folder")) {
            try take("files/a.html", numbered: 1)
        }
    }

    @Test("can be released") func withdraws() throws {
        let outputPaths = ClaimedPaths { _ in false }
        let output = outputPaths.addOutput("/no/such/folder", place: "sinks[0].to")
        func claim(_ path: String...) throws { try outputPaths.claim(path, of: output, for: Origin()) }
        try claim("a", "b")
        try claim("a", "c")
        outputPaths.withdraw(["a", "b"], of: output)
        try claim("a", "b")
        outputPaths.withdraw(["a", "b"], of: output)
        #expect(throws: RecordError.self) { try claim("a") }
        outputPaths.withdraw(["a", "c"], of: output)
        try claim("a")
        #expect(throws: RecordError("the path \"a\" is taken by an earlier record")) { try claim("a") }
    }

    @Test("can be reserved for files about the folder, at any time") func reserves() throws {
        let outputPaths = ClaimedPaths { _ in false }
        let output = outputPaths.addOutput("/no/such/folder", place: "sinks[0].to", reserved: [(["feed.xml"], "feed")])
        #expect(throws: RecordError("the path \"feed.xml\" is that of the feed")) {
            try outputPaths.claim(["feed.xml"], of: output, for: Origin())
        }
        try outputPaths.reserve(["feed.xml"], of: output, as: "feed")
        try outputPaths.claim(["index-2.html"], of: output, for: Origin(item: 7))
        #expect(throws: RecordError("the path \"index-2.html\" is taken by an earlier record, item 7")) {
            try outputPaths.reserve(["index-2.html"], of: output, as: "page")
        }
        try outputPaths.reserve(["index-3.html"], of: output, as: "page")
        #expect(throws: RecordError("the path \"index-3.html\" is that of the page")) {
            try outputPaths.claim(["index-3.html"], of: output, for: Origin())
        }
    }
}
