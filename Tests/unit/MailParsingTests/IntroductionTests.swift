import MailParsing
import Testing

/// Introductions whose parts stand in unusual orders and forms.
@Suite("Introductions as sequences of parts") struct IntroductionTests {
    static let examples = [
        QuoteExample("a day part instead of a time", above: "Am Montag Vormittag, 4. Mai 2026, schrieb Otto Berg <otto@example.org>:\n> a"),
        QuoteExample("a day part behind the time", above: "Am 03.05.2026 10:00 vorm. schrieb Otto Berg <otto@example.org>:\n\n> a"),
        QuoteExample(
            "an address on lines of its own", above: "Am 3. Mai 2026 um 10:00 schrieb Otto Berg\n<\notto@example.org\n>:\n\n> a"),
        QuoteExample("date and name without an address", above: "2026-05-03 10:00 GMT+02:00 Otto Berg:\n\n> a"),
        QuoteExample("lines with bars", above: "2026/5/3 Otto Berg <otto@example.org>\n\n| a\n| b"),
        QuoteExample("an attribution behind bars", above: "| On 3 May 2026 at 10:00, Otto Berg <otto@example.org> wrote:\n| a\n| b"),
        QuoteExample("lines with initials", above: "On 3 May 2026 at 10:00, Otto Berg wrote:\nOB> a\nOB> b"),
        QuoteExample(
            "a long name first, wrapped before its address",
            above:
                "Charlotte Elisabeth Hohenstein-Bergmann\n<charlotte@harbour-authority.example.org>, 3 May 2026 Paz, 10:00 tarihinde\nşunu yazdı:\n\n> a"
        ),
        QuoteExample(
            "wrapped before the verb", above: "Il giorno dom 3 mag 2026 alle ore 10:00 Otto Berg <otto@example.org>\nha scritto:\n\na"),
        QuoteExample("you", above: "At 5/3/2026 10:00 AM, you wrote:\n>a"),
        QuoteExample("dashes around it", above: "---- On Sun, 03 May 2026 10:00:00 +0200 otto@example.org wrote ----\n\na"),
        QuoteExample("dashes around name and address", above: "---- Otto Berg <otto@example.org> wrote ----\n\na"),
        QuoteExample("dashes around a name, above marks", above: "---- Otto Berg wrote ----\n\n> a"),
        QuoteExample("no verb", above: "вс, 3 мая 2026 г. в 10:00, Отто Берг <otto@example.org>:\n\na"),
        QuoteExample("the verb as a noun", above: "Zitat von Otto Berg <otto@example.org>:\n\n> a"),
        QuoteExample("the date in brackets", above: "* Otto Berg <otto@example.org> [2026-05-03 10:00]:\n> a"),
        QuoteExample("digits of another script", above: "در تاریخ یکشنبه ۳ مهٔ ۲۰۲۶،‏ ۱۰:۰۰ Otto <otto@example.org> نوشت:\n\n> a"),
        QuoteExample(
            "directly below the reply", reply: "Yes.", gap: "\n",
            above: "På 3 mai 2026 på 10:00:00, Otto Berg (otto@example.org) skrev:\n\na"),
        QuoteExample(
            "name first, directly below the reply", reply: "Yes", gap: "\n",
            above: "Otto Berg <otto@example.org> schrieb am 3.5.2026 10:00:\n\n> a"),
        QuoteExample(
            "a date below a date", reply: "3 May 2026 at 10:00", gap: "\n",
            above: "On 4 May 2026 at 11:00, Otto Berg <otto@example.org> wrote:\n\na"),
    ]

    @Test("are known", arguments: examples)
    func splits(_ example: QuoteExample) {
        let parts = MessageParts(text: example.body)
        #expect(parts.own == example.own)
        #expect(parts.quoted == example.quoted)
    }

    @Test(
        "take time in proportion to the text",
        arguments: [
            "On 3 May 2026 ", "< ", "\"a", "otto@example.org ", "(", "1:1:1 ", "12 May\n", "在2026年\n", "> On 3 May 2026:\n", "| a\n",
            "a@b\n-\n", "On 3 May 2026 at 10:00 Otto\n<otto@example.org>\n",
        ])
    func hostile(_ piece: String) {
        let time = { (count: Int) in
            let text = String(repeating: piece, count: count)
            return ContinuousClock().measure { _ = MessageParts(text: text) }
        }
        _ = time(100)
        // Eight times the text, with much room for noise: quadratic time would be 64 times as long.
        let (short, long) = (time(1_000), time(8_000))
        #expect(long < short * 40 + .milliseconds(50), "\(short), \(long)")
    }
}
