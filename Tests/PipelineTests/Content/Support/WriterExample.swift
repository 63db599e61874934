import HTMLParsing
import Pipeline
import Testing

/// A piece of HTML, and what is to come of it.
struct WriterExample: Sendable, CustomTestStringConvertible {
    let name: String
    let html: String
    let out: String

    init(_ name: String, in html: String, out: String) {
        self.name = name
        self.html = html
        self.out = out
    }

    var testDescription: String { name }
}

/// The Markdown of a document, without the last line end.
func markdown(_ html: String, _ options: MarkdownOptions = MarkdownOptions()) -> String {
    withoutLastLineEnd(MarkdownWriter(options: options).string(of: HTMLDocument(parsing: html)))
}

/// The plain text of a document, without the last line end.
func plainText(_ html: String, _ options: TextOptions = TextOptions()) -> String {
    withoutLastLineEnd(TextWriter(options: options).string(of: HTMLDocument(parsing: html)))
}

private func withoutLastLineEnd(_ text: String) -> String { text.hasSuffix("\n") ? String(text.dropLast()) : text }
