import Foundation
import TestSupport
import Testing

@testable import Ground
@testable import Pipeline

@Suite("A plan of what is written") struct PlannedWritesTests: ~Copyable {
    private let scratch: ScratchFolder
    private let plan: PlannedStepChanges

    init() throws {
        scratch = try ScratchFolder()
        plan = PlannedStepChanges(keepsContent: true, folder: FileManager.default.temporaryDirectory.path)
    }

    struct FileExample: CustomTestStringConvertible, Sendable {
        let name: String
        /// The file that is there; nil for none.
        var old: String?
        var mode = 0o644
        var isPrivate = false
        /// The number of bytes of the old file that are taken as they are.
        var taken = 0
        let pieces: [String]
        let change: FileChange
        /// The new content behind what both files share; nil if the plan keeps none.
        let kept: String?

        var testDescription: String { name }
    }

    @Test(
        "says of a file what a run does to it, and keeps what differs",
        arguments: [
            FileExample(name: "a new file", pieces: ["ab", "c"], change: .created, kept: "abc"),
            FileExample(name: "a new file without content", pieces: [], change: .created, kept: ""),
            FileExample(name: "the same content", old: "abc", pieces: ["a", "bc"], change: .unchanged, kept: nil),
            FileExample(name: "other content", old: "abcd", pieces: ["ab", "xd"], change: .changed, kept: "xd"),
            FileExample(name: "more content", old: "ab", pieces: ["ab", "c"], change: .changed, kept: "c"),
            FileExample(name: "less content", old: "abc", pieces: ["ab"], change: .changed, kept: ""),
            FileExample(name: "no content", old: "abc", pieces: [], change: .changed, kept: ""),
            FileExample(name: "appended content", old: "ab", taken: 2, pieces: ["c"], change: .changed, kept: "c"),
            FileExample(name: "nothing appended", old: "ab", taken: 2, pieces: [], change: .unchanged, kept: nil),
            FileExample(name: "a private file", old: "a", mode: 0o600, isPrivate: true, pieces: ["a"], change: .unchanged, kept: nil),
            FileExample(name: "other private content", old: "a", mode: 0o600, isPrivate: true, pieces: ["b"], change: .changed, kept: nil),
            FileExample(name: "a private file that others can read", old: "a", isPrivate: true, pieces: ["a"], change: .changed, kept: nil),
        ])
    func files(_ example: FileExample) throws {
        let path = scratch.file("file").path
        if let old = example.old {
            try scratch.write(old, to: "file")
            try FileManager.default.setAttributes([.posixPermissions: example.mode], ofItemAtPath: path)
        }
        func write(_ file: consuming some WholeFile & ~Copyable) throws -> FileChange {
            if example.taken > 0 {
                let old = try FileDescriptor(opening: path, flags: O_RDONLY)
                try file.append(first: example.taken, of: old)
            }
            for piece in example.pieces { try file.write(Array(piece.utf8).span) }
            try file.prepare()
            let count = file.byteCount()
            #expect(count == example.taken + example.pieces.joined().utf8.count)
            return try file.commit()
        }
        func write(in plan: PlannedStepChanges?) throws -> FileChange {
            try write(PlannedStepChanges.open(path, shown: "shown", isPrivate: example.isPrivate, in: plan))
        }
        #expect(try write(in: plan) == example.change)
        #expect(try scratch.names() == (example.old == nil ? [] : ["file"]))
        let planned = try #require(plan.outputs.first?.files.first)
        #expect(planned.shown == "shown")
        #expect(planned.change == example.change)
        #expect(try planned.content.map { String(decoding: try $0.read(), as: UTF8.self) } == example.kept)
        #expect(try write(in: nil) == example.change)
        #expect(try scratch.names() == ["file"])
    }

    @Test("says of each file of a folder what a run does to it, and makes no folder") func folder() throws {
        let path = scratch.file("out").path
        func write(in plan: PlannedStepChanges?) throws -> OutputResult? {
            var writer = try FolderWriter(creating: path, isSecret: false, shown: "out", isReadAgain: true, plan: plan)
            var hasFiles = [writer.hasFiles]
            try writer.write(Array("b".utf8), to: ["a", "b"])
            try writer.write(Array("c".utf8), to: ["c"])
            hasFiles.append(writer.hasFiles)
            #expect(hasFiles == [false, true])
            let opened = try writer.opened(["c"])
            let file = FileDescriptor(owning: try #require(opened))
            #expect(try FileDescriptor.read(from: file.number, at: 0, upTo: 10) == Array("c".utf8))
            try writer.prepare()
            try writer.commit()
            return writer.result
        }
        func changes() -> [FileChange]? { plan.outputs.last?.files.map(\.change) }
        #expect(try write(in: plan) == nil)
        #expect(changes() == [.created, .created])
        #expect(try scratch.names() == [])
        #expect(try write(in: nil) == OutputResult(written: 2, unchanged: 0))
        try scratch.write("old", to: "out/c")
        #expect(try write(in: plan) == nil)
        #expect(changes() == [.unchanged, .changed])
        #expect(try scratch.names("out") == ["a", "c"])
        #expect(try write(in: nil) == OutputResult(written: 1, unchanged: 1))
    }

    @Test("removes no file") func removal() throws {
        let path = try scratch.write("a", to: "file")
        try PlannedStepChanges.remove(path, in: plan)
        #expect(plan.outputs.first?.files.map(\.change) == [.removed])
        #expect(try scratch.names() == ["file"])
        try PlannedStepChanges.remove(path, in: nil)
        #expect(try scratch.names() == [])
    }
}
