import Foundation
import HTMLParsing
import HTMLSupport
import HTMLWriting
import TestSupport
import Testing

@Suite("Markdown read by others", .needs(MarkdownReader.areInstalled, "needs cmark and cmark-gfm"))
struct MarkdownReadingTests {
    /// A context for a text, and the element that contains it.
    struct Place: Sendable, CustomTestStringConvertible {
        let tag: HTMLTag
        let before: String
        let behind: String
        var testDescription: String { before }

        static let all = [
            Place(tag: .p, before: "<p>", behind: "</p>"), Place(tag: .h3, before: "<h3>", behind: "</h3>"),
            Place(tag: .li, before: "<ul><li>", behind: "</li></ul>"),
            Place(tag: .p, before: "<blockquote><p>", behind: "</p></blockquote>"),
            Place(tag: .a, before: "<p><a href='u'>", behind: "</a></p>"),
        ]

        /// The text without the white space that the writer leaves out, or writes outside of the element: U+00A0 at the end of a block, at
        /// the start of a heading or an item, and any white space at the edges of a link.
        func withoutEdges(_ text: String) -> String {
            switch tag {
            case .a: return text.trimmingCharacters(in: .whitespaces)
            case .p: return String(text[..<(text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex)])
            default: return text.trimmingCharacters(in: ["\u{A0}", " "])
            }
        }
    }

    @Test("shows 10,000 texts of special characters as they are", arguments: Place.all, [nil, 12])
    func keepsText(_ place: Place, wrapWidth: Int?) async throws {
        var random = RandomText(seed: 42)
        var texts: [String] = []
        while texts.count < 10_000 {
            // The letter ensures that every text is visible.
            let text = random.text(upTo: 12) + (texts.count % 2 == 0 ? "q" : "") + random.text(upTo: 4)
            if folded(text).unicodeScalars.contains(where: { $0.value > 0x20 && $0.value < 0x7F }) { texts.append(text) }
        }
        var options = MarkdownOptions()
        options.wrapWidth = wrapWidth
        let html = texts.map { place.before + escapedForHTML($0) + place.behind }.joined(separator: "\n")
        let written = markdown(html, options)
        for reader in [MarkdownReader.commonMark, MarkdownReader.gitHub].compactMap({ $0 }) {
            let document = HTMLDocument(parsing: try await reader.html(written))
            let elements = document.elements(tag: place.tag).filter { element in
                // The GFM parser turns bare URLs into links.
                place.tag != .a || document.attribute("href", of: element) == "u"
            }
            try #require(elements.count == texts.count, "\(reader)")
            for (element, text) in zip(elements, texts) {
                let shown = place.withoutEdges(folded(document.textContent(of: element)))
                #expect(shown == place.withoutEdges(folded(text)), "\(reader)")
            }
        }
    }

    @Test(
        "has the structure of 3,000 random nestings of emphasis, code and links, and all their text",
        arguments: [
            MarkdownOptions.EmphasisMark.asterisk, .underscore,
        ])
    func keepsNesting(_ mark: MarkdownOptions.EmphasisMark) async throws {
        var random = RandomText(seed: 7)
        var html: [String] = []
        for _ in 0..<3_000 { html.append("<p>q\(nested(&random, depth: 3, inLink: false))q</p>") }
        var options = MarkdownOptions()
        options.emphasis = mark
        let written = markdown(html.joined(separator: "\n"), options)
        for reader in [MarkdownReader.commonMark, MarkdownReader.gitHub].compactMap({ $0 }) {
            let document = HTMLDocument(parsing: try await reader.html(written))
            let paragraphs = document.elements(tag: .p)
            try #require(paragraphs.count == html.count, "\(reader)")
            for (paragraph, source) in zip(paragraphs, html) {
                let wanted = HTMLDocument(parsing: source)
                #expect(
                    unspaced(document.textContent(of: paragraph)) == unspaced(wanted.textContent(of: wanted.root)), "\(reader): \(source)")
            }
        }
    }

    private func unspaced(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    private func nested(_ random: inout RandomText, depth: Int, inLink: Bool) -> String {
        var html = ""
        for _ in 0...random.number(below: 4) {
            let inner = depth == 0 ? 0 : random.number(below: 10)
            switch inner {
            case 6: html += "<em>\(nested(&random, depth: depth - 1, inLink: inLink))</em>"
            case 7: html += "<strong>\(nested(&random, depth: depth - 1, inLink: inLink))</strong>"
            case 8 where !inLink: html += "<a href=u>\(nested(&random, depth: depth - 1, inLink: true))</a>"
            case 9: html += "<code>\(["a", "`", "a`b", "``", " a"][random.number(below: 5)])</code>"
            default: html += escapedForHTML(random.piece()).replacingOccurrences(of: "\n", with: " ")
            }
        }
        return html
    }
}
