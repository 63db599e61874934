import ArticleReading
import HTMLParsing
import HTMLWriting

/// A page around a text of three paragraphs, which is long enough for one attempt.
enum SamplePage {
    static let paragraphs = [
        "The harbour of the old town freezes in most winters, and the ferries stop, so that the islands live from what they have stored. This "
            + "year the ice came early, and the last ferry left with half of its load.",
        "For the shops, that means empty shelves, higher prices, and many letters to the council. For the children it means free days, since "
            + "the school on the mainland cannot be reached, and skates are faster than any boat.",
        "The council plans a bridge, which engineers drew forty years ago, but the costs, the wind, and the birds that breed on the rocks "
            + "have stopped it each time. A vote in spring decides, and both sides print posters.",
    ]

    static let text = paragraphs.map { "<p>\($0)</p>" }.joined()

    /// A page with a navigation in front, and the parts around the text.
    static func page(head: String = "", before: String = "", after: String = "", inside: String = "") -> HTMLDocument {
        HTMLDocument(
            parsing: """
                <!doctype html><html lang="en"><head>\(head)</head><body>
                <div class="nav-menu"><ul><li><a href="/">Start</a></li><li><a href="/news">Newsroom</a></li></ul></div>
                <div id="page">\(before)<div class="story">\(text)\(inside)</div>\(after)</div>
                <div class="footer"><p>Imprint, contact, and all the rest that stands at the end of pages.</p></div></body></html>
                """)
    }

    /// The content of a page as one line of text.
    static func content(_ page: HTMLDocument, keeps: ArticleParts = .standard) -> String {
        guard let content = ArticleReader(keeps: keeps).read(page).content else { return "" }
        return TextWriter().string(of: content).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
