import HTMLParsing
import MailParsing
import TestSupport
import Testing

@Suite("Parts of messages") struct QuotePropertyTests {
    private static let pieces = [
        "<div>", "</div>", "<p>", "<blockquote>", "</blockquote>", "<blockquote type=cite>", "<blockquote style='margin-left:40px'>",
        "<br>",
        "<hr>", "<table><tr><td>", "</table>", "<pre>\n", "</pre>", "<div class=gmail_quote>", "<div id=appendonsend>", "<b>", "</b>",
        "<img>",
        "<div id=divRplyFwdMsg>", "<div class=gmail_signature>", "<div class=moz-cite-prefix>", "<template>", "</template>", "<!-- c -->",
        "<style>s</style>", "On 1/2/2023, Ann wrote:", "Hi. On 1/2/2023, Ann <b>&lt;a@b.example></b> wrote:", "\n", " ", "e\u{301}", "own",
        "From: a@b.example", "Sent: 1/2/2023 10:00", "Subject: x", "&gt; quoted", "-- ", "Regards", "Bob", "\u{FEFF}x",
        "<a href=mailto:a@b>Ann</a>", "<div style=display:none>", "<span hidden>", "</span>",
    ]

    @Test("have all that the page has, and nothing twice", arguments: 0..<20)
    func keepsAll(_ seed: Int) {
        var random = RandomText(seed: UInt64(seed))
        for _ in 0..<100 {
            let html = (0..<30).map { _ in Self.pieces[random.number(below: Self.pieces.count)] }.joined()
            let page = HTMLDocument(parsing: html)
            let parts = HTMLMessageParts(page)
            #expect(letters(parts.own, parts.quoted) == letters(page), "\(html)")
            let own = parts.ownParts()
            #expect(letters(own.ownWithoutSignature, own.signature) == letters(parts.own), "\(html)")
        }
    }

    private func letters(_ documents: HTMLDocument?...) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        for case let document? in documents {
            for node in document.descendants(of: document.root) where document.kind(of: node) == .text {
                scalars += document.text(of: node).unicodeScalars.filter { !$0.properties.isWhitespace }
            }
        }
        return scalars.sorted()
    }
}
