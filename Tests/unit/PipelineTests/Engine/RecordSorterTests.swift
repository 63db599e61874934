import Foundation
import JSONParsing
import JSONQuery
import TestSupport
import Testing
@testable import Pipeline

@Suite("A sorter of records") struct RecordSorterTests {
    /// Numbers that a generator of fixed seed gives.
    private static func shuffled(_ count: Int) -> [Int] {
        var state: UInt64 = 7
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 40)
        }
    }

    static let orders: [(name: String, keys: [JSONValue])] = [
        ("none", []), ("one", [1]),
        ("ascending", (0..<300).map { .number(JSONNumber($0)) }),
        ("descending", (0..<300).reversed().map { .number(JSONNumber($0)) }),
        ("shuffled", shuffled(500).map { .number(JSONNumber($0)) }),
        ("equal ones", shuffled(500).map { .number(JSONNumber($0 % 5)) }),
        ("texts", shuffled(300).map { .string("the same beginning \($0 % 100)") }),
        (
            "of all kinds",
            shuffled(300).map { number -> JSONValue in
                switch number % 8 {
                case 0: .null
                case 1: .bool(number % 3 == 0)
                case 2: .number(JSONNumber(Double(number) / 7))
                case 3: .string(String(number % 50))
                case 4: .array([.number(JSONNumber(number % 4)), .string("x")])
                case 5: .object(["k\(number % 3)": .number(JSONNumber(number % 9))])
                case 6: .string("")
                default: .number(JSONNumber(-number))
                }
            }
        ),
    ]

    private static func record(_ number: Int) -> Record {
        var record = Record(["n": .number(JSONNumber(number)), "text": .string(String(repeating: "x", count: number % 90))])
        record.origin = Origin(source: "in.jsonl", item: number + 1)
        record.place = RecordPlace(number: number + 1)
        return record
    }

    @Test(
        "gives records in the order of their keys, equal ones as they came, however much fits in memory", arguments: orders,
        [1, 700, 9000, 64 << 20])
    func sorts(_ order: (name: String, keys: [JSONValue]), _ memoryBytes: Int) throws {
        for isDescending in [false, true] {
            var sorter = RecordSorter(isDescending: isDescending, memoryBytes: memoryBytes, in: RunContext())
            for (number, key) in order.keys.enumerated() { try sorter.append(Self.record(number), by: key) }
            #expect(sorter.count == order.keys.count)
            let expected = try order.keys.indices.sorted { a, b in
                let comparison = try JSONValue.jqOrder(order.keys[a], order.keys[b])
                return comparison == 0 ? a < b : (comparison < 0) != isDescending
            }
            var last: JSONValue?
            for number in expected {
                let sorted = try #require(try sorter.next())
                #expect(sorted.number == number)
                #expect(try sorted.isFirstOfKey == (last.map { try JSONValue.jqOrder($0, order.keys[number]) != 0 } ?? true))
                #expect(sorted.record.value.compactText == Self.record(number).value.compactText)
                #expect(sorted.record.origin.item == number + 1 && sorted.record.place.number == number + 1)
                last = order.keys[number]
            }
            #expect(try sorter.next() == nil)
            #expect(try sorter.next() == nil)
            let allSpill = memoryBytes == 1 ? order.keys.count : 0
            #expect(memoryBytes > 1 << 20 ? sorter.spilledCount == 0 : sorter.spilledCount >= allSpill)
        }
    }

    @Test("merges thousands of runs in passes") func passes() throws {
        let numbers = Self.shuffled(SpilledRuns.maxOpenRuns * SpilledRuns.maxOpenRuns + 200)
        var sorter = RecordSorter(memoryBytes: 1, in: RunContext())
        for (place, number) in numbers.enumerated() { try sorter.append(Self.record(place), by: .number(JSONNumber(number % 1000))) }
        let expected = numbers.indices.sorted {
            numbers[$0] % 1000 == numbers[$1] % 1000 ? $0 < $1 : numbers[$0] % 1000 < numbers[$1] % 1000
        }
        var found: [Int] = []
        while let sorted = try sorter.next() { found.append(sorted.number) }
        #expect(found == expected)
    }

    @Test("sorts records with equal keys by a second key, and marks the first record of each first key", arguments: [1, 64 << 20])
    func secondKeys(_ memoryBytes: Int) throws {
        var sorter = RecordSorter(memoryBytes: memoryBytes, in: RunContext())
        let keys: [(JSONValue, JSONValue)] = [("b", 2), ("a", "z"), ("b", 1), ("a", 3), ("b", 2), ("ab", 0)]
        for (number, (key, second)) in keys.enumerated() { try sorter.append(Self.record(number), by: key, then: second) }
        var found: [Int] = []
        var firsts: [Int] = []
        while let sorted = try sorter.next() {
            found.append(sorted.number)
            if sorted.isFirstOfKey { firsts.append(sorted.number) }
        }
        #expect(found == [3, 1, 5, 2, 0, 4])
        #expect(firsts == [3, 5, 2])
    }

    @Test("keeps a document a document", arguments: [1, 64 << 20]) func documents(_ memoryBytes: Int) throws {
        var record = Record(["a": ["html": "<p>a"], "b": "1 < 2", "c": "<b>c"])
        try record.setDocument(record.document(FieldPath("a.html")), in: FieldPath("a.html"))
        try record.setDocument(record.document("b"), in: "b")
        _ = try record.document("c")
        var sorter = RecordSorter(memoryBytes: memoryBytes, in: RunContext())
        try sorter.append(record, by: 1)
        let sorted = try #require(try sorter.next()).record
        #expect(sorted.value.compactText == #"{"a":{"html":"<p>a</p>"},"b":"1 &lt; 2","c":"<b>c"}"#)
        #expect(try sorted.knownField(at: FieldPath("a.html"))?.isAuthoritative == true)
        #expect(sorted.knownField(at: FieldPath(name: "b"))?.isAuthoritative == true)
        #expect(sorted.knownField(at: FieldPath(name: "c"))?.isAuthoritative != true)
    }

    @Test("goes on after a record whose key cannot be compared") func badKeys() throws {
        var sorter = RecordSorter(memoryBytes: 1 << 20, in: RunContext())
        try sorter.append(Self.record(0), by: "b")
        #expect(throws: JSONError.self) { try sorter.append(Self.record(1), by: JSONValue(parsing: #"["a",{"a":1,"a":2}]"#)) }
        #expect(throws: JSONError.self) { try sorter.append(Self.record(1), by: "a", then: JSONValue(parsing: #""\ud800""#)) }
        try sorter.append(Self.record(2), by: "a")
        #expect(sorter.count == 2)
        #expect(try sorter.next()?.record.origin.item == 3)
        #expect(try sorter.next()?.record.origin.item == 1)
        #expect(try sorter.next() == nil)
    }

    @Test("names the folder that cannot take its file") func folder() throws {
        var context = RunContext()
        context.ownTemporaryFolder = "/nowhere/at-all"
        var sorter = RecordSorter(memoryBytes: 1, in: context)
        let failure = #expect(throws: PipelineFailure.self) { try sorter.append(Self.record(0), by: 1) }
        #expect(failure?.message.contains("/nowhere/at-all") == true && failure?.message.contains("TMPDIR") == true)
        #expect(failure?.kind == .cannotCreate)
    }
}
