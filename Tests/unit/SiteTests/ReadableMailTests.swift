import HTMLParsing
import Testing

@testable import Site

/// Declarations, or the HTML of a mail, and what its own page has.
struct ReadableExample: CustomTestStringConvertible {
    let name: String
    let given: String
    /// The changed form; nil if nothing changes.
    let shown: String?

    var testDescription: String { name }

    init(_ name: String, _ given: String, _ shown: String?) { (self.name, self.given, self.shown) = (name, given, shown) }
}

@Suite("Mail where no script runs") struct ReadableMailTests {
    static let styles = [
        ReadableExample("a small size", "font-size:9px", "font-size:11px"),
        ReadableExample("points", "color:red; font-size:7.5pt", "color:red; font-size:11px"),
        ReadableExample("a size that is large enough", "font-size:11px; line-height:1.4", nil),
        ReadableExample("a size that hides text", "font-size:0px; line-height:0px", nil),
        ReadableExample("a share of the parent", "font-size:70%", "font-size:max(70%, min(11px, (70% - 2.5px) * 999))"),
        ReadableExample("a larger share", "font-size:1.2em", nil),
        ReadableExample("words", "font-size:x-small;font-size:large", "font-size:11px;font-size:large"),
        ReadableExample("the shorthand", "font:italic bold 8px/10px Arial, sans-serif", "font:italic bold 11px/10px Arial, sans-serif"),
        ReadableExample("a shorthand without a size", "font:inherit", nil),
        ReadableExample("lines of fixed height", "font-size:12px; line-height:12px", "font-size:12px; line-height:max(12px, 1.2em)"),
        ReadableExample(
            "rules", "#own p {font-size:6px!important;color:red}\n#own b {margin:0}",
            "#own p {font-size:11px!important;color:red}\n#own b {margin:0}"),
        ReadableExample("other properties", "font-family:\"9px\"; letter-spacing:9px", nil),
    ]

    @Test("has text of at least 11 px", arguments: styles) func sizes(_ example: ReadableExample) {
        #expect(ReadableStyle.enlarged(example.given) == example.shown)
    }

    static let colors = [
        ReadableExample("white on white", "<p style='color:#fff'>x</p>", "<p style=\"color:#fff; color:#1c1e21\">x</p>"),
        ReadableExample(
            "dark on dark, inherited", "<div style='background-color:#222'><p style='color:#333'><b>x</b></p></div>",
            "<div style=\"background-color:#222\"><p style=\"color:#333\"><b style=\"color:#ffffff\">x</b></p></div>"),
        ReadableExample(
            "a link of the page's color",
            "<table bgcolor='#102030'><tbody><tr><td style='color:#fff'>x <a href='http://a.example/'>y</a></td></tr></tbody></table>",
            "<table bgcolor=\"#102030\"><tbody><tr><td style=\"color:#fff\">x <a href=\"http://a.example/\" style=\"color:#ffffff\">y</a></td></tr></tbody></table>"
        ),
        ReadableExample("colors that can be read", "<p style='color:#fff;background:#000'>x</p>", nil),
        ReadableExample("an unknown ground", "<p style='color:#fff;background:linear-gradient(#000,#111)'>x</p>", nil),
        ReadableExample("an unknown color", "<p style='color:rgba(255,255,255,.9)'>x</p>", nil),
        ReadableExample("rules that set colors", "<style>#own p {color:red}</style><p style='color:#fff'>x</p>", nil),
        ReadableExample("no text", "<p style='color:#fff'> <img alt=\"\"></p>", nil),
    ]

    @Test("has text that can be told from its ground", arguments: colors) func inks(_ example: ReadableExample) {
        let document = HTMLDocument(parsingFragment: example.given)
        #expect(ReadableMail.changed(document, isOnWhite: true)?.serialized() == example.shown)
        #expect(ReadableMail.changed(document, isOnWhite: false) == nil)
    }

    static let alone = [
        ReadableExample("text", "<p>x</p>", nil),
        ReadableExample(
            "a part without height", "<div style='height:0;overflow:hidden'>x</div><div style='height:0'>y</div>",
            "<div style=\"height:0;overflow:hidden\" hidden=\"\">x</div><div style=\"height:0\">y</div>"),
        ReadableExample(
            "a table of short texts",
            "<table><tbody>\(String(repeating: "<tr><td>x</td><td>y</td><td>z</td></tr>", count: 3))</tbody></table>",
            "<table data-table=\"\"><tbody>\(String(repeating: "<tr><td>x</td><td>y</td><td>z</td></tr>", count: 3))</tbody></table>"),
        ReadableExample("a layout table", "<table><tbody><tr><td>x</td></tr></tbody></table>", nil),
        ReadableExample(
            "a table with headings", "<table><tbody><tr><th>x</th></tr></tbody></table>",
            "<table data-table=\"\"><tbody><tr><th>x</th></tr></tbody></table>"),
        ReadableExample(
            "only the table around the heading",
            "<table><tbody><tr><td><table><tbody><tr><th>x</th></tr></tbody></table></td></tr></tbody></table>",
            "<table><tbody><tr><td><table data-table=\"\"><tbody><tr><th>x</th></tr></tbody></table></td></tr></tbody></table>"),
        ReadableExample(
            "an image of another host", "<img data-remote-src=\"https://a.example/i.png\" alt=\"Lamp\">",
            "<a href=\"https://a.example/i.png\" rel=\"noopener noreferrer\">Lamp</a>"),
    ]

    @Test("has links in place of images, and marks tables with headings", arguments: alone) func standalone(_ example: ReadableExample) {
        let mail = HTMLDocument(parsingFragment: example.given)
        let hasImages = mail.images(HTMLSanitizer.waitingAddress) > 0
        let document = StandaloneMail.document(of: mail, isOnWhite: false, hasImages: hasImages, images: .ask)
        #expect(document?.serialized() == example.shown)
    }
}
