import Checksums
import TestSupport
import Testing

@testable import MailParsing

@Suite("The structure of mail") struct MIMEStructureTests {
    struct Example: CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        var html: String?
        var text: String?
        /// Name, type and content of each attachment.
        var attachments: [String] = []
        var problems: [String] = []
        var testDescription: String { name }
    }

    private static let plain = "Content-Type: text/plain; charset=utf-8"
    private static let page = "Content-Type: text/html; charset=utf-8"
    private static func multipart(_ subtype: String, _ boundary: String = "b") -> String {
        "Content-Type: multipart/\(subtype); boundary=\"\(boundary)\""
    }

    private static let unfinished = "a multipart ends without its last boundary"

    private static let examples = [
        Example(name: "RFC 5322 2.1: no header", bytes: mail("", "Hello"), text: "Hello"),
        Example(name: "RFC 5322 2.1: no content", bytes: mail("Subject: a", "", ""), text: ""),
        Example(name: "nothing at all", bytes: [], text: ""),
        Example(name: "a byte order mark alone", bytes: [0xEF, 0xBB, 0xBF], text: ""),
        Example(name: "a byte order mark", bytes: [0xEF, 0xBB, 0xBF] + mail("Subject: a", "", "Hello"), text: "Hello"),
        Example(name: "RFC 2045 5.2: no type", bytes: mail("Subject: a", "", "Grüße", ""), text: "Grüße\n"),
        Example(name: "a type that is none", bytes: mail("Content-Type: text", "", "Hello"), text: "Hello"),
        Example(
            name: "RFC 2046 5.1: preamble, two parts, epilogue",
            bytes: mail(multipart("mixed"), "", "before", "--b", "", "one", "--b", plain, "", "two", "", "--b--", "behind"),
            text: "one\ntwo\n"),
        Example(
            name: "RFC 2046 5.1.4: an alternative",
            bytes: mail(multipart("alternative"), "", "--b", plain, "", "text", "--b", page, "", "<p>page</p>", "--b--"),
            html: "<p>page</p>",
            text: "text"),
        Example(
            name: "an alternative whose page is empty",
            bytes: mail(
                multipart("alternative"), "", "--b", plain, "", "text", "--b", page, "",
                "<html><head><style>p { color: red }</style></head><!-- a > b --><body><div title=\">\">&nbsp;<br></div></body></html>",
                "--b--"),
            text: "text", problems: ["the HTML of the message shows nothing; its plain text is the body"]),
        Example(
            name: "an alternative whose page has no bytes",
            bytes: mail(multipart("alternative"), "", "--b", plain, "", "text", "--b", page, "", "", "--b--"),
            text: "text", problems: ["the HTML of the message shows nothing; its plain text is the body"]),
        Example(
            name: "an alternative whose page has a picture alone",
            bytes: mail(multipart("alternative"), "", "--b", plain, "", "text", "--b", page, "", "<p><img src=a.png></p>", "--b--"),
            html: "<p><img src=a.png></p>", text: "text"),
        Example(
            name: "an alternative of which both are empty",
            bytes: mail(multipart("alternative"), "", "--b", plain, "", " ", "--b", page, "", "<p></p>", "--b--"),
            html: "<p></p>", text: " "),
        Example(
            name: "a date that no calendar has", bytes: mail("Date: Sun, 31 Feb 2026 10:00:00 +0200", "", "one"), text: "one",
            problems: ["the date \"Sun, 31 Feb 2026 10:00:00 +0200\" cannot be read"]),
        Example(
            name: "a date of other words", bytes: mail("Date: heute", "", "one"), text: "one",
            problems: ["the date \"heute\" cannot be read"]),
        Example(name: "a date in another form", bytes: mail("Date: 3 May 26 10:00 PST", "", "one"), text: "one"),
        Example(name: "a date without a value", bytes: mail("Date:", "", "one"), text: "one"),
        Example(
            name: "an alternative with a calendar",
            bytes: mail(
                multipart("alternative"), "", "--b", plain, "", "text", "--b", "Content-Type: text/calendar; method=REQUEST", "",
                "BEGIN:VCALENDAR", "--b--"), text: "text", attachments: ["invite.ics text/calendar BEGIN:VCALENDAR"]),
        Example(
            name: "a calendar alone", bytes: mail("Content-Type: text/calendar", "", "BEGIN:VCALENDAR"), text: "BEGIN:VCALENDAR",
            attachments: ["invite.ics text/calendar BEGIN:VCALENDAR"]),
        Example(
            name: "an image inside of HTML",
            bytes: mail(
                multipart("related"), "", "--b", page, "", "<img src=cid:i>", "--b", "Content-Type: image/png; name=i.png",
                "Content-ID: <i>", "Content-Transfer-Encoding: base64", "", "iVBO", "--b--"), html: "<img src=cid:i>",
            attachments: ["i.png image/png (\u{89}PO) cid i inline"]),
        Example(
            name: "HTML, then text that a list adds",
            bytes: mail(multipart("mixed"), "", "--b", page, "", "<p>page</p>", "--b", plain, "", "a < b", "--b--"),
            html: "<p>page</p>\n<div style=\"white-space: pre-wrap\">a &lt; b</div>"),
        Example(
            name: "a text file",
            bytes: mail(
                multipart("mixed"), "", "--b", plain, "", "see file", "--b", "Content-Type: text/plain; name=a.txt",
                "Content-Disposition: attachment; filename=b.txt", "", "content", "--b--"), text: "see file",
            attachments: ["b.txt text/plain content"]),
        Example(
            name: "an image between texts",
            bytes: mail(multipart("mixed"), "", "--b", "", "one", "--b", "Content-Type: image/gif", "", "GIF", "--b", "", "two", "--b--"),
            text: "one\ntwo", attachments: ["- image/gif GIF inline"]),
        Example(
            name: "RFC 2046 5.2.1: an embedded message is named by its subject",
            bytes: mail(
                multipart("mixed"), "", "--b", "", "see below", "--b", "Content-Type: message/rfc822", "",
                "Subject: =?utf-8?q?L=C3=A4mpe?=", "",
                "inner", "--b--"), text: "see below",
            attachments: ["Lämpe message/rfc822 Subject: =?utf-8?q?L=C3=A4mpe?=|| ||inner"]),
        Example(
            name: "RFC 2046 5.1.5: a digest",
            bytes: mail(multipart("digest"), "", "--b", "", "Subject: one", "", "1", "--b", "", "Subject: two", "", "2", "--b--"),
            text: nil,
            attachments: ["one message/rfc822 Subject: one|| ||1", "two message/rfc822 Subject: two|| ||2"]),
        Example(
            name: "RFC 3464: a report",
            bytes: mail(
                "Content-Type: multipart/report; report-type=delivery-status; boundary=b", "", "--b", "", "not delivered", "--b",
                "Content-Type: message/delivery-status", "", "Action: failed", "--b", "Content-Type: text/rfc822-headers", "", "Subject: a",
                "--b--"), text: "not delivered",
            attachments: ["delivery-status.txt message/delivery-status Action: failed", "headers.txt text/rfc822-headers Subject: a"]),
        Example(
            name: "RFC 1847: signed",
            bytes: mail(
                multipart("signed"), "", "--b", plain, "", "text", "--b", "Content-Type: application/pgp-signature", "", "sig", "--b--"),
            text: "text", attachments: ["signature.asc application/pgp-signature sig"]),
        Example(
            name: "RFC 1847: encrypted",
            bytes: mail(
                multipart("encrypted"), "", "--b", "Content-Type: application/pgp-encrypted", "", "Version: 1", "--b",
                "Content-Type: application/octet-stream; name=encrypted.asc", "", "-----BEGIN", "--b--"),
            attachments: ["pgp-version.txt application/pgp-encrypted Version: 1", "encrypted.asc application/octet-stream -----BEGIN"]),
        Example(
            name: "winmail.dat", bytes: mail("Content-Type: application/ms-tnef", "Content-Transfer-Encoding: base64", "", "eJ8+"),
            attachments: ["winmail.dat application/ms-tnef x\u{9F}>"]),
        Example(
            name: "an inner boundary that begins with the outer one",
            bytes: mail(
                multipart("mixed", "a"), "", "--a", multipart("alternative", "a-b"), "", "--a-b", "", "text", "--a-b--", "--a", "", "more",
                "--a--"), text: "text\nmore"),
        Example(
            name: "an outer boundary that begins with the inner one",
            bytes: mail(
                multipart("mixed", "a-b"), "", "--a-b", multipart("alternative", "a"), "", "--a", "", "text", "--a--", "--a-b", "", "more",
                "--a-b--"), text: "text\nmore"),
        Example(
            name: "a boundary inside of a line",
            bytes: mail(multipart("mixed"), "", "--b", "", "x --b", "--bc", "--b --", "--b--"), text: "x --b\n--bc\n--b --"),
        Example(
            name: "spaces behind a boundary", bytes: mail(multipart("mixed"), "", "--b \t", "", "text", "--b-- ", "x"), text: "text"),
        Example(
            name: "the inner end is missing",
            bytes: mail(multipart("mixed", "a"), "", "--a", multipart("alternative"), "", "--b", "", "text", "--a", "", "more", "--a--"),
            text: "text\nmore", problems: [unfinished]),
        Example(
            name: "the last end is missing", bytes: mail(multipart("mixed"), "", "--b", "", "text", ""), text: "text\n",
            problems: [unfinished]),
        Example(
            name: "no boundary is named", bytes: mail("Content-Type: multipart/mixed", "", "--b", "", "text"), text: "--b\n\ntext",
            problems: ["a multipart names no boundary; it is read as text"]),
        Example(
            name: "no boundary is there", bytes: mail(multipart("mixed"), "", "text", "more"), text: "text\nmore",
            problems: [unfinished, "a multipart has no parts; it is read as text"]),
        Example(
            name: "a header of a part without its end",
            bytes: mail(multipart("mixed"), "", "--b", plain, "--b", "", "text", "--b--"), text: "text",
            problems: ["a boundary stands in a header"]),
        Example(
            name: "bytes that are not of the charset", bytes: mail(plain, "", "Gr") + [0xFC] + mail("n"), text: "Gr\u{FFFD}n",
            problems: ["the text has bytes that its charset does not have; they are read as U+FFFD"]),
        Example(
            name: "bytes that are not of a charset of two bytes",
            bytes: mail("Content-Type: text/plain; charset=shift_jis", "", "a") + [0xFF] + mail("b"), text: "a\u{FFFD}b",
            problems: ["the text has bytes that its charset does not have; they are read as U+FFFD"]),
        Example(
            name: "an unknown charset", bytes: mail("Content-Type: text/plain; charset=x-none", "", "Grüße"), text: "Grüße",
            problems: ["the charset \"x-none\" is unknown; the text is read as UTF-8 or windows-1252"]),
    ]

    @Test("gives the text and the attachments", arguments: examples) func reads(_ example: Example) {
        let read = message(example.bytes, keepsAttachments: true)
        #expect(read.html == example.html)
        #expect(read.text == example.text)
        let attachments = read.attachments.map { file in
            let content = String(decoding: (file.bytes ?? []).map { UInt16($0) }, as: UTF16.self).split(
                separator: "\r\n", omittingEmptySubsequences: false)
            let lines = content.map { $0.isEmpty ? " " : String($0) }.joined(separator: "||")
            let image = file.type == "image/png" ? "(\u{89}PO)" : lines
            return "\(file.name ?? "-") \(file.type) \(image)\(file.contentID.map { " cid \($0)" } ?? "")\(file.isInline ? " inline" : "")"
        }
        #expect(attachments == example.attachments)
        #expect(read.problems == example.problems)
        for file in read.attachments {
            #expect(file.sha256 == SHA256Hasher.hex(of: file.bytes ?? []))
            #expect(file.count == file.bytes?.count)
        }
    }

    @Test("is the same for any cut", arguments: examples) func isSameForCuts(_ example: Example) {
        let whole = message(example.bytes).everything
        for cut in 0...example.bytes.count {
            let parts = message(example.bytes, cutAt: cut).everything
            guard parts == whole else {
                Issue.record("cut at \(cut): \(parts)")
                return
            }
        }
    }

    @Test("has limits: depth, parts, bytes of headers and of texts") func hasLimits() {
        var limits = MIMELimits()
        (limits.maxDepth, limits.maxParts, limits.maxHeaderBytes, limits.maxTextBytes) = (3, 5, 200, 10)
        let deep = (0..<6).map { "--b\($0 - 1)\r\nContent-Type: multipart/mixed; boundary=b\($0)\r\n\r\n" }.joined().dropFirst(6)
        #expect(message(Array(deep.utf8), limits: limits).problems.contains("parts nest deeper than 3"))
        let wide = "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + String(repeating: "--b\r\n\r\nx\r\n", count: 50)
        #expect(message(Array(wide.utf8), limits: limits).problems.contains("the message has more than 5 parts; the others are left out"))
        let long = "Subject: a\r\n" + String(repeating: "X-A: word\r\n", count: 50) + "\r\ntext"
        let read = message(Array(long.utf8), limits: limits)
        #expect(read.problems == ["the header is longer than 200 bytes; the rest of it is left out"])
        #expect(read.text == "text")
        #expect(message(mail("", "0123456789abc"), limits: limits).text == "0123456789")
        let texts = message(mail(Self.multipart("mixed"), "", "--b", "", "01234567", "--b", "", "abcdefgh", "--b--"), limits: limits)
        #expect(texts.text == "01234567\nab")
        #expect(texts.problems == ["the text is longer than 10 bytes, and is cut"])
        let endless = message(Array("Subject: ".utf8) + [UInt8](repeating: 0x61, count: 5_000), limits: limits)
        #expect(endless.problems == ["the header is longer than 200 bytes; the rest of it is left out"])
    }

    @Test("says that there are more faults than it lists") func countsProblems() {
        var problems = MIMEProblems()
        for number in 0..<30 { problems.add("fault \(number)") }
        #expect(problems.sentences == (0..<20).map { "fault \($0)" } + ["the message has more faults"])
    }

    @Test("keeps the hash and the length of what it does not keep") func hashesWithoutKeeping() {
        let content = String(repeating: "Lamp ", count: 40_000)
        let read = message(mail("Content-Type: application/pdf", "", content))
        #expect(read.attachments.map(\.count) == [200_000])
        #expect(read.attachments.first?.sha256 == SHA256Hasher.hex(of: content.utf8))
        #expect(read.attachments.first?.bytes == nil)
    }
}
