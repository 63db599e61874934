import HTMLParsing
package import HTMLWriting

/// Converts HTML to Markdown, without the last line end.
package func markdown(_ html: String, _ options: MarkdownOptions = MarkdownOptions()) -> String {
    withoutLastLineEnd(MarkdownWriter(options: options).string(of: HTMLDocument(parsing: html)))
}

/// Converts HTML to plain text, without the last line end.
package func plainText(_ html: String, _ options: TextOptions = TextOptions()) -> String {
    withoutLastLineEnd(TextWriter(options: options).string(of: HTMLDocument(parsing: html)))
}

private func withoutLastLineEnd(_ text: String) -> String { text.hasSuffix("\n") ? String(text.dropLast()) : text }
