import JSONParsing
import JSONQuery
import Testing

@Suite("Spellings of dates") struct DateSpellingTests {
    /// A spelling as JSON, and the moment; nil if it is none.
    struct Example: Sendable, CustomTestStringConvertible {
        let spelling: String
        let moment: String?
        var testDescription: String { spelling }

        init(_ spelling: String, _ moment: String?) {
            self.spelling = spelling
            self.moment = moment
        }
    }

    static let noon = "2024-01-31T12:00:00Z"

    static let iso: [Example] = [
        .init(#""2024-01-31T12:00:00Z""#, noon), .init(#""2024-01-31t12:00:00z""#, noon), .init(#""2024-01-31T13:00:00+01:00""#, noon),
        .init(#""2024-01-31T07:00:00-05:00""#, noon), .init(#""2024-01-31T13:00:00+0100""#, noon),
        .init(#""2024-01-31T13:00:00+01""#, noon),
        .init(#""2024-01-31T12:00:00""#, noon), .init(#""2024-01-31T12:00""#, noon), .init(#""2024-01-31T12:00Z""#, noon),
        .init(#""2024-01-31T12""#, noon), .init(#""20240131T120000Z""#, noon), .init(#""20240131T1200Z""#, noon),
        .init(#""20240131120000""#, noon), .init(#""2024-01-31T12:00:00.000Z""#, noon), .init(#""2024-01-31T12:00:00,000Z""#, noon),
        .init(#""2024-01-31T12:00:00.250Z""#, "2024-01-31T12:00:00.25Z"),
        .init(#""2024-01-31T12:00:00.1234567891Z""#, "2024-01-31T12:00:00.123456789Z"),
        .init(#""2024-01-31T11:59.5Z""#, "2024-01-31T11:59:30Z"), .init(#""2024-01-31T11,5Z""#, "2024-01-31T11:30:00Z"),
        .init(#""2024-01-31""#, "2024-01-31T00:00:00Z"), .init(#""20240131""#, "2024-01-31T00:00:00Z"),
        .init(#""2024-01-31Z""#, "2024-01-31T00:00:00Z"), .init(#""2024-01-31+01:00""#, "2024-01-30T23:00:00Z"),
        .init(#""2024-01""#, "2024-01-01T00:00:00Z"), .init(#""2024""#, "2024-01-01T00:00:00Z"),
        .init(#""2024-W05-3""#, "2024-01-31T00:00:00Z"), .init(#""2024W053""#, "2024-01-31T00:00:00Z"),
        .init(#""2024-W05""#, "2024-01-29T00:00:00Z"), .init(#""2024W05T12Z""#, "2024-01-29T12:00:00Z"),
        .init(#""2020-W53-7""#, "2021-01-03T00:00:00Z"), .init(#""2024-W05-3T13:00:00+01:00""#, noon),
        .init(#""2024-031""#, "2024-01-31T00:00:00Z"), .init(#""2024031""#, "2024-01-31T00:00:00Z"),
        .init(#""2024-366T12:00Z""#, "2024-12-31T12:00:00Z"), .init(#""2024-01-31T24:00:00Z""#, "2024-02-01T00:00:00Z"),
        .init(#""2016-12-31T23:59:60Z""#, "2017-01-01T00:00:00Z"), .init(#""2017-01-01T00:59:60+01:00""#, "2017-01-01T00:00:00Z"),
        .init(#""+002024-01-31T12:00:00Z""#, noon), .init(#""2024-01-31T13:00:00+01:00[Europe/Berlin]""#, noon),
        .init(#""1969-12-31T23:59:59.5Z""#, "1969-12-31T23:59:59.5Z"), .init(#""0001-01-01T00:00:00Z""#, "0001-01-01T00:00:00Z"),
        .init(#"" 2024-01-31T12:00:00Z\n""#, noon),
    ]

    static let others: [Example] = [
        .init(#""2024-01-31 12:00:00""#, noon), .init(#""2024-01-31 12:00:00.0000000""#, noon), .init(#""2024-01-31 13:00:00+01""#, noon),
        .init(#""2024-01-31 13:00:00 +0100""#, noon), .init(#""2024-01-31 12:00:00 UTC""#, noon),
        .init(#""2024-01-31 12:00:00 +0000 UTC""#, noon), .init(#""2024-01-31 07:00 EST""#, noon),
        .init(#""2024/01/31 12:00:00""#, noon), .init(#""2024-1-31 12:00 PM""#, noon), .init(#""2024.01.31""#, "2024-01-31T00:00:00Z"),
        // Mail and HTTP
        .init(#""Wed, 31 Jan 2024 12:00:00 +0000""#, noon), .init(#""Wed, 31 Jan 2024 12:00:00 GMT""#, noon),
        .init(#""31 Jan 2024 13:00 +0100""#, noon), .init(#""Wed, 31 Jan 24 12:00:00 UT""#, noon),
        .init(#""Wed, 31 Jan 2024 07:00:00 EST""#, noon), .init(#""Wed, 31 Jan 2024 04:00:00 PST""#, noon),
        .init(#""Wed, 31 Jan 2024 12:00:00 A""#, noon), .init(#""Wed, 31 Jan 2024 13:00:00 +0100 (CET (Berlin))""#, noon),
        .init(#""Wed (mid\\)week) , 31 (last) Jan 2024 12 (x):00""#, nil), .init(#""(sent) Wed, 31 Jan 2024 12:00:00 -0000""#, noon),
        .init(#""Wednesday, 31-Jan-24 12:00:00 GMT""#, noon), .init(#""Wed Jan 31 12:00:00 2024""#, noon),
        .init(#""Wed Jan 31 13:00:00 CET 2024""#, noon), .init(#""Thu Jan  4 12:00:00 2024""#, "2024-01-04T12:00:00Z"),
        .init(#""Wed, 31 Jan 99 12:00:00 GMT""#, "1999-01-31T12:00:00Z"), .init(#""31 Jan 124 12:00:00 GMT""#, noon),
        .init(#""Wed Jan 31 2024 13:00:00 GMT+0100 (Central European Standard Time)""#, noon),
        .init(#""Wed, 31 Jan 2024 7:00:00 -0500""#, noon), .init(#""WED, 31 JAN 2024 12:00:00 GMT""#, noon),
        // English
        .init(#""Jan 31, 2024""#, "2024-01-31T00:00:00Z"), .init(#""January 31st, 2024 at 12:00 PM""#, noon),
        .init(#""31 January 2024 12:00""#, noon), .init(#""Sept. 3, 2024 12:30 a.m.""#, "2024-09-03T00:30:00Z"),
        .init(#""3rd of May 2024, 2 pm""#, "2024-05-03T14:00:00Z"), .init(#""2024 Jan 31 12:00""#, noon),
        .init(#""31-Jan-2024""#, "2024-01-31T00:00:00Z"),
        // Since 1970
        .init("1706702400", noon), .init("1706702400000", noon), .init("1706702400.25", "2024-01-31T12:00:00.25Z"),
        .init("1706702400250", "2024-01-31T12:00:00.25Z"), .init("0", "1970-01-01T00:00:00Z"), .init("-1", "1969-12-31T23:59:59Z"),
        .init("1e9", "2001-09-09T01:46:40Z"), .init(#""1706702400""#, noon), .init(#""1706702400000""#, noon),
        .init(#""1706702400.123456789""#, "2024-01-31T12:00:00.123456789Z"),
    ]

    static let wrong: [Example] = [
        #""""#, #""yesterday""#, #""2024-02-30""#, #""2023-02-29""#, #""2024-13-01""#, #""2024-00-10""#, #""2024-01-00""#,
        #""2024-01-31T25:00:00Z""#, #""2024-01-31T24:00:01Z""#, #""2024-01-31T12:60:00Z""#, #""2024-01-31T12:00:61Z""#,
        #""2024-01-31T12:00:60Z""#, #""2024-01-31T12:00:00+24:00""#, #""2024-01-31T12:00:00+01:60""#, #""2024-01-31T12:00:00Zulu""#,
        #""2024-01-31T 12:00""#, #""2024-01-31T12:00:00.Z""#, #""2024-01-31 13:00 PM""#, #""2024-366-1""#, #""2023-366""#, #""2024-000""#,
        #""2023-W53-1""#, #""2024-W05-8""#, #""2024-W00-1""#, #""01/02/2024""#, #""31.12.2024""#, #""1/2/24 10:00""#, #""01-02-2024""#,
        #""Jan 31 24""#, #""31 Feb 2024 12:00:00 GMT""#, #""Wed, 31 Jan 2024 12:00:00 XYZ""#, #""Wed Wed 31 Jan 2024""#, #""Jan 2024""#,
        #""Wed, 30 Nov -0001 00:00:00 +0000""#, #""Nov 30 -2001""#,
        #""31 Jan""#, #""Jan Feb 2024""#, #""202401""#, #""12""#, #""1e9""#, #""(open 31 Jan 2024""#, #""２０２４-01-31""#,
        #""2024-01-31\u0000""#,
        "1e300", "-1e15", "999999999999999", #""+012024-01-31T12:00:00Z""#, "null", "true", "[2024,0,31,12,0,0,3,30]", "nan",
    ].map { .init($0, nil) }

    @Test("become ISO 8601 in UTC, or an error", arguments: iso + others + wrong) func reads(_ example: Example) throws {
        let value = example.spelling == "nan" ? JSONValue.number(JSONNumber(Double.nan)) : try JSONValue(parsing: example.spelling)
        let found = try Query("try to_iso catch null").first(value)
        #expect(found?.string == example.moment)
        if let moment = example.moment { #expect(try Query("to_iso").first(.string(moment))?.string == moment) }
    }

    static let messages: [QueryExample] = [
        .init("no such day", #""2024-02-30" | to_iso"#, fails: #"string ("2024-02-30") is no date: there is no such day"#),
        .init("no such time", #""2024-02-01T25:00Z" | to_iso"#, fails: #"string ("2024-02-01T25:00Z") is no date: there is no such time"#),
        .init(
            "an ambiguous date", #""01/02/2024" | to_iso"#,
            fails: #"string ("01/02/2024") is no date: the order of day, month and year is unknown; write the year first, as in 2024-01-31"#
        ),
        .init("another text", #""soon" | to_iso"#, fails: #"string ("soon") is no date that to_iso reads"#),
        .init("null", "to_iso", fails: "to_iso input must be a string or a number, not null (null)"),
        .init("a moment too far away", "1e300 | to_iso", fails: "number (1E+300) is no date: its year has not four digits"),
    ]

    @Test("that fail say why", arguments: messages) func fails(_ example: QueryExample) throws { try example.check() }

    static let seconds: [QueryExample] = [
        .init("as in jq", #""2015-03-05T23:51:47Z" | fromdate, fromdateiso8601"#, gives: ["1425599507", "1425599507"]),
        .init("fractions", #""2015-03-05T23:51:47.25Z" | fromdate"#, gives: "1425599507.25"),
        .init("offsets", #""2015-03-06T00:51:47+01:00" | fromdate"#, gives: "1425599507"),
        .init("what to_iso gives", #""Thu, 5 Mar 2015 23:51:47 GMT" | to_iso | fromdate"#, gives: "1425599507"),
        .init("a date alone", #""2015-03-05" | fromdate"#, fails: #"date "2015-03-05" does not match format "%Y-%m-%dT%H:%M:%SZ""#),
        .init("a number", "1 | fromdate", fails: "strptime/1 requires string inputs and arguments"),
    ]

    @Test("are seconds by fromdate, also with fractions and offsets", arguments: seconds) func givesSeconds(_ example: QueryExample) throws
    {
        try example.check()
    }
}
