import Foundation
@testable import Pipeline
import Testing

@Suite("Output files") struct OutputFileTests {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tabpipe-test-\(UUID().uuidString)").path

    @Test("appear whole, are left alone when nothing changes, and leave nothing behind") func whole() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func write(_ text: String) throws -> AtomicFile.Change {
            try AtomicFile.write(Array(text.utf8), to: "a.md", in: OutputFolder(creating: folder))
        }
        let path = folder + "/a.md"
        #expect(try write("one") == .created)
        let first = try FileManager.default.attributesOfItem(atPath: path)
        #expect(try write("one") == .unchanged)
        let second = try FileManager.default.attributesOfItem(atPath: path)
        #expect(first[.systemFileNumber] as? Int == second[.systemFileNumber] as? Int)
        #expect(first[.modificationDate] as? Date == second[.modificationDate] as? Date)
        #expect(try write("two") == .changed)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "two")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.md"])
    }

    @Test("that were not committed leave the old file") func abandoned() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try AtomicFile.write(Array("old".utf8), to: "a.md", in: OutputFolder(creating: folder))
        do {
            var file = try AtomicFile("a.md", in: OutputFolder(creating: folder))
            try file.write(Array("half of it".utf8).span)
        }
        #expect(try String(contentsOfFile: folder + "/a.md", encoding: .utf8) == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.md"])
    }

    @Test("of killed runs are removed, those of living runs are not") func leftovers() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let output = try OutputFolder(creating: folder)
        try "x".write(toFile: folder + "/.tabpipe-dead.tmp", atomically: false, encoding: .utf8)
        let alive = try AtomicFile("b.md", in: OutputFolder(creating: folder))
        output.removeLeftovers()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(!names.contains(".tabpipe-dead.tmp"))
        #expect(names.count == 1)
        #expect(try alive.commit(synchronizingFolder: true) == .created)
    }

    @Test("stay inside their folder", arguments: ["../x.md", "/etc/x.md", "a/../../x.md", "a//b.md", "./x.md", "", "a/", "nul\0.md"])
    func escapes(_ path: String) {
        #expect(throws: RecordError.self) { try OutputFolder.split(path) }
    }

    @Test("are not written through a symbolic link") func links() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let output = try OutputFolder(creating: folder)
        try FileManager.default.createSymbolicLink(atPath: folder + "/out", withDestinationPath: NSTemporaryDirectory())
        #expect(throws: SystemError.self) { _ = try output.subfolder(["out"]) }
    }
}
