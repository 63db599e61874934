import TestSupport
import Testing

@testable import MailParsing

@Suite("Headers of mail") struct MIMEHeaderTests {
    private static let encodedWords = [
        HeaderExample(name: "RFC 2047 2: a word in Q", header: "=?iso-8859-1?q?this=20is=20some=20text?=", value: "this is some text"),
        HeaderExample(name: "RFC 2047 4.1: Base64", header: "=?UTF-8?B?R3LDvG5lIExhbXBl?=", value: "Grüne Lampe"),
        HeaderExample(name: "RFC 2047 4.2: underscores are spaces", header: "=?utf-8?Q?Gr=C3=BCne_Lampe?=", value: "Grüne Lampe"),
        HeaderExample(name: "RFC 2047 6.2: no space between words", header: "=?utf-8?q?a?= =?utf-8?q?b?=", value: "ab"),
        HeaderExample(name: "RFC 2047 8: a space that is encoded", header: "=?utf-8?q?a?= =?utf-8?q?_b?=", value: "a b"),
        HeaderExample(name: "RFC 2047 8: a space before plain text", header: "=?utf-8?q?a?= b", value: "a b"),
        HeaderExample(name: "RFC 2231 5: a language", header: "=?us-ascii*en-us?Q?Keith_Moore?=", value: "Keith Moore"),
        HeaderExample(name: "RFC 6532: UTF-8 as it is", header: "Grüne =?utf-8?q?L=C3=A4mpe?=", value: "Grüne Lämpe"),
        HeaderExample(name: "a character split between words", header: "=?utf-8?b?R3LD?= =?utf-8?b?vG5l?=", value: "Grüne"),
        HeaderExample(name: "a character split between B and Q", header: "=?utf-8?b?R3LD?= =?utf-8?q?=BCne?=", value: "Grüne"),
        HeaderExample(name: "two charsets", header: "=?iso-8859-1?q?=FC?= =?koi8-r?q?=C4=C1?=", value: "üда"),
        HeaderExample(name: "spaces in a word", header: "=?utf-8?Q?Gr=C3=BCne blaue Lampe?=", value: "Grüne blaue Lampe"),
        HeaderExample(name: "no padding", header: "=?utf-8?B?R3LDvG4?=", value: "Grün"),
        HeaderExample(name: "a word inside of text", header: "Re:=?utf-8?q?L=C3=A4mpe?=!", value: "Re:Lämpe!"),
        HeaderExample(name: "a charset of other software", header: "=?cp932?B?g4mDk4N2?=", value: "ランプ"),
        HeaderExample(name: "a charset that nothing knows", header: "=?x-harbour?q?Gr=C3=BCn?=", value: "Grün"),
        HeaderExample(name: "an unknown charset with old bytes", header: "=?x-harbour?q?Gr=FCn?=", value: "Grün"),
        HeaderExample(name: "no word: an unknown encoding", header: "=?utf-8?X?abc?=", value: "=?utf-8?X?abc?="),
        HeaderExample(name: "no word: no end", header: "=?utf-8?Q?abc", value: "=?utf-8?Q?abc"),
        HeaderExample(name: "an escape that is none", header: "=?utf-8?Q?100=%_=4?=", value: "100=% =4"),
        HeaderExample(name: "ISO-2022-JP", header: "=?ISO-2022-JP?B?GyRCJWklcyVXGyhC?=", value: "ランプ"),
        HeaderExample(name: "folded", header: "Lamp\r\n and\r\n\tpier", value: "Lamp and pier"),
        HeaderExample(name: "empty", header: "", value: ""),
    ]

    @Test("decode encoded words, also faulty ones", arguments: encodedWords) func decodes(_ example: HeaderExample) {
        let read = message(Array("Subject: \(example.header)\r\n\r\n".utf8))
        #expect(read.headers.text("subject") == example.value)
    }

    @Test("keep their order, their names and their lines") func keepsOrder() {
        let read = message(mail("X-B: 1", "x-a : two", "\twords", "X-b: =?utf-8?q?=C3=BC?=", "", "text"))
        #expect((0..<read.headers.count).map(read.headers.name) == ["X-B", "x-a", "X-b"])
        #expect(read.headers.raw(at: 1) == "two\r\n\twords")
        #expect(read.headers.decoded(at: 1) == "two words")
        #expect(read.headers.raw(at: 2) == "=?utf-8?q?=C3=BC?=")
        #expect(read.headers.decoded(at: 2) == "ü")
        #expect(read.headers.text("x-b") == "1")
    }

    private static let parameters = [
        HeaderExample(name: "RFC 2045 5.1: a token", header: "attachment; filename=lamp.pdf", value: "lamp.pdf"),
        HeaderExample(name: "RFC 2045 5.1: a quoted string", header: #"attachment; filename="a \"b\"; c.pdf""#, value: #"a "b"; c.pdf"#),
        HeaderExample(name: "RFC 2045 5.1: a comment", header: "attachment (a; b); filename=lamp.pdf (c)", value: "lamp.pdf"),
        HeaderExample(
            name: "RFC 2231 3: continuations", header: #"attachment; filename*0="a very "; filename*1="long "; filename*2=name"#,
            value: "a very long name"),
        HeaderExample(name: "RFC 2231 4: a charset", header: "attachment; filename*=utf-8'de'Gr%C3%BCn%20%25.pdf", value: "Grün %.pdf"),
        HeaderExample(
            name: "RFC 2231 4.1: both, in any order",
            header: "attachment; filename*1*=%C3%BC; filename*2=\"n 100%20.pdf\"; filename*0*=UTF-8''Gr", value: "Grün 100%20.pdf"),
        HeaderExample(
            name: "a character split between continuations", header: "attachment; filename*0*=utf-8''Gr%C3; filename*1*=%BCn", value: "Grün"
        ),
        HeaderExample(
            name: "the better one of two", header: "attachment; filename=Gr_n.pdf; filename*=utf-8''Gr%C3%BCn.pdf", value: "Grün.pdf"),
        HeaderExample(
            name: "a missing section ends the value", header: "attachment; filename*0=a; filename*2=c", value: "a"),
        HeaderExample(name: "an encoded word by mistake", header: "attachment; filename=\"=?utf-8?q?Gr=C3=BCn.pdf?=\"", value: "Grün.pdf"),
        HeaderExample(name: "spaces without quotes", header: "attachment; filename=my lamp.pdf; size=3", value: "my lamp.pdf"),
        HeaderExample(name: "a path of Windows", header: #"attachment; filename="C:\new\lamp.pdf""#, value: #"C:\new\lamp.pdf"#),
        HeaderExample(name: "no end of the quotes", header: #"attachment; filename="lamp.pdf"#, value: "lamp.pdf"),
        HeaderExample(name: "old bytes", header: "attachment; filename=Gr\u{FC}n.pdf", value: "Grün.pdf"),
        HeaderExample(name: "empty parameters", header: "attachment;; ;filename = lamp.pdf ;", value: "lamp.pdf"),
        HeaderExample(name: "an extended value without a charset", header: "attachment; filename*=a%20b.pdf", value: "a b.pdf"),
    ]

    @Test("name files with the parameters of RFC 2231", arguments: parameters) func namesFiles(_ example: HeaderExample) {
        // Each scalar is one byte, so that old bytes can be written.
        let isOld = example.name == "old bytes"
        let header = isOld ? example.header.unicodeScalars.map { UInt8($0.value) } : Array(example.header.utf8)
        let bytes = Array("Content-Type: application/pdf\r\nContent-Disposition: ".utf8) + header + Array("\r\n\r\nx".utf8)
        #expect(message(bytes).attachments.first?.name == example.value)
    }

    @Test("hold IDs") func findsIDs() {
        let read = message(
            mail(
                "Message-ID: <a1 @example.org>", "In-Reply-To: Your message of Monday <a0@example.org>", "References: <r1@x> <r2@x>(new)",
                " <r3@x>", "List-Id: Pier news <pier.example.org>", "X-Gmail-Labels: Inbox,=?UTF-8?Q?Ge=C3=B6ffnet?=,\"a, b\"", "", ""))
        #expect(read.id.text == "a1@example.org")
        #expect(!read.id.isGenerated)
        #expect(read.ids("in-reply-to") == ["a0@example.org"])
        #expect(read.ids("references") == ["r1@x", "r2@x", "r3@x"])
        #expect(read.listID == "pier.example.org")
        #expect(read.gmailLabels == ["Inbox", "Geöffnet", "a, b"])
    }

    @Test(
        "tell whether a program has written the message",
        arguments: [
            ("Auto-Submitted: auto-replied", "auto-replied"), ("Auto-Submitted: Auto-Generated (cron; daily)", "auto-generated"),
            ("auto-submitted: (a (b)) auto-notified; owner-email=\"a@b\"", "auto-notified"), ("Auto-Submitted: no", nil),
            ("Auto-Submitted: No; x=y", nil), ("Auto-Submitted:", nil), ("Precedence: bulk", "bulk"), ("Precedence: JUNK", "bulk"),
            ("Precedence: list", nil), ("Precedence: auto_reply", "auto-replied"), ("Precedence: first-class", nil),
            ("X-Autoreply: yes", "auto-replied"), ("X-Autoreply: no", nil), ("X-Autorespond: Away until Monday", "auto-replied"),
            ("Auto-Submitted: no\r\nPrecedence: bulk", "bulk"), ("List-Id: <a.example.org>", nil), ("Subject: auto-replied", nil),
        ])
    func automatic(_ header: String, _ word: String?) {
        #expect(message(mail(header, "", "text")).automatic == word)
    }

    @Test(
        "tell drafts, spam and trash by labels",
        arguments: [
            ("Drafts", .drafts), ("\\Draft", .drafts), ("Brouillons", .drafts), ("下書き", .drafts), ("$Junk", .spam), ("Spam", .spam),
            ("TRASH", .trash), ("Corbeille", .trash), ("Ko\u{161}", .trash), ("Kos\u{30C}", .trash), ("Inbox", nil), ("", nil),
            ("Sent", nil),
            ("Concept", nil), ("Spam filters", nil),
        ] as [(String, MailboxRole?)])
    func roles(_ label: String, _ role: MailboxRole?) {
        #expect(MailboxRole(label: label) == role)
        #expect(MailboxRole.all(of: ["Inbox", label, label]) == (role.map { [$0] } ?? []))
    }

    @Test("tell all roles of several labels, each once") func allRoles() {
        #expect(MailboxRole.all(of: ["Trash", "Spam", "Bin", "Draft"]) == [.drafts, .spam, .trash])
    }

    @Test("without an ID give one of header and content, whatever the line ends are") func makesID() {
        let read = message(mail("Subject: a", "", "text", ""))
        #expect(read.id.isGenerated)
        #expect(read.id.text.hasPrefix("sha256-"))
        #expect(read.id.text == message(Array("Subject: a\n\ntext\n".utf8)).id.text)
        #expect(read.id.text != message(Array("Subject: a\n\ntexts\n".utf8)).id.text)
        #expect(read.id.text != message(Array("Subject: b\n\ntext\n".utf8)).id.text)
    }

    @Test("end where the content begins without an empty line") func endsAtText() {
        let read = message(mail("Subject: a", "This is no field", "at all: or is it"))
        #expect(read.text == "This is no field\nat all: or is it")
        #expect(read.problems == ["a header ends without an empty line"])
    }
}
