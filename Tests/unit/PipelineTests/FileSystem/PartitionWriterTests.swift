import Foundation
import TestSupport
import Testing
@testable import Pipeline

@Suite("The writer of partitions") struct PartitionWriterTests {
    private func folderWriter(_ folder: borrowing ScratchFolder, plan: PlannedStepChanges? = nil) throws -> FolderWriter {
        try FolderWriter(creating: folder.file("o").path, isSecret: false, shown: "o", plan: plan)
    }

    @Test("keeps the order of each partition, with few open files and flushes at any place", arguments: [1, 2, 5], [1, 3, 1_000])
    func order(_ maxOpenFiles: Int, _ flushes: Int) throws {
        let scratch = try ScratchFolder()
        var folder = try folderWriter(scratch)
        var writer = PartitionWriter(
            separator: Array(",".utf8), files: PartitionFiles(maxOpenFiles: maxOpenFiles, spoolingIn: scratch.path))
        var expected: [Int: [String]] = [:]
        var random = SeededRandom(seed: 7)
        for number in 0..<500 {
            let partition = Int.random(in: 0..<7, using: &random)
            let isCut = Int.random(in: 0..<3, using: &random) == 0
            writer.bytes += "\(number)".utf8
            let isFull = writer.endPiece(of: Int32(partition), isContinued: false)
            #expect(!isFull)
            if isCut {
                if number % flushes == 0 { try writer.flush(into: &folder, header: [UInt8(ascii: "[")]) { _, _ in false } }
                writer.bytes += "x".utf8
                _ = writer.endPiece(of: Int32(partition), isContinued: true)
            }
            expected[partition, default: []].append("\(number)" + (isCut ? "x" : ""))
            if number % flushes == 0 { try writer.flush(into: &folder, header: [UInt8(ascii: "[")]) { _, _ in false } }
            let openCount = writer.files.open.count
            #expect(openCount <= maxOpenFiles)
        }
        try writer.flush(into: &folder, header: [UInt8(ascii: "[")]) { _, _ in false }
        try writer.finish(with: [UInt8(ascii: "]")], into: &folder)
        let numbers = writer.numbers
        #expect(numbers == Array(0..<7))
        for number in numbers { try writer.files.put(number, at: ["d\(number % 2)", "\(number).txt"], in: &folder) }
        try folder.prepare()
        #expect(try !scratch.names("o").contains("d0") || scratch.names("o/d0").isEmpty)
        try folder.commit()
        for number in 0..<7 {
            #expect(try scratch.read("o/d\(number % 2)/\(number).txt") == "[" + (expected[number] ?? []).joined(separator: ",") + "]")
        }
        let result = folder.result
        #expect(result == OutputResult(written: 7, unchanged: 0))
    }

    @Test("is full after many bytes, or after many pieces") func full() throws {
        let scratch = try ScratchFolder()
        func writer() -> PartitionWriter {
            PartitionWriter(separator: [], files: PartitionFiles(maxOpenFiles: 2, spoolingIn: scratch.path))
        }
        var long = writer()
        long.bytes = [UInt8](repeating: 0, count: PartitionWriter.maxBytes)
        let isLongFull = long.endPiece(of: 0, isContinued: false)
        #expect(isLongFull)
        // Neighbours of one partition are one piece.
        var joined = writer()
        for _ in 0..<PartitionWriter.maxPieces {
            let isFull = joined.endPiece(of: 3, isContinued: false)
            #expect(!isFull)
        }
        var apart = writer()
        var first: Int32?
        for number in 0..<Int32(PartitionWriter.maxPieces) where apart.endPiece(of: number % 2, isContinued: false) {
            first = first ?? number
        }
        #expect(first == Int32(PartitionWriter.maxPieces - 1))
    }

    @Test("leaves nothing if the run ends before the commit") func leavesNothing() throws {
        let scratch = try ScratchFolder()
        try scratch.write("old", to: "o/1.txt")
        func fill() throws {
            var folder = try folderWriter(scratch)
            var files = PartitionFiles(maxOpenFiles: 1, spoolingIn: scratch.path)
            for partition in [0, 1, 0] as [Int32] { try files.append([65], to: partition, in: &folder) }
            try files.put(1, at: ["1.txt"], in: &folder)
            try folder.prepare()
            #expect(try scratch.names("o").count == 2)
        }
        try fill()
        #expect(try scratch.names("o") == ["1.txt"])
        #expect(try scratch.read("o/1.txt") == "old")
    }
}

@Suite("The table of partitions") struct PartitionTableTests {
    private struct Refused: Error {}

    @Test("numbers paths, and forgets one without records") func numbers() throws {
        let table = PartitionTable()
        var claimed: [String] = []
        func admit(_ path: String) throws -> Int32 { try table.admit(path) { claimed.append(path) } }
        #expect(try ["a", "b", "a", "b", "b"].map(admit) == [0, 1, 0, 1, 1])
        #expect(claimed == ["a", "b"])
        #expect(throws: Refused.self) { _ = try table.admit("c") { throw Refused() } }
        var released: [String] = []
        table.withdraw(0) { released.append($0) }
        #expect(released == [])
        table.withdraw(0) { released.append($0) }
        #expect(released == ["a"])
        #expect(try admit("a") == 2)
        #expect(claimed == ["a", "b", "a"])
        #expect(table.path(of: 1) == "b")
        // Paths are equal if their bytes are.
        #expect(try [admit("\u{E9}"), admit("e\u{301}")] == [3, 4])
    }
}
