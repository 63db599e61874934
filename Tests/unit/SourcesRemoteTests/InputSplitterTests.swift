import Foundation
import JSONParsing
import Pipeline
import TestSupport
import Testing

@testable import HTTPReading
@testable import SourcesLocal

@Suite("The splits of an input") struct InputSplitterTests {
    private static let sample = #"{"id":1,"text":"x"}"#

    private static func item(_ id: Int, length: Int) -> String { #"{"id":\#(id),"text":"\#(String(repeating: "x", count: length))"}"# }

    /// A reader of a file that holds a text.
    private static func reader(
        _ text: String, from start: Int, offset: Int = 0, itemBytes: Int = 1000, in folder: borrowing ScratchFolder
    ) async throws -> InputSplitter {
        let file = folder.file("items.json")
        try Data(text.utf8).write(to: file)
        let two = Array("\(sample),\(sample)".utf8)
        let learned = JSONItemBoundary(in: two.span, between: sample.utf8.count, and: sample.utf8.count + 1, kind: .element)
        return InputSplitter(
            try await InputReader(Input(file.path), in: RunContext()), at: start, try #require(learned), offset: offset,
            itemBytes: itemBytes)
    }

    /// Reads splits up to the last one.
    private static func splits(of reader: InputSplitter) throws -> [InputSplit] {
        var splits: [InputSplit] = []
        while splits.last?.isLast != true {
            let place = reader.next()
            #expect(place.number == splits.count)
            guard let split = try reader.read(place) else { break }
            splits.append(split)
        }
        return splits
    }

    /// Reads a file's splits behind its first bytes.
    private static func splits(_ text: String, from start: Int, offset: Int = 0) async throws -> [InputSplit] {
        let folder = try ScratchFolder()
        return try splits(of: await reader(text, from: start, offset: offset, in: folder))
    }

    private static func text(_ split: InputSplit) -> String { String(decoding: split.chunk.bytes, as: UTF8.self) }

    @Test(
        "begin with an item, are long enough, and leave nothing out",
        arguments: [10, 1000, 40_000, 600_000])
    func items(_ length: Int) async throws {
        let items = (0..<3_000_000 / (length + 20)).map { Self.item($0, length: length) }
        let text = "[" + items.joined(separator: ",") + "]"
        let splits = try await Self.splits(text, from: 1, offset: 1)
        #expect(splits.map(Self.text).joined() == text.dropFirst())
        #expect(splits.map(\.offset) == splits.reduce(into: [1]) { $0.append(($0.last ?? 0) + $1.chunk.count) }.dropLast())
        #expect(splits.count > 3)
        #expect(splits.map(\.beginsAtBoundary) == [false] + Array(repeating: true, count: splits.count - 1))
        for split in splits.dropFirst() { #expect(Self.text(split).hasPrefix(#"{"id":"#)) }
        for split in splits.dropLast() {
            #expect(split.chunk.count >= 512 << 10 && split.chunk.count <= (512 << 10) + 3 * (length + 20) + (64 << 10))
        }
    }

    @Test("have buffer capacity for the item indices") func capacity() async throws {
        let splits = try await Self.splits(String(repeating: Self.item(1, length: 100) + ",", count: 10_000), from: 0)
        for split in splits { #expect(split.chunk.buffer.capacity >= split.chunk.count / 4 * 5) }
    }

    @Test("have a maximum length where no boundary is found") func bounded() async throws {
        let (first, second) = (Self.item(1, length: 9 << 20) + ",", Self.item(2, length: 0))
        let text = first + second
        let splits = try await Self.splits(text, from: 0)
        #expect(splits.map(Self.text).joined() == text)
        #expect(splits.map(\.beginsAtBoundary) == [false, false, false, true])
        let piece = 4 << 20
        let lengths: [Int] = [piece, piece, first.utf8.count - 2 * piece, second.utf8.count]
        #expect(splits.map(\.chunk.count) == lengths)
    }

    @Test("continue if the file has grown behind the last one") func growing() async throws {
        let folder = try ScratchFolder()
        let item = Self.item(1, length: 100) + ","
        let reader = try await Self.reader(String(repeating: item, count: 7000), from: 0, in: folder)
        let first = try Self.splits(of: reader)
        let end = 7000 * item.utf8.count
        #expect(first.map(\.chunk.count).reduce(0, +) == end)
        #expect(try !reader.resume(at: end))
        let file = try FileHandle(forWritingTo: folder.file("items.json"))
        try file.seekToEnd()
        try file.write(contentsOf: Data(String(repeating: item, count: 5000).utf8))
        #expect(try reader.resume(at: end))
        let more = try Self.splits(of: reader)
        #expect(more.first?.offset == end)
        #expect(more.map(\.chunk.count).reduce(0, +) == 5000 * item.utf8.count)
    }

    @Test("end where a file has become shorter") func shrinking() async throws {
        let folder = try ScratchFolder()
        let item = Self.item(1, length: 100) + ","
        let reader = try await Self.reader(String(repeating: item, count: 12_000), from: 0, in: folder)
        let places = (reader.next(), reader.next())
        try FileHandle(forWritingTo: folder.file("items.json")).truncate(atOffset: 1000)
        #expect(try reader.read(places.0)?.chunk.count == 1000)
        #expect(try reader.read(places.0)?.isLast == true)
        #expect(try reader.read(places.1) == nil)
        #expect(throws: PipelineFailure.self) { try reader.resume(at: 1000) }
    }

    @Test("are shorter where items are", arguments: [(1, 64), (17, 68), (100, 400), (128, 512), (100_000, 512)])
    func shortItems(_ itemBytes: Int, _ kibibytes: Int) async throws {
        let folder = try ScratchFolder()
        let text = String(repeating: Self.item(1, length: 1) + ",", count: 60_000)
        let first = try await Self.reader(text, from: 0, itemBytes: itemBytes, in: folder).next()
        #expect(first.range.count >= kibibytes << 10 && first.range.count < (kibibytes << 10) + 100)
    }

    @Test("can begin in the middle of a file that another process has read before", arguments: ["", "skip these 20 bytes\n"])
    func position(_ before: String) async throws {
        let text = String(repeating: Self.item(1, length: 100) + ",", count: 10_000)
        let splits = try await Self.splits(before + text, from: before.utf8.count, offset: 0)
        #expect(splits.map(Self.text).joined() == text)
        #expect(splits.first?.offset == 0)
    }

    @Test("do not exist behind the end") func end() async throws { #expect(try await Self.splits("[]", from: 2).isEmpty) }
}
