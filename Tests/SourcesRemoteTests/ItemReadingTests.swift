import JSONParsing
@testable import Pipeline
@testable import SourcesRemote
import Testing

@Suite("Items of a chunk") struct ItemReadingTests {
    /// A reading of the elements of `.items`.
    private static func reading() -> ItemReading {
        ItemReading(
            JSONItemReader(path: [.key("items"), .iterate()]), collector: ItemCollector(source: "test", lastKeyWins: false))
    }

    private static func chunk(_ text: String, from start: Int = 0) -> InputChunk { InputChunk(Array(text.utf8), from: start) }

    /// Reads one text in chunks, and says of each whether something was noted behind it, which happens if items stay in it.
    private static func read(_ texts: [String]) -> (items: [String], isNoted: [Bool], offsets: [Int?], fault: JSONError?) {
        var reading = reading()
        var chunks = texts.map { chunk($0) }
        let found = reading.read(&chunks)
        return (
            found.records.map(\.value.compactText), chunks.map { $0.buffer.count > $0.range.upperBound },
            found.records.map(\.origin.byteOffset), found.fault
        )
    }

    private static let long = String(repeating: "x", count: 400)

    @Test("stay where they were read, if most of the chunk are items") func dense() {
        let (items, isNoted, offsets, fault) = Self.read([
            #"{"items": [ {"a": [ "\#(Self.long)" ]},"#, #"{"b": {  }}, {"c" : "d \#(Self.long)"},"#,
            #" {"f": [[ ],{ } , 1.0, "\#(Self.long)"]} ,{"g":1"#, "} , 7, \" x \"]}",
        ])
        #expect(
            items == [
                #"{"a":["\#(Self.long)"]}"#, #"{"b":{}}"#, #"{"c":"d \#(Self.long)"}"#, #"{"f":[[],{},1.0,"\#(Self.long)"]}"#, #"{"g":1}"#,
                "7", #"" x ""#,
            ])
        #expect(isNoted == [true, true, true, false])
        #expect(offsets == [12, 426, 439, 853, 1281, 1291, 1294])
        #expect(fault == nil)
    }

    @Test("are copied where they are few, so that they do not keep the chunk in memory") func sparse() throws {
        let much = "\"much\": [" + String(repeating: "1, ", count: 200) + "1]"
        let (items, isNoted, _, _) = Self.read([
            #"{"items": [ {"a": 1, "b": [2]},{"c": 3}]} {\#(much), "items": ["#, #"{ "d": 4 }]} {\#(much)"#,
            #", "items": [ {"e": "\#(Self.long)"}]}"#,
        ])
        #expect(items == [#"{"a":1,"b":[2]}"#, #"{"c":3}"#, #"{"d":4}"#, #"{"e":"\#(Self.long)"}"#])
        #expect(isNoted == [false, false, true])
    }

    @Test("that were copied can be looked into, as those that stay", arguments: [0, 1000]) func lookingIn(_ padding: Int) throws {
        var reading = Self.reading()
        var chunks = [Self.chunk(#"{"items": [ 1, {"a": { "b" : [ 2, {"c": 3} ] }}, {"d": [ ], "e" : 4}], "#)]
        chunks.append(Self.chunk(#""more": "\#(String(repeating: " ", count: padding))" }"#))
        let values = reading.read(&chunks).records.map(\.value)
        #expect(try values[1].member("a")?.member("b")?.array?.last?.member("c") == 3)
        #expect(try values[2].member("e") == 4)
        #expect(try values[2].member("d")?.array?.isEmpty == true)
    }

    @Test("are noted anew when a chunk is read again") func again() throws {
        var first = Self.reading()
        var chunks = [Self.chunk(#"{"items": [ {"a": {"items": [ {"b": 1}, {"b": 2} ]}, "c": 3}, {"a": 4} ]}"#)]
        // As if the chunk began with an item, which is wrong.
        var wrong = ItemReading(JSONItemReader(path: []), collector: ItemCollector(source: "test", lastKeyWins: false))
        _ = wrong.read(&chunks)
        let values = first.read(&chunks).records.map(\.value)
        #expect(values.map(\.compactText) == [#"{"a":{"items":[{"b":1},{"b":2}]},"c":3}"#, #"{"a":4}"#])
        #expect(try values[0].member("c") == 3)
        #expect(try values[1].member("a") == 4)
    }

    @Test("that stand in front of a fault are there, and can be looked into") func fault() throws {
        var reading = Self.reading()
        var first = [Self.chunk(#"{"items": [ {"a": 1, "b": [2]}"#)]
        _ = reading.read(&first)
        var chunks = [Self.chunk(#", {"c": { "d" : [ 3 ] } }, {"e": 4} ! "#)]
        let found = reading.read(&chunks)
        #expect(found.records.map(\.value.compactText) == [#"{"c":{"d":[3]}}"#, #"{"e":4}"#])
        #expect(try found.records.first?.value.member("c")?.member("d")?.array?.first == 3)
        #expect(found.fault?.offset == 66)
    }

    @Test("keep their places behind bytes that do not belong to the chunk") func start() throws {
        var reading = Self.reading()
        var first = [Self.chunk(#"{"items": [ {"a": 1, "b": [2]},"#)]
        _ = reading.read(&first)
        var chunks = [Self.chunk(#"elsewhere {"c" : 3 }, {"d": [ ]}]}"#, from: 9)]
        let records = reading.read(&chunks).records
        #expect(records.map(\.value.compactText) == [#"{"c":3}"#, #"{"d":[]}"#])
        #expect(try records.first?.value.member("c") == 3)
        #expect(records.map(\.origin.byteOffset) == [32, 44])
    }

    @Test("of a slab are noted in buffers that nobody else holds") func cut() throws {
        let sample = Array(#"{"a":1},{"a":2}"#.utf8)
        let learned = JSONItemBoundary(in: sample.span, between: 7, and: 8, kind: .element)
        var cutter = SlabCutter(at: try #require(learned), offset: 5)
        let item = Array(#"{"a":"\#(String(repeating: "x", count: 1000))"},"#.utf8)
        let isTooShort = cutter.add(Array(repeatElement(item, count: 100).joined())) == nil
        #expect(isTooShort)
        let complete = cutter.add(Array(repeatElement(item, count: 200).joined()))
        let slab = try #require(complete)
        #expect(slab.count == 101 * item.count)
        #expect(slab.chunks.map(\.range) == [0..<100 * item.count, 0..<item.count])
        let left = cutter.takeRest()
        let rest = try #require(left)
        #expect(rest.offset == 5 + slab.count)
        #expect(rest.chunks.map(\.range) == [item.count..<200 * item.count])
        #expect(rest.seemsToBeginItem)
        let handover = ItemSlab.Handover(slab)
        #expect(handover.take()?.count == slab.count)
        #expect(handover.take() == nil)
    }
}
