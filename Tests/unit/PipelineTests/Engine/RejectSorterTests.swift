import Foundation
import JSONParsing
@testable import Pipeline
import TestSupport
import Testing

@Suite("Rejects sorted on disk") struct RejectSorterTests {
    private static func reject(_ place: RecordPlace, _ text: String) -> Reject {
        var refused = RefusedInput(.string(text), because: "bad", origin: Origin(source: "s", item: 1))
        refused.place = place
        return Reject(StepProperties(type: "t", path: "stages[0]", onError: .reject, options: [:]), refused)
    }

    /// The lines that a sorter makes of rejects.
    private static func sorted(_ rejects: [Reject], memoryBytes: Int, in folder: String) throws -> [String] {
        var sorter = RejectSorter(memoryBytes: memoryBytes)
        for reject in rejects { try sorter.append(reject, beside: folder + "/r.jsonl") }
        var bytes: [UInt8] = []
        #expect(try sorter.dropped(upTo: nil) == [:])
        #expect(try sorter.drain { bytes += $0 } == rejects.count)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    static let orders: [(name: String, numbers: [Int])] = [
        ("in order", Array(1...300)),
        ("backwards", Array((1...300).reversed())),
        ("two that alternate", (1...150).flatMap { [$0, 1000 - $0] }),
        ("equal ones", (1...300).map { $0 % 7 }),
        ("shuffled", (1...300).map { $0 * 7919 % 307 }),
        ("one", [1]), ("none", []),
    ]

    @Test("are counted before they are dropped, however much fits in memory", arguments: [1, 100, 3000, 8 << 20])
    func drops(_ memoryBytes: Int) throws {
        let folder = try ScratchFolder()
        var sorter = RejectSorter(memoryBytes: memoryBytes)
        for number in (1...50).reversed() { try sorter.append(Self.reject(RecordPlace(number: number), "r"), beside: folder.path + "/r") }
        let cut = RecordPlace(number: 20)
        #expect(try sorter.dropped(upTo: cut) == [0: 30])
        #expect(try sorter.drain(upTo: cut) { _ in } == 20)
        let isEmpty = sorter.isEmpty
        #expect(isEmpty)
    }

    @Test("come out in the order of the input, however much fits in memory", arguments: orders, [1, 100, 3000, 8 << 20])
    func sorts(_ order: (name: String, numbers: [Int]), _ memoryBytes: Int) throws {
        let folder = try ScratchFolder()
        // Equal places keep the order in which they came: the text tells it.
        let rejects = order.numbers.enumerated().map { Self.reject(RecordPlace(number: $1), "\($1):\($0)") }
        let expected = order.numbers.enumerated().sorted { $0.element < $1.element }.map { "\"\($0.element):\($0.offset)\"" }
        let lines = try Self.sorted(rejects, memoryBytes: memoryBytes, in: folder.path)
        #expect(lines.map { try? JSONValue(parsing: $0).member("record")?.compactText } == expected)
        #expect(try folder.names() == [])
    }

    @Test("keep the order of records that were made of one", arguments: [1, 8 << 20]) func branches(_ memoryBytes: Int) throws {
        let folder = try ScratchFolder()
        let root = RecordPlace(number: 2)
        let places = [
            RecordPlace.made(byPart: 1, index: 1), root.child(10), root.child(2).child(1), root.child(2), RecordPlace(number: 1),
            root.child(2).child(0),
        ]
        let lines = try Self.sorted(places.enumerated().map { Self.reject($1, "\($0)") }, memoryBytes: memoryBytes, in: folder.path)
        let order = lines.compactMap { try? JSONValue(parsing: $0).member("record")?.compactText }
        #expect(order == [#""4""#, #""3""#, #""5""#, #""2""#, #""1""#, #""0""#])
    }

    @Test("hold a line that is longer than a read buffer") func longLine() throws {
        let folder = try ScratchFolder()
        let long = String(repeating: "x", count: 300_000)
        let rejects = [3, 1, 2].map { Self.reject(RecordPlace(number: $0), long + "\($0)") }
        let lines = try Self.sorted(rejects, memoryBytes: 1, in: folder.path)
        #expect(lines.map { $0.dropLast(2).last } == ["1", "2", "3"])
    }
}
