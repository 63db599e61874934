import Foundation
import JSONParsing
import Pipeline
import TestSupport
import Testing

@testable import SourcesRemote

@Suite("The slabs of an input") struct SlabReaderTests {
    private static let sample = #"{"id":1,"text":"x"}"#

    private static func item(_ id: Int, length: Int) -> String { #"{"id":\#(id),"text":"\#(String(repeating: "x", count: length))"}"# }

    /// Reads a file's slabs behind its first bytes.
    private static func slabs(_ text: String, from start: Int, offset: Int = 0) async throws -> [ItemSlab] {
        let folder = try ScratchFolder()
        let file = folder.file("items.json")
        try Data(text.utf8).write(to: file)
        let two = Array("\(sample),\(sample)".utf8)
        let learned = JSONItemBoundary(in: two.span, between: sample.utf8.count, and: sample.utf8.count + 1, kind: .element)
        let reader = SlabReader(try await RemoteInput(Input(file.path)), at: start, try #require(learned), offset: offset)
        var slabs: [ItemSlab] = []
        while let (number, slab) = try reader.next() {
            #expect(number == slabs.count)
            slabs.append(slab)
        }
        #expect(try reader.next() == nil)
        return slabs
    }

    private static func text(_ slab: ItemSlab) -> String { String(decoding: slab.chunk.bytes, as: UTF8.self) }

    @Test(
        "begin with an item, are long enough, and leave nothing out",
        arguments: [10, 1000, 40_000, 600_000])
    func items(_ length: Int) async throws {
        let items = (0..<3_000_000 / (length + 20)).map { Self.item($0, length: length) }
        let text = "[" + items.joined(separator: ",") + "]"
        let slabs = try await Self.slabs(text, from: 1, offset: 1)
        #expect(slabs.map(Self.text).joined() == text.dropFirst())
        #expect(slabs.map(\.offset) == slabs.reduce(into: [1]) { $0.append(($0.last ?? 0) + $1.chunk.count) }.dropLast())
        #expect(slabs.count > 3)
        #expect(slabs.map(\.seemsToBeginItem) == [false] + Array(repeating: true, count: slabs.count - 1))
        for slab in slabs.dropFirst() { #expect(Self.text(slab).hasPrefix(#"{"id":"#)) }
        for slab in slabs.dropLast() {
            #expect(slab.chunk.count >= 512 << 10 && slab.chunk.count <= (512 << 10) + 3 * (length + 20) + (64 << 10))
        }
    }

    @Test("have room behind them for what their reader notes") func room() async throws {
        let slabs = try await Self.slabs(String(repeating: Self.item(1, length: 100) + ",", count: 10_000), from: 0)
        for slab in slabs { #expect(slab.chunk.buffer.capacity >= slab.chunk.count / 4 * 5) }
    }

    @Test("are bounded where no item seems to begin") func bounded() async throws {
        let text = Self.item(1, length: 9 << 20) + "," + Self.item(2, length: 0)
        let slabs = try await Self.slabs(text, from: 0)
        #expect(slabs.map(Self.text).joined() == text)
        #expect(slabs.map(\.seemsToBeginItem) == [false, false, false])
        for slab in slabs { #expect(slab.chunk.count <= 9 << 20) }
    }

    @Test("can begin somewhere in a file that was read by others before", arguments: ["", "skip these 20 bytes\n"])
    func position(_ before: String) async throws {
        let text = String(repeating: Self.item(1, length: 100) + ",", count: 10_000)
        let slabs = try await Self.slabs(before + text, from: before.utf8.count, offset: 0)
        #expect(slabs.map(Self.text).joined() == text)
        #expect(slabs.first?.offset == 0)
    }

    @Test("are one without a byte in front of the end") func end() async throws {
        #expect(try await Self.slabs("[]", from: 2).map(\.chunk.count) == [0])
    }
}
