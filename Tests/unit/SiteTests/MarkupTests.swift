import HTMLParsing
import Testing

@testable import Site

/// A text of a record, and its escaped form in a page.
struct EscapingExample: CustomTestStringConvertible {
    let name: String
    let text: String
    let markup: String

    var testDescription: String { name }
}

@Suite("Content in a page") struct MarkupTests {
    static let examples = [
        EscapingExample(name: "is empty", text: "", markup: ""),
        EscapingExample(name: "is written as it is", text: "Grüße 😀\t\n\u{C}", markup: "Grüße 😀\t\n\u{C}"),
        EscapingExample(name: "is never markup", text: "<a b='\"'>&amp;", markup: "&lt;a b=&#39;&quot;&#39;&gt;&amp;amp;"),
        EscapingExample(name: "begins and ends with what is special", text: "&x&", markup: "&amp;x&amp;"),
        EscapingExample(
            name: "holds no control characters", text: "\0a\u{1F}b\r\n\u{7F}\u{80}\u{9F}\u{A0}",
            markup: "\u{FFFD}a\u{FFFD}b\n\u{FFFD}\u{FFFD}\u{FFFD}\u{A0}"),
        EscapingExample(name: "has line feeds for all line ends", text: "\ra\r\r\nb\n\r", markup: "\na\n\nb\n\n"),
        EscapingExample(
            name: "holds no noncharacters",
            text: text(0xFDCF, 0xFDD0, 0xFDEF, 0xFDF0, 0xFFFD, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF, 0x10FFFD),
            markup: text(0xFDCF, 0xFFFD, 0xFFFD, 0xFDF0, 0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD, 0x10FFFD)),
        EscapingExample(name: "is escaped under an accent, too", text: "<\u{301}>\u{301}", markup: "&lt;\u{301}&gt;\u{301}"),
    ]

    private static func text(_ scalars: UInt32...) -> String {
        String(String.UnicodeScalarView(scalars.compactMap { Unicode.Scalar($0) }))
    }

    @Test("is text, in elements and in attributes", arguments: examples) func escapes(_ example: EscapingExample) {
        var page = HTMLMarkup()
        page.element("p", ["title": example.text, "lang": nil], text: example.text)
        let attribute = example.text.isEmpty ? " title" : " title=\"\(example.markup)\""
        #expect(Array(page.bytes) == Array("<p\(attribute)>\(example.markup)</p>".utf8))
    }

    @Test("is a document that is written out once") func documents() {
        var page = HTMLMarkup()
        page.document(HTMLDocument(parsingFragment: "<b>a &lt; b</b>\u{85}'"))
        #expect(Array(page.bytes) == Array("<b>a &lt; b</b>\u{FFFD}'".utf8))
    }
}
