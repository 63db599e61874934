import TestSupport
import Testing

@testable import MailParsing

@Suite("Addresses and dates of mail") struct MailAddressTests {
    struct AddressExample: CustomTestStringConvertible {
        let name: String
        let header: String
        let texts: [String]
        var testDescription: String { name }
    }

    private static let addresses = [
        AddressExample(name: "RFC 5322 3.4: an address", header: "ann@example.org", texts: ["ann@example.org"]),
        AddressExample(name: "RFC 5322 3.4: a name", header: "Ann Lund <ann@example.org>", texts: ["Ann Lund <ann@example.org>"]),
        AddressExample(
            name: "RFC 5322 A.1.2: a list", header: "Mary Smith <mary@x.test>, jdoe@example.org, Who? <one@y.test>",
            texts: ["Mary Smith <mary@x.test>", "jdoe@example.org", "Who? <one@y.test>"]),
        AddressExample(
            name: "RFC 5322 A.1.2: quotes", header: #"<boss@nil.test>, "Giant; \"Big\" Box" <sysservices@example.net>"#,
            texts: ["boss@nil.test", "Giant; \"Big\" Box <sysservices@example.net>"]),
        AddressExample(
            name: "RFC 5322 A.1.3: groups", header: "A Group:Ed Jones <c@a.test>,joe@where.test,John <jdoe@one.test>;",
            texts: ["Ed Jones <c@a.test>", "joe@where.test", "John <jdoe@one.test>"]),
        AddressExample(name: "RFC 5322 A.1.3: an empty group", header: "Undisclosed recipients:;", texts: []),
        AddressExample(
            name: "RFC 5322 A.5: comments", header: #"Pete(A nice \) chap) <pete(his account)@silly.test(his host)>"#,
            texts: ["Pete <pete@silly.test>"]),
        AddressExample(
            name: "RFC 5322 A.6.1: spaces, and names with dots", header: "Joe Q. Public <john . q . public @ example . com>",
            texts: ["Joe Q. Public <john.q.public@example.com>"]),
        AddressExample(
            name: "RFC 5322 4.4: a route", header: "Mary <@node.test,@second.test:mary@example.net>, , jdoe@test  . example",
            texts: ["Mary <mary@example.net>", "jdoe@test.example"]),
        AddressExample(name: "a group, then an address", header: "Friends: a@x.test; b@x.test", texts: ["a@x.test", "b@x.test"]),
        AddressExample(name: "a comment that is the name", header: "ann@example.org (Ann Lund)", texts: ["Ann Lund <ann@example.org>"]),
        AddressExample(name: "an encoded name", header: "=?utf-8?q?Mira_L=C3=BCnd?= <m@x.test>", texts: ["Mira Lünd <m@x.test>"]),
        AddressExample(name: "an encoded name in quotes", header: "\"=?utf-8?q?L=C3=BCnd?=\" <m@x.test>", texts: ["Lünd <m@x.test>"]),
        AddressExample(
            name: "a comma in an encoded name", header: "=?utf-8?q?L=C3=BCnd,_Mira?= <m@x.test>, b@x.test",
            texts: ["Lünd, Mira <m@x.test>", "b@x.test"]),
        AddressExample(name: "a comma without quotes", header: "Lund, Ann <ann@example.org>", texts: ["Lund, Ann <ann@example.org>"]),
        AddressExample(name: "RFC 6532: UTF-8", header: "Bjørn <bjørn@exämple.org>", texts: ["Bjørn <bjørn@exämple.org>"]),
        AddressExample(
            name: "a name alone that holds an address", header: "=?utf-8?q?ann=40example=2Eorg?=", texts: [#""ann@example.org""#]),
        AddressExample(
            name: "a name that holds another address", header: "=?utf-8?b?PGFubkBleGFtcGxlLm9yZz4=?= <eve@evil.test>",
            texts: ["<ann@example.org> <eve@evil.test>"]),
        AddressExample(name: "a quoted local part", header: #"Ann <"ann lund"@example.org>"#, texts: [#"Ann <"ann lund"@example.org>"#]),
        AddressExample(name: "a quoted local part alone", header: #""ann, lund"@example.org"#, texts: [#""ann, lund"@example.org"#]),
        AddressExample(name: "a host as a number", header: "ann@[192.0.2.1]", texts: ["ann@[192.0.2.1]"]),
        AddressExample(name: "no brackets", header: "Ann Lund ann@example.org", texts: ["Ann Lund <ann@example.org>"]),
        AddressExample(name: "no end", header: "Ann <ann@example.org", texts: ["Ann <ann@example.org>"]),
        AddressExample(name: "brackets twice", header: "<Ann <ann@example.org>>", texts: ["Ann <ann@example.org>"]),
        AddressExample(name: "a name alone", header: "MAILER-DAEMON", texts: ["MAILER-DAEMON"]),
        AddressExample(name: "a name that is the address", header: "\"a@x.test\" <a@x.test>", texts: ["a@x.test"]),
        AddressExample(
            name: "a quotation mark without its partner", header: #""Ann <ann@x.test>, b@x.test"#,
            texts: ["Ann <ann@x.test>", "b@x.test"]),
        AddressExample(
            name: "a quotation mark inside of a name", header: #"Ann 5" Lund <ann@x.test>, b@x.test"#,
            texts: [#"Ann 5" Lund <ann@x.test>"#, "b@x.test"]),
        AddressExample(
            name: "a quotation mark without its partner in brackets", header: #"Ann <"ann@x.test>, b@x.test"#,
            texts: [#"Ann <"ann@x.test>"#, "b@x.test"]),
        AddressExample(name: "a comment without its end", header: "Ann :( (Lund) <ann@x.test>", texts: ["( <ann@x.test>"]),
        AddressExample(name: "nothing", header: " ,, ", texts: []),
    ]

    @Test("read addresses", arguments: addresses) func readsAddresses(_ example: AddressExample) {
        #expect(MailAddress.list(Array(example.header.utf8)).map(\.text) == example.texts)
    }

    @Test(
        "read long headers in time that grows with them", .startsOnIdlePool, .timeLimit(.minutes(1)),
        arguments: [#"\("#, ":", "\"\\", "<\\("]) func readsLongHeaders(_ piece: String)
    {
        let header = Array(("a@" + String(repeating: piece, count: 150_000)).utf8)
        #expect(!MailAddress.list(header).isEmpty)
        #expect(MailDate(header) == nil)
        #expect(message(Array("Content-Disposition: attachment; ".utf8) + header).attachments.count == 1)
    }

    @Test("name the group of an address") func namesGroups() {
        let list = MailAddress.list(Array("The Crew: a@x.test; b@x.test".utf8))
        #expect(list.map(\.group) == ["The Crew", nil])
    }

    struct DateExample: CustomTestStringConvertible {
        let name: String
        let header: String
        let text: String?
        var testDescription: String { name }
    }

    private static let dates = [
        DateExample(name: "RFC 5322 3.3", header: "Fri, 21 Nov 1997 09:55:06 -0600", text: "1997-11-21T09:55:06-06:00"),
        DateExample(name: "no weekday", header: "3 May 2026 10:00:00 +0200", text: "2026-05-03T10:00:00+02:00"),
        DateExample(name: "no seconds", header: "Sun, 3 May 2026 10:00 +0200", text: "2026-05-03T10:00:00+02:00"),
        DateExample(name: "UTC, and no place", header: "Sun, 3 May 2026 10:00:00 -0000", text: "2026-05-03T10:00:00Z"),
        DateExample(name: "UTC", header: "Sun, 3 May 2026 10:00:00 +0000", text: "2026-05-03T10:00:00+00:00"),
        DateExample(name: "RFC 5322 A.6.2: an obsolete date", header: "21 Nov 97 09:55:06 GMT", text: "1997-11-21T09:55:06+00:00"),
        DateExample(name: "RFC 5322 4.3: years of two digits", header: "1 Jan 49 00:00:00 UT", text: "2049-01-01T00:00:00+00:00"),
        DateExample(name: "RFC 5322 4.3: years of three digits", header: "1 Jan 103 00:00:00 Z", text: "2003-01-01T00:00:00+00:00"),
        DateExample(name: "RFC 5322 4.3: EDT", header: "Sun, 3 May 2026 10:00:00 EDT", text: "2026-05-03T10:00:00-04:00"),
        DateExample(name: "RFC 5322 4.3: military", header: "Sun, 3 May 2026 10:00:00 A", text: "2026-05-03T10:00:00Z"),
        DateExample(
            name: "RFC 5322 A.5: comments", header: "Thu,\t13 (a) Feb 1969 23:32 -0330 (Newfoundland Time)",
            text: "1969-02-13T23:32:00-03:30"),
        DateExample(name: "of the C library", header: "Sun May  3 10:00:00 2026", text: "2026-05-03T10:00:00"),
        DateExample(name: "of the C library with a zone", header: "Sun May 3 10:00:00 CEST 2026", text: "2026-05-03T10:00:00+02:00"),
        DateExample(name: "hyphens", header: "Sun, 03-May-2026 10:00:00 GMT", text: "2026-05-03T10:00:00+00:00"),
        DateExample(name: "ISO 8601", header: "2026-05-03T10:00:00+02:00", text: "2026-05-03T10:00:00+02:00"),
        DateExample(name: "a zone with a colon", header: "Sun, 3 May 2026 10:00:00 +05:30", text: "2026-05-03T10:00:00+05:30"),
        DateExample(name: "a zone and its name", header: "Sun, 3 May 2026 10:00:00 +0200 CEST", text: "2026-05-03T10:00:00+02:00"),
        DateExample(name: "a half of the day", header: "Sun, 3 May 2026 3:00:00 PM +0200", text: "2026-05-03T15:00:00+02:00"),
        DateExample(name: "a leap second", header: "Sat, 31 Dec 2016 23:59:60 +0000", text: "2016-12-31T23:59:59+00:00"),
        DateExample(name: "a month in full", header: "Sunday, 3 August 2026 10:00:00 +0200", text: "2026-08-03T10:00:00+02:00"),
        DateExample(name: "no day", header: "May 2026 10:00:00 +0200", text: nil),
        DateExample(name: "no time", header: "Sun, 3 May 2026", text: nil),
        DateExample(name: "no such day", header: "Mon, 30 Feb 2026 10:00:00 +0000", text: nil),
        DateExample(name: "no such hour", header: "Sun, 3 May 2026 25:00:00 +0000", text: nil),
        DateExample(name: "no date", header: "yesterday", text: nil),
        DateExample(name: "nothing", header: "", text: nil),
    ]

    @Test("read dates with their zone", arguments: dates) func readsDates(_ example: DateExample) {
        #expect(MailDate(Array(example.header.utf8))?.text == example.text)
    }
}
