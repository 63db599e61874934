import JSONParsing
import Testing

@testable import HTTP
@testable import HTTPReading
@testable import SourcesLocal

@Suite("Cursors of items") struct CursorValueTests {
    private static func cursor(_ json: String) throws -> CursorValue? { try CursorValue(JSONValue(parsing: Array(json.utf8))) }

    private static func compare(_ one: String, _ other: String) throws -> Int {
        try #require(try cursor(one)).compared(to: #require(try cursor(other)))
    }

    static let orders: [(name: String, one: String, other: String, order: Int)] = [
        ("numbers as numbers", "9", "10", -1),
        ("numbers by their value", "1.0", "1", 0),
        ("numbers with all digits", "9007199254740993", "9007199254740992", 1),
        ("texts of digits as numbers", #""9""#, #""10""#, -1),
        ("texts of digits by their value", #""007""#, #""7""#, 0),
        ("texts of digits without a limit", #""99999999999999999999998""#, #""99999999999999999999999""#, -1),
        ("texts of digits and of others byte by byte if they are ids of one length", #""90""#, #""1a""#, 1),
        ("texts of digits with a fraction as numbers", #""999.5""#, #""1000.25""#, -1),
        ("fractions in texts digit by digit", #""1.10""#, #""1.9""#, -1),
        ("texts of digits with and without a fraction", #""1.0""#, #""01""#, 0),
        ("other texts byte by byte", #""9a""#, #""10a""#, 1),
        ("texts without normalisation", #""é""#, #""e\u0301""#, 1),
        ("times in one offset", #""2024-01-31T08:00:00Z""#, #""2024-01-31T08:00:01Z""#, -1),
        ("times in several offsets", #""2024-01-31T08:00:00+02:00""#, #""2024-01-31T07:00:00Z""#, -1),
        ("times that are equal in several offsets", #""2024-02-01T00:30:00+01:00""#, #""2024-01-31T23:30:00Z""#, 0),
        ("fractions of any length", #""2024-01-31T08:00:00.5Z""#, #""2024-01-31T08:00:00.45Z""#, 1),
        ("fractions with zeros at the end", #""2024-01-31T08:00:00.500Z""#, #""2024-01-31T08:00:00.5Z""#, 0),
        ("no fraction as zero", #""2024-01-31T08:00:00.000Z""#, #""2024-01-31T08:00:00Z""#, 0),
        ("offsets without a colon", #""2024-01-31T08:00:00.000+0000""#, #""2024-01-31T08:00:00Z""#, 0),
        ("a space in place of T", #""2024-01-31 08:00:00Z""#, #""2024-01-31T08:00:00Z""#, 0),
        ("times before 1970", #""1969-12-31T23:59:59Z""#, #""1970-01-01T00:00:00Z""#, -1),
        ("dates as their first second", #""2024-01-31""#, #""2024-01-31T00:00:00Z""#, 0),
        ("times without an offset as texts", #""2024-01-31T08:00:00""#, #""2024-01-31T09:00:00""#, -1),
    ]

    @Test("are compared", arguments: orders)
    func order(_ name: String, _ one: String, _ other: String, _ order: Int) throws {
        #expect(try Self.compare(one, other) == order, "\(name)")
        #expect(try Self.compare(other, one) == -order, "\(name)")
    }

    @Test(
        "of different kinds are an error that names both",
        arguments: [
            ("3", #""3""#, #"the number 3 cannot be compared with the text "3""#),
            (#""9""#, #""unknown""#, #"the text "9" cannot be compared with the text "unknown""#),
            (#""2024-01-31T08:00:00Z""#, "1706688000", #"the time "2024-01-31T08:00:00Z" cannot be compared with the number 1706688000"#),
            (
                #""2024-01-31T08:00:00Z""#, #""yesterday""#,
                #"the time "2024-01-31T08:00:00Z" cannot be compared with the text "yesterday""#
            ),
        ])
    func mixed(_ one: String, _ other: String, _ message: String) {
        let fault = #expect(throws: IncrementalFault.self) { try Self.compare(one, other) }
        #expect(fault?.description.hasPrefix(message) == true, "\(fault?.description ?? "")")
    }

    @Test("are missing, or cannot be used", arguments: ["null", #""""#]) func missing(_ json: String) throws {
        #expect(try Self.cursor(json) == nil)
    }

    @Test("are numbers or short texts", arguments: ["true", "[1]", "{}", "\"\(String(repeating: "a", count: 257))\""])
    func unusable(_ json: String) {
        #expect(throws: IncrementalFault.self) { try Self.cursor(json) }
    }

    @Test(
        "lie a lag earlier",
        arguments: [
            (#""2024-03-01T00:01:00.250+01:00""#, 120, #""2024-02-29T22:59:00.25Z""#), (#""2024-03-01""#, 1, #""2024-02-29""#),
            ("1700000000", 300, "1699999700"), ("1700000000.125", 300, "1699999700.125"), ("1700000000000", 300, "1699999700000"),
            (#""1582-10-15T00:00:01Z""#, 60, #""1582-10-15T00:00:00Z""#), (#""b""#, 0, #""b""#),
        ])
    func lag(_ json: String, _ seconds: Int, _ earlier: String) throws {
        #expect(try #require(try Self.cursor(json)).earlier(by: seconds).json.compactText == earlier)
    }

    @Test("have no lag if they are texts") func lagWithoutSeconds() throws {
        let text = try #require(try Self.cursor(#""v7""#))
        #expect(throws: IncrementalFault.lagWithoutSeconds(#"the text "v7""#)) { try text.earlier(by: 1) }
    }

    @Test(
        "are texts if a part of the time is wrong",
        arguments: [
            "2024-13-01T00:00:00Z", "2023-02-29T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:61Z",
            "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00Z ", "2024-1-1", "+024-01-01",
            "٢٠٢٤-01-01", "0000-01-01",
        ])
    func notTimes(_ text: String) { #expect(CursorTime(text) == nil) }
}
