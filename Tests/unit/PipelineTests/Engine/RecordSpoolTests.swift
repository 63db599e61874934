import JSONParsing
import TestSupport
import Testing
@testable import Pipeline

@Suite("A spool of records") struct RecordSpoolTests {
    private static func records() throws -> [Record] {
        var records: [Record] = []
        for (index, text) in [
            "{}", "7", #"{"a": [ 1.0, "\u00e4" ], "b": null}"#, #""""#, #"{"a":1,"a":2}"#,
            #"{"x":"\#(String(repeating: "y", count: 300_000))"}"#,
        ]
        .enumerated() {
            var record = Record(try JSONValue(parsing: Array(text.utf8), limits: .standard, lastKeyWins: index == 4))
            record.origin = Origin(
                source: index % 2 == 0 ? "" : "bücher.mbox", page: index == 1 ? 2 : nil, item: index, line: index == 2 ? 0 : nil,
                element: index == 3 ? 7 : nil)
            record.place = RecordPlace(number: index, branch: Array(0..<index))
            records.append(record)
        }
        records[3].origin.base = try BaseAddress("https://x.example/")
        return records
    }

    @Test("gives back what it got, in any order, from memory and from a file", arguments: [0, 1, 3, 100])
    func keeps(_ maxRecords: Int) throws {
        let records = try Self.records()
        var spool = RecordSpool(holding: maxRecords, in: RunContext())
        for record in records { try spool.append(record) }
        #expect(spool.count == records.count)
        #expect(spool.spilledCount == max(0, records.count - maxRecords))
        for index in [5, 0, 2, 4, 1, 3, 3, 5] {
            let record = try spool.record(at: index)
            #expect(record.value.compactText == records[index].value.compactText)
            #expect(record.origin == records[index].origin)
            #expect(record.place == records[index].place)
            #expect(spool.bytes(ofRecord: index) >= record.value.compactText.utf8.count)
        }
        // Of equal keys, the last one counts where the source says so.
        #expect(try spool.record(at: 4).get("a")?.number?.text == "2")
        // A record can follow after others were read.
        try spool.append(Record("last"))
        #expect(try spool.record(at: 6).value.string == "last")
    }

    @Test("keeps a document as its text", arguments: [0, 1]) func documents(_ maxRecords: Int) throws {
        var record = Record(["html": "<p>a"])
        try record.setDocument(try record.document("html"), in: "html")
        var spool = RecordSpool(holding: maxRecords, in: RunContext())
        try spool.append(record)
        #expect(try spool.record(at: 0).value.compactText == #"{"html":"<p>a</p>"}"#)
    }

    @Test("moves to a file when the records in memory are large") func bytes() throws {
        let record = Record(.object(["x": .string(String(repeating: "y", count: 1 << 20))]))
        var spool = RecordSpool(holding: .max, in: RunContext())
        for _ in 0..<70 { try spool.append(record) }
        #expect(spool.spilledCount > 0 && spool.spilledCount < 70)
    }
}
