import PersonalData
import TestSupport
import Testing

@Suite("The redactor") struct RedactorTests {
    private static func redacted(_ text: String, header: String = "Ann Example <ann@example.com>, Bob Stone <bob@example.org>") throws
        -> String
    {
        var redactor = Redactor(kinds: PersonalDataKind.standard)
        redactor.add(header: header)
        return try redactor.redacted(text) ?? text
    }

    @Test(
        "keeps HTML around and inside of what it replaces",
        arguments: [
            ("<b>Ann</b> Example", "<b>[PERSON_1]</b>"), ("<p>Ann</p><p>Bob</p>", "<p>[PERSON_1]</p><p>[PERSON_2]</p>"),
            (
                "<a href=\"mailto:ann%40example.com\" title='Ann Example'>Ann</a>",
                "<a href=\"mailto:[EMAIL_1]\" title='[PERSON_1]'>[PERSON_1]</a>"
            ),
            ("<img alt=\"Bob Stone\" src=x>", "<img alt=\"[PERSON_1]\" src=x>"), ("<!-- ann@example.com -->", "<!-- [EMAIL_1] -->"),
            ("ann<b>@</b>example.com", "[EMAIL_1]<b></b>"), ("<p title=\"a > b\">Ann", "<p title=\"a > b\">[PERSON_1]"),
            ("<ann@example.com>", "<[EMAIL_1]>"),
            ("<Ann Example>", "<[PERSON_1]>"), ("a < b and Ann > c", "a < b and [PERSON_1] > c"), ("<a href=\"Ann", "<a href=\"[PERSON_1]"),
            ("<!-- Ann", "<!-- [PERSON_1]"),
            ("<p data-ann@example.com=\"1\" class>", "<p [EMAIL_1]=\"1\" class>"), ("<p data-bob-stone>", "<p data-[PERSON_1]>"),
            ("<p ann@example.com/>", "<p [EMAIL_1]/>"),
            ("<p data-x='Ann Example' data-y=ann@example.com>", "<p data-x='[PERSON_1]' data-y=[EMAIL_1]>"),
            ("<b>+49</b> 171 <i>123</i>4567", "<b>[PHONE_1]</b><i></i>"), ("4111<wbr>1111<wbr>1111<wbr>1111", "[CARD_1]<wbr><wbr><wbr>"),
            ("<iframe srcdoc=\"<b>Ann</b> Example\">", "<iframe srcdoc=\"<b>[PERSON_1]</b>\">"),
            ("<o:p>Ann</o:p>", "<o:p>[PERSON_1]</o:p>"),
            ("<meta content=\"ann@example.com\">", "<meta content=\"[EMAIL_1]\">"),
            ("AT&amp;T &lt; &unknown; &#0; 100% \\x", "AT&amp;T &lt; &unknown; &#0; 100% \\x"),
            ("<script>mail('ann@example.com')</script>", "<script>mail('[EMAIL_1]')</script>"),
            ("caf\u{E9} \u{201E}Ann\u{201C}", "caf\u{E9} \u{201E}[PERSON_1]\u{201C}"),
        ])
    func keepsHTML(_ text: String, _ wanted: String) throws { #expect(try Self.redacted(text) == wanted) }

    @Test(
        "numbers values in the order of their first place, and equal values equally",
        arguments: [
            ("bob@example.org ann@example.com BOB@example.org", "[EMAIL_1] [EMAIL_2] [EMAIL_1]"),
            ("Bob, Ann Example, Mr Stone", "[PERSON_1], [PERSON_2], Mr [PERSON_1]"),
            ("+49 30 123456, 0049-30-123456, +49 (0)30 123456", "[PHONE_1], [PHONE_1], [PHONE_1]"),
            ("DE89370400440532013000 de89 3704 0044 0532 0130 00", "[IBAN_1] [IBAN_1]"),
            ("4111111111111111 4111-1111-1111-1111", "[CARD_1] [CARD_1]"),
        ])
    func numbers(_ text: String, _ wanted: String) throws { #expect(try Self.redacted(text) == wanted) }

    @Test(
        "takes the longer one of two that overlap, for all that they cover",
        arguments: [
            ("https://ann@example.com/?token=x", "[URL_1]"), ("ann.example@example.com", "[EMAIL_1]"),
            ("https://example.com/?m=ann@example.com", "https://example.com/?m=[EMAIL_1]"),
        ])
    func overlaps(_ text: String, _ wanted: String) throws { #expect(try Self.redacted(text) == wanted) }

    @Test("keeps aliases across texts, and counts") func acrossTexts() throws {
        var redactor = Redactor(kinds: [.email])
        #expect(try redactor.redacted("a@b.de") == "[EMAIL_1]")
        #expect(try redactor.redacted("c@d.de a@b.de") == "[EMAIL_2] [EMAIL_1]")
        #expect(try redactor.redacted("Ann +49 30 123456") == nil)
        #expect(redactor.counts == ["EMAIL": 3])
    }

    @Test("leaves its own aliases alone") func isStable() throws {
        let once = try Self.redacted("Ann, ann@example.com, +49 30 123456")
        #expect(try Self.redacted(once) == once)
    }

    @Test(
        "gives no new value an alias that a text has already",
        arguments: [
            ("[EMAIL_1] a@b.de", "[EMAIL_1] [EMAIL_2]"), ("[EMAIL_2] [EMAIL_1] a@b.de c@d.de", "[EMAIL_2] [EMAIL_1] [EMAIL_3] [EMAIL_4]"),
            ("a@b.de c@d.de [EMAIL_2]", "[EMAIL_1] [EMAIL_3] [EMAIL_2]"),
            ("[EMAIL_x] [EMAIL_] [_1] [EMAIL_1 a@b.de", "[EMAIL_x] [EMAIL_] [_1] [EMAIL_1 [EMAIL_1]"),
            ("[[EMAIL_1]] [PHONE_1] [EMAIL_99999999999999999999] a@b.de", "[[EMAIL_1]] [PHONE_1] [EMAIL_99999999999999999999] [EMAIL_2]"),
        ])
    func keepsAliases(_ text: String, _ wanted: String) throws {
        var redactor = Redactor(kinds: [.email])
        redactor.keep(aliasesIn: text)
        #expect(try redactor.redacted(text) == wanted)
    }

    @Test("replaces what the caller's patterns match, by Unicode scalars") func patterns() throws {
        var redactor = Redactor(kinds: [.email]) { text in
            text.hasPrefix("é T-1") ? [Redactor.PatternMatch(name: "TICKET", range: 2..<5), .init(name: "X", range: 1..<1)] : []
        }
        #expect(try redactor.redacted("é <b>T</b>-1 a@b.de") == "é <b>[TICKET_1]</b> [EMAIL_1]")
    }

    @Test("throws if a match is not in the text") func matchesOutside() throws {
        var redactor = Redactor(kinds: []) { _ in [Redactor.PatternMatch(name: "X", range: 1..<5)] }
        #expect(throws: Redactor.Fault.self) { try redactor.redacted("T-1") }
    }

    @Test(
        "finds the places of patterns behind percent signs that encode no text",
        arguments: ["%E0%80%80", "%ED%A0%80", "%F4%90%80%80", "%F0%80%80%80", "%F8%80%80%80", "%C3", "%C3%28", "%FF", "%E2%82", "%C3%A9"])
    func illFormedPercents(_ sequence: String) throws {
        var redactor = Redactor(kinds: []) { text in
            let scalars = Array(text.unicodeScalars)
            return scalars.indices.filter { scalars[$0] == "T" }.map { Redactor.PatternMatch(name: "X", range: $0..<$0 + 1) }
        }
        #expect(try redactor.redacted("\(sequence) T \(sequence)T") == "\(sequence) [X_1] \(sequence)[X_1]")
    }

    @Test(
        "replaces what is in attributes of attributes, however deep",
        arguments: [
            "<!--<p a=\"<p b='<i c=ann@example.com>'>\">-->", "<p a=\"<!--<p b='<i c=ann@example.com>'>-->\">",
        ])
    func deepAttributes(_ text: String) throws {
        #expect(try Self.redacted(text) == text.replacing("ann@example.com", with: "[EMAIL_1]"))
    }

    @Test("replaces no names unless persons are chosen") func kindsWithoutPersons() throws {
        var redactor = Redactor(kinds: [.email])
        redactor.add(name: "Ann Example")
        #expect(try redactor.redacted("Ann Example") == nil)
    }

    private static let hostile = [
        "@", "a@", "1", "12 ", "+1 ", "<", "<a ", "<a '", "<a =\"<b ='", "<!--", "&", "&#", "%", "%C3", "\\", "http://a", "www.", "://",
        "-----BEGIN PRIVATE KEY-----", "DE89 ", "Ann ",
        "Ann Example ", "(", "\"@", " (at) a (dot) ", "From: A\n", "a.", "4111 ", "eyJ", "1::", "a=b&", "Ann A. ", "Tel: 0123456 x1 ",
        "=?a?b?", "=?utf-8?q?Ann?= ", "YW5uQGV4YW1wbGUuY29t\n", "a/", "%25", "+49 171\n", "1\n", "4111\n> ", "ann (at) ", "[", "AaBb",
    ]

    // Quadratic time would take minutes: the length is a megabyte, and the time limit of a test is one minute.
    @Test("takes linear time for texts made to be slow", .startsOnIdlePool, .timeLimit(.minutes(1)), arguments: hostile) func isLinear(
        _ piece: String
    ) throws {
        _ = try Self.redacted(String(repeating: piece, count: 1_000_000 / piece.utf8.count))
    }

    @Test("changes nothing else in random texts") func keepsRandomTexts() throws {
        var random = SystemRandomNumberGenerator()
        let pieces = [
            "<b>", "</b>", "<p x=\"", "\"", ">", "&amp;", "&#64;", "%40", "é", "\u{200B}", "zz", " ", "\n", "\\u0040", "<!--", "-->", "=",
            "'", "日本", "😀",
        ]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0..<20, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            #expect(try Self.redacted(text, header: "") == text)
        }
    }
}
