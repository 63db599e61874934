import HTMLParsing
import HTMLWriting

/// The Markdown of a document, without the last line end.
func markdown(_ html: String, _ options: MarkdownOptions = MarkdownOptions()) -> String {
    withoutLastLineEnd(MarkdownWriter(options: options).string(of: HTMLDocument(parsing: html)))
}

/// The plain text of a document, without the last line end.
func plainText(_ html: String, _ options: TextOptions = TextOptions()) -> String {
    withoutLastLineEnd(TextWriter(options: options).string(of: HTMLDocument(parsing: html)))
}

private func withoutLastLineEnd(_ text: String) -> String { text.hasSuffix("\n") ? String(text.dropLast()) : text }
