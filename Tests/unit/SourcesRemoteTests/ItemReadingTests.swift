import JSONParsing
@testable import Pipeline
@testable import SourcesLocal
import Testing

@Suite("Items of a chunk") struct ItemReadingTests {
    /// A reading of the elements of `.items`.
    private static func reading() -> ItemReading {
        ItemReading(
            JSONItemReader(path: [.key("items"), .iterate()]), collector: ItemCollector(Origin(source: "test"), lastKeyWins: false))
    }

    private static func chunk(_ text: String, from start: Int = 0) -> InputChunk { InputChunk(Array(text.utf8), from: start) }

    /// Reads a text in chunks.
    ///
    /// - Returns: For each chunk, whether the reader put an index behind it, which it does if items stay in the chunk.
    private static func read(_ texts: [String]) -> (items: [String], isNoted: [Bool], offsets: [Int?], fault: JSONError?) {
        var reading = reading()
        var records: [Record] = []
        var isNoted: [Bool] = []
        var fault: JSONError?
        for text in texts {
            var chunk = chunk(text)
            let found = reading.read(&chunk)
            records += found.records
            fault = fault ?? found.fault
            isNoted.append(chunk.buffer.count > chunk.range.upperBound)
        }
        return (records.map(\.value.compactText), isNoted, records.map(\.origin.byteOffset), fault)
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

    @Test("can be decoded, copied or not", arguments: [0, 1000]) func decoding(_ padding: Int) throws {
        var reading = Self.reading()
        let items = #"{"items": [ 1, {"a": { "b" : [ 2, {"c": 3} ] }}, {"d": [ ], "e" : 4}], "#
        var chunk = Self.chunk(items + #""more": "\#(String(repeating: " ", count: padding))" }"#)
        let values = reading.read(&chunk).records.map(\.value)
        #expect(try values[1].member("a")?.member("b")?.array?.last?.member("c") == 3)
        #expect(try values[2].member("e") == 4)
        #expect(try values[2].member("d")?.array?.isEmpty == true)
    }

    @Test("are indexed again when a chunk is read again") func again() throws {
        var first = Self.reading()
        var chunk = Self.chunk(#"{"items": [ {"a": {"items": [ {"b": 1}, {"b": 2} ]}, "c": 3}, {"a": 4} ]}"#)
        // A wrong speculation: the chunk does not begin with an item.
        var wrong = ItemReading(JSONItemReader(path: []), collector: ItemCollector(Origin(source: "test"), lastKeyWins: false))
        _ = wrong.read(&chunk)
        let values = first.read(&chunk).records.map(\.value)
        #expect(values.map(\.compactText) == [#"{"a":{"items":[{"b":1},{"b":2}]},"c":3}"#, #"{"a":4}"#])
        #expect(try values[0].member("c") == 3)
        #expect(try values[1].member("a") == 4)
    }

    @Test("in front of a fault are delivered and can be decoded") func fault() throws {
        var reading = Self.reading()
        var first = Self.chunk(#"{"items": [ {"a": 1, "b": [2]}"#)
        _ = reading.read(&first)
        var chunk = Self.chunk(#", {"c": { "d" : [ 3 ] } }, {"e": 4} ! "#)
        let found = reading.read(&chunk)
        #expect(found.records.map(\.value.compactText) == [#"{"c":{"d":[3]}}"#, #"{"e":4}"#])
        #expect(try found.records.first?.value.member("c")?.member("d")?.array?.first == 3)
        #expect(found.fault?.offset == 66)
    }

    @Test("keep their offsets behind bytes that do not belong to the chunk") func start() throws {
        var reading = Self.reading()
        var first = Self.chunk(#"{"items": [ {"a": 1, "b": [2]},"#)
        _ = reading.read(&first)
        var chunk = Self.chunk(#"elsewhere {"c" : 3 }, {"d": [ ]}]}"#, from: 9)
        let records = reading.read(&chunk).records
        #expect(records.map(\.value.compactText) == [#"{"c":3}"#, #"{"d":[]}"#])
        #expect(try records.first?.value.member("c") == 3)
        #expect(records.map(\.origin.byteOffset) == [32, 44])
    }

    /// A list of items, and a reading that has passed the first two.
    private static func afterTwo() -> (ItemReading, rest: Int, all: String) {
        let item = #"{"a": 1, "b": "\#(long)"}"#
        let all = #"{"items": [\#(item),\#(item),\#(item),\#(item)]}"#
        let start = #"{"items": [\#(item),\#(item),"#
        var reading = reading()
        var first = chunk(start)
        _ = reading.read(&first)
        return (reading, start.utf8.count, all)
    }

    private static func split(_ text: String, at offset: Int) -> InputSplit {
        var bytes = Array(text.utf8)
        bytes.reserveCapacity(bytes.count + bytes.count / 4)
        return InputSplit(chunk: InputChunk(bytes), offset: offset, beginsAtBoundary: true, isLast: false)
    }

    @Test("of a split are indexed in its buffer, and numbered when all earlier items are known") func speculation() throws {
        var (reading, start, all) = Self.afterTwo()
        let split = Self.split(String(all.dropFirst(start)), at: start)
        let capacity = split.chunk.buffer.capacity
        let speculative = reading.emptyCopy.speculate(on: consume split)
        #expect(speculative.speculation?.found.records.map(\.origin.item) == [1, 2])
        #expect(speculative.split.chunk.buffer.count > speculative.split.chunk.range.upperBound)
        #expect(speculative.split.chunk.buffer.capacity == capacity)
        let (found, _) = reading.read(speculative)
        #expect(found.records.map(\.origin.item) == [3, 4])
        #expect(found.records.map(\.origin.byteOffset) == [start, start + 418])
        #expect(try found.records.map { try $0.value.member("a") } == [1, 1])
        #expect(reading.offset == all.utf8.count)
        #expect(reading.finish().fault == nil)
    }

    @Test("of a split that was cut in the wrong place are read again") func wrongSpeculation() throws {
        var (reading, start, all) = Self.afterTwo()
        // A wrong speculation: the reader starts one byte too late, inside of the item.
        var first = Self.chunk(String(all.dropFirst(start).prefix(1)))
        #expect(reading.read(&first).records.isEmpty)
        let (found, chunk) = reading.read(reading.emptyCopy.speculate(on: Self.split(String(all.dropFirst(start + 1)), at: start + 1)))
        #expect(found.fault == nil)
        #expect(found.records.map(\.origin.item) == [3, 4])
        #expect(try found.records.map { try $0.value.member("a") } == [1, 1])
        #expect(chunk.count == all.utf8.count - start - 1)
        #expect(reading.finish().fault == nil)
    }

    @Test("of a split with a fault are delivered up to it, and the fault has its offset in the input") func faultInSplit() throws {
        var (reading, start, all) = Self.afterTwo()
        reading.skip(3)
        let faulty = String(all.dropFirst(start).dropLast(20)) + "\u{1}"
        let speculative = reading.emptyCopy.speculate(on: Self.split(faulty, at: start))
        #expect(speculative.speculation?.found.fault != nil)
        let (found, _) = reading.read(speculative)
        #expect(found.records.map(\.origin.item) == [3])
        #expect(found.fault?.offset == 3 + start + faulty.utf8.count - 1)
    }

    @Test("of a split are not read speculatively any more after three misses") func misses() {
        var (reading, start, all) = Self.afterTwo()
        let emptyCopy = reading.emptyCopy
        let rest = Array(all.dropFirst(start))
        var speculates: [Bool] = []
        for place in 0..<5 {
            // Each split is marked as beginning at a boundary, but only the first one does.
            speculates.append(reading.speculates)
            _ = reading.read(emptyCopy.speculate(on: Self.split(String(rest[place]), at: start + place)))
        }
        #expect(speculates == [true, true, true, true, false])
    }
}
