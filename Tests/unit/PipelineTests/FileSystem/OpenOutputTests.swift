import Foundation
@testable import Ground
@testable import Pipeline
import Synchronization
import TestSupport
import Testing

@Suite("Output files") struct OpenOutputTests: ~Copyable {
    private let scratch: ScratchFolder
    private var folder: String { scratch.path }

    init() throws { scratch = try ScratchFolder() }

    @Test("appear whole, stay untouched if nothing changes, and leave no temporary files") func whole() throws {
        func write(_ text: String) throws -> FileChange {
            try writeWhole(Array(text.utf8), to: "a.md", in: ConfinedFolder(creating: folder))
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
        _ = try writeWhole(Array("old".utf8), to: "a.md", in: ConfinedFolder(creating: folder))
        do {
            var file = try AtomicFile("a.md", in: ConfinedFolder(creating: folder))
            try file.write(Array("half of it".utf8).span)
        }
        #expect(try String(contentsOfFile: folder + "/a.md", encoding: .utf8) == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.md"])
    }

    @Test("of killed runs are removed, those of active runs are not") func leftovers() throws {
        let output = try ConfinedFolder(creating: folder)
        try "x".write(toFile: folder + "/.tabpipe-dead.tmp", atomically: false, encoding: .utf8)
        let alive = try AtomicFile("b.md", in: ConfinedFolder(creating: folder))
        let killed = try output.makeTemporaryFolder()
        close(killed.number)
        try "x".write(toFile: "\(folder)/\(killed.name)/0", atomically: false, encoding: .utf8)
        output.removeLeftovers()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(!names.contains(".tabpipe-dead.tmp"))
        #expect(names.count == 1)
        #expect(try alive.commit() == .created)
    }

    @Test("stay inside their folder", arguments: ["../x.md", "/etc/x.md", "a/../../x.md", "a//b.md", "./x.md", "", "a/", "nul\0.md"])
    func escapes(_ path: String) {
        #expect(throws: RecordError.self) { try ConfinedFolder.split(path) }
    }

    @Test("are not written through a symbolic link") func links() throws {
        let output = try ConfinedFolder(creating: folder)
        try FileManager.default.createSymbolicLink(atPath: folder + "/out", withDestinationPath: NSTemporaryDirectory())
        #expect(throws: SystemError.self) { _ = try output.existingSubfolder(["out"]) }
    }

    @Test("of several sinks do not remove each other's temporary files", .startsOnIdlePool, .timeLimit(.minutes(5))) func together() throws
    {
        let folder = folder
        let failures = Mutex<[String]>([])
        let isOver = Mutex(false)
        for _ in 0..<2 {
            Thread.detachNewThread {
                guard let output = try? ConfinedFolder(creating: folder) else { return }
                while !isOver.withLock({ $0 }) { output.removeLeftovers() }
            }
        }
        defer { isOver.withLock { $0 = true } }
        DispatchQueue.concurrentPerform(iterations: 4) { index in
            do {
                for round in 0..<100 {
                    var file = try OpenOutput(Output("\(folder)/\(index).jsonl"))
                    try file.writeWaiting(Array("\(round)".utf8))
                    _ = try file.commit()
                }
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 4)
    }

    @Test("are created again if another run takes them for leftovers") func claimed() throws {
        _ = try ConfinedFolder(creating: folder)
        let path = folder + "/.tabpipe-x.tmp"
        let mine = try FileDescriptor(opening: path, flags: O_RDWR | O_CREAT)
        do {
            let other = try FileDescriptor(opening: path, flags: O_RDWR)
            #expect(flock(other.number, LOCK_EX | LOCK_NB) == 0)
            #expect(!ConfinedFolder.claim(mine.number), "another one is about to remove it")
        }
        #expect(ConfinedFolder.claim(mine.number))
        try FileManager.default.removeItem(atPath: path)
        #expect(!ConfinedFolder.claim(mine.number), "another one has removed it")
    }

    @Test("do not replace anything but regular files") func special() throws {
        #expect(unsafe mkfifo(folder + "/pipe", 0o600) == 0)
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "/dev/null")
        for name in ["pipe", "link"] {
            let expected = SystemError(
                action: "replace", path: "\(folder)/\(name)", code: EEXIST, words: "what stands there is no regular file")
            #expect(throws: expected) { _ = try writeWhole([1], to: name, in: ConfinedFolder(creating: folder)) }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["link", "pipe"])
    }

    @Test("that were prepared and not committed leave the old file") func prepared() throws {
        _ = try writeWhole(Array("old".utf8), to: "a", in: ConfinedFolder(creating: folder))
        do {
            var file = try OpenOutput(Output(folder + "/a"))
            try file.writeWaiting(Array("new".utf8))
            try file.prepare()
        }
        #expect(try String(contentsOfFile: folder + "/a", encoding: .utf8) == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
    }

    @Test(
        "follow the links that the user named",
        arguments: [("link", "target"), ("link", "not/there/yet"), ("deep/link", "../target"), ("first", "second")])
    func userLinks(_ link: String, _ target: String) throws {
        _ = try ConfinedFolder(creating: folder + "/deep")
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(link)", withDestinationPath: target)
        if target == "second" { try FileManager.default.createSymbolicLink(atPath: folder + "/second", withDestinationPath: "third") }
        var file = try OpenOutput(Output("\(folder)/\(link)"))
        try file.writeWaiting(Array("new".utf8))
        #expect(try !file.commit())
        let place = target == "second" ? "third" : target == "../target" ? "target" : target
        #expect(try String(contentsOfFile: "\(folder)/\(place)", encoding: .utf8) == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(link)") == target)
    }

    @Test("detect a cycle of links") func circle() throws {
        _ = try ConfinedFolder(creating: folder)
        try FileManager.default.createSymbolicLink(atPath: folder + "/a", withDestinationPath: "a")
        #expect(throws: PipelineFailure.self) { _ = try OpenOutput(Output(folder + "/a")) }
    }

    @Test("on a full disk fail as write errors") func full() throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        var file = try OpenOutput(Output("/dev/full"))
        #expect(throws: PipelineFailure(.cannotWrite, "/dev/full cannot be written: No space left on device")) {
            try file.writeWaiting([1])
        }
        let codes = [("open", EACCES), ("make", ENOTDIR), ("open", ENOSPC), ("write", ENOSPC), ("fsync", EIO), ("rename", EACCES)]
        #expect(
            codes.map { SystemError(action: $0, path: "", code: $1).outputFailure } == [
                .cannotCreate, .cannotCreate, .cannotWrite, .cannotWrite, .cannotWrite, .cannotWrite,
            ])
    }

    @Test("have names that differ in case where the file system says so") func foldedCase() throws {
        #expect(ConfinedFolder.foldsCase(at: folder + "/x/y") == false || FileManager.default.fileExists(atPath: folder.uppercased()))
        _ = try writeWhole([1], to: "name", in: ConfinedFolder(creating: folder))
        #expect(ConfinedFolder.foldsCase(at: folder + "/x/y") == FileManager.default.fileExists(atPath: folder + "/NAME"))
        #expect(ConfinedFolder.foldsCase(at: folder) == FileManager.default.fileExists(atPath: folder + "/NAME"))
    }

    @Test("are written directly if they are devices") func device() throws {
        #expect(!Output("/dev/null").appearsWhole)
        #expect(!Output("-").appearsWhole)
        #expect(Output("/no/such/file").appearsWhole)
        var output = try OpenOutput(Output("/dev/null"))
        try output.writeWaiting([1, 2, 3])
        #expect(try !output.commit())
    }

    private static let lengths = [
        0, 1, OpenOutput.blockBytes - 1, OpenOutput.blockBytes, OpenOutput.blockBytes + 1, 4 * OpenOutput.blockBytes + 7,
    ]

    @Test("are written in whole blocks, and the rest at the end", arguments: lengths, [50_000, 300_000])
    func blocks(length: Int, piece: Int) async throws {
        let content = (0..<length).map { UInt8(truncatingIfNeeded: $0 / 7) }
        var output = try OpenOutput(Output(folder + "/out"))
        var buffer: [UInt8] = []
        for start in stride(from: 0, to: content.count, by: piece) {
            buffer += content[start..<min(start + piece, content.count)]
            try await output.writeBlocks(of: &buffer)
            #expect(buffer.count < OpenOutput.blockBytes)
        }
        #expect(buffer.count == content.count % OpenOutput.blockBytes)
        try await output.write(buffer)
        #expect(try !output.commit())
        #expect(try Array(Data(contentsOf: scratch.file("out"))) == content)
    }

    @Test("are written at once to a stream") func readAlong() async throws {
        let ends = Pipe()
        var output = try OpenOutput(Output("/dev/fd/\(ends.fileHandleForWriting.fileDescriptor)"))
        var buffer = Array("line\n".utf8)
        try await output.writeBlocks(of: &buffer)
        #expect(buffer.isEmpty)
        #expect(try !output.commit())
        try ends.fileHandleForWriting.close()
        #expect(try ends.fileHandleForReading.readToEnd() == Data("line\n".utf8))
    }

    @Test("cannot be folders") func noFolder() {
        #expect(throws: PipelineFailure(.cannotCreate, "/ cannot be written: it is a folder")) { _ = try OpenOutput(Output("/")) }
    }

    @Test("replace the target of an absolute link, and keep the link") func absoluteLink() throws {
        let target = try scratch.write("old", to: "target")
        let link = scratch.file("link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        var output = try OpenOutput(Output(link))
        try output.writeWaiting(Array("new".utf8))
        #expect(try !output.commit())
        #expect(try scratch.read("target") == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    }
}

/// Writes a file that appears whole.
private func writeWhole(_ bytes: [UInt8], to name: String, in folder: consuming ConfinedFolder) throws -> FileChange {
    var file = try AtomicFile(name, in: folder)
    try file.write(bytes.span)
    return try file.commit()
}
