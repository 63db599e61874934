import TestSupport
import Testing

@testable import Site

@Suite("The date of an article") struct SiteDateTests {
    @Test(
        "is a day, or a moment in UTC",
        arguments: [
            ("2024-01-31", "2024-01-31", "2024-01-31T00:00:00Z"), ("2024-02-29", "2024-02-29", "2024-02-29T00:00:00Z"),
            ("2024-01-31T12:00:00Z", "2024-01-31T12:00:00Z", "2024-01-31T12:00:00Z"),
            ("2024-01-31t12:00z", "2024-01-31T12:00:00Z", "2024-01-31T12:00:00Z"),
            ("2024-01-31T12:00:00.123456+01:00", "2024-01-31T11:00:00Z", "2024-01-31T11:00:00Z"),
            ("2024-01-01T00:30:00+01:00", "2023-12-31T23:30:00Z", "2023-12-31T23:30:00Z"),
            ("2024-02-29T23:00:00-05:30", "2024-03-01T04:30:00Z", "2024-03-01T04:30:00Z"),
            ("2023-12-31T23:59:60-00:30", "2024-01-01T00:29:59Z", "2024-01-01T00:29:59Z"),
        ])
    func reads(_ text: String, _ shown: String, _ moment: String) throws {
        let date = try #require(SiteDate(text))
        #expect(date.text == shown)
        #expect(date.moment == moment)
    }

    @Test(
        "has no other form",
        arguments: [
            "", "2024", "2024-01", "2024-1-31", "2024-02-30", "2023-02-29", "1900-02-29", "0000-01-01", "2024-13-01", "31.01.2024",
            "2024-01-31T12:00:00", "2024-01-31T12:00:00+1:00", "2024-01-31 12:00:00Z", "2024-01-31T24:00:00Z", "2024-01-31T12:00:61Z",
            "2024-01-31T12:00:00.Z", "2024-01-31T12:00:00Z ", " 2024-01-31", "0001-01-01T00:00:00+01:00", "9999-12-31T23:00:00-01:00",
            "1706702400", "Wed, 31 Jan 2024 12:00:00 GMT", "2024-01-31T12:00:00+24:00", "２０２４-01-31",
        ])
    func refuses(_ text: String) { #expect(SiteDate(text) == nil) }

    @Test(
        "is described with what is missing",
        arguments: [
            ("2024-01-31T12:00:00", "\"2024-01-31T12:00:00\", a time without its zone"),
            ("2024-01-31 12:00", "\"2024-01-31 12:00\", a time without its zone"), ("31.01.2024", "\"31.01.2024\""),
            ("2024-02-30T12:00:00", "\"2024-02-30T12:00:00\""),
        ])
    func fault(_ text: String, _ found: String) {
        let wanted = "expected a date such as \"2024-01-31\" or \"2024-01-31T12:00:00+01:00\", found "
        #expect(
            SiteDate.fault(of: text) == wanted + found
                + "; the jq function to_iso reads many other forms, and takes a time without a zone as UTC")
    }
}
