import CivilCalendar
import Testing

@Suite("A date in ISO 8601") struct ISODateTests {
    @Test(
        "has its text for machines and for readers",
        arguments: [
            ("2026-05-01", "2026-05-01", "2026-05-01"), ("2026-05-01T10:00:00Z", "2026-05-01T10:00:00Z", "2026-05-01 10:00 UTC"),
            ("2026-05-01 10:00", "2026-05-01T10:00:00", "2026-05-01 10:00"),
            ("2026-05-01T10:00:00.5+02:00", "2026-05-01T10:00:00+02:00", "2026-05-01 10:00 +02:00"),
            ("2026-05-01t10:00:00,25 -0530", "2026-05-01T10:00:00-05:30", "2026-05-01 10:00 -05:30"),
            ("2026-05-01T10:00:00+00:00", "2026-05-01T10:00:00+00:00", "2026-05-01 10:00 +00:00"),
            ("2026-05-01T23:59:60Z", "2026-05-01T23:59:59Z", "2026-05-01 23:59 UTC"),
            ("2026-05-01T10:00+14", "2026-05-01T10:00:00+14:00", "2026-05-01 10:00 +14:00"),
        ])
    func texts(_ text: String, _ machine: String, _ shown: String) {
        let date = ISODate(text)
        #expect(date?.machine == machine)
        #expect(date?.text == shown)
    }

    @Test(
        "is strict if RFC 3339 allows it, but for seconds and the zone",
        arguments: [
            ("2026-05-01", true), ("2026-05-01T10:00", true), ("2026-05-01t10:00:00z", true), ("2026-05-01T10:00:00.123+01:00", true),
            ("2026-05-01 10:00:00Z", false), ("2026-05-01T10:00:00,5Z", false), ("2026-05-01T10:00:00 Z", false),
            ("2026-05-01T10:00:00+0100", false), ("2026-05-01T10:00:00+01", false), ("2026-05-01T10:00 ", false),
        ])
    func strictness(_ text: String, _ isStrict: Bool) { #expect(ISODate(text)?.isStrict == isStrict) }

    @Test(
        "has no other form",
        arguments: [
            "", "2026", "2026-05", "2026-5-1", "2026/05/01", "20260501", "2026-121", "2026-W05", "2026-W05-1", "+002026-05-01",
            "2026-02-29", "2026-13-01", "0000-01-01", "2026-05-01T", "2026-05-01T10", "2026-05-01T9:00", "2026-05-01T1000",
            "2026-05-01T24:00:00", "2026-05-01T10:60", "2026-05-01T10:00:61", "2026-05-01T10:00.5", "2026-05-01  10:00",
            "2026-05-01\t10:00", "2026-05-01 9:00 pm", "2026-05-01T10:00:00  Z", "2026-05-01T10:00:00Z ", "2026-05-01Z",
            "2026-05-01T10:00:00 UTC", "2026-05-01T10:00:00+01:00[Europe/Berlin]", "2026-05-01T10:00:00Z (x)", "2026-05-01T10:00:00+24:00",
            "2026-05-01T10:00:00+01:", "2026-05-01T10:00:00+01:00Z", " 2026-05-01", "٢٠٢٦-05-01",
        ])
    func refuses(_ text: String) { #expect(ISODate(text) == nil) }

    @Test("in UTC is the same moment, and its order is that of time") func order() throws {
        #expect(try #require(ISODate("2026-05-01T01:00:00.25+02:00")?.inUTC).machine == "2026-04-30T23:00:00Z")
        #expect(ISODate("0001-01-01T00:00:00+01:00")?.inUTC == nil)
        let texts = ["2026-05-01T00:00:00+01:00", "2026-05-01", "2026-05-01T00:00:00.1Z", "2026-05-01T00:00:00.11Z", "2026-05-01T00:01"]
        let orders = try texts.map { try #require(ISODate($0)).order }
        #expect(orders == orders.sorted() && Set(orders.map { "\($0)" }).count == texts.count)
    }

    @Test(
        "is read in many more forms for other readers",
        arguments: [
            ("2024-W05-3", 1_706_659_200), ("2024-031", 1_706_659_200), ("20240131", 1_706_659_200), ("2024/1/31", 1_706_659_200),
            ("20240131T120000Z", 1_706_702_400), ("2024-01-31 12:00 GMT+01:00", 1_706_698_800), ("2024-01-31T24:00:00", 1_706_745_600),
            ("2024-01-31 1 pm", nil), ("2024-01-31 1:00 p.m.", 1_706_706_000), ("2024-01-31T12:00:00Z[Etc/UTC] (a (b))", 1_706_702_400),
            ("2024-01-31T12.5Z", 1_706_704_200), ("2024-02-30", nil), ("2024-W53", nil), ("2024-01-31T12:00:60Z", nil),
        ] as [(String, Int?)])
    func others(_ text: String, _ seconds: Int?) {
        #expect((try? ISODateReader.fields(Array(text.utf8))?.moment())?.seconds == seconds)
    }
}

@Suite("A scanner of dates") struct DateScannerTests {
    @Test("reads numbers with their digits, and nothing if there are fewer") func numbers() {
        var scanner = DateScanner(Array("2024-1x".utf8))
        let (year, mark, hyphen) = (scanner.number(4), scanner.skip("T"), scanner.skipAny(of: "/-"))
        let (month, rest, word) = (scanner.number(2), scanner.digits(), scanner.word())
        #expect(year == 2024)
        #expect(!mark)
        #expect(hyphen == UInt8(ascii: "-"))
        #expect(month == nil)
        #expect(rest == "1")
        #expect(word == "x")
        #expect(scanner.isAtEnd)
    }

    @Test(
        "reads distances to UTC in seconds",
        arguments: [
            ("+01:00", 3600), ("-0530", -19_800), ("+14", 50_400), ("+24:00", nil), ("+01:60", nil), ("", nil), ("1", nil), ("+01:0", nil),
            ("+1", nil),
        ] as [(String, Int?)])
    func offsets(_ text: String, _ seconds: Int?) {
        var scanner = DateScanner(Array(text.utf8))
        let found = scanner.offset()
        #expect(found == seconds)
        #expect(scanner.isAtEnd == (seconds != nil || text.isEmpty))
    }
}
