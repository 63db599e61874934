public import HTMLParsing

extension HTMLDocument {
    /// Parses Markdown as the content of a body. The nodes become children of `root`.
    ///
    /// The tree is what a browser makes of the HTML that CommonMark defines. HTML in the text becomes part of the tree, including harmful
    /// HTML: see `HTMLSanitizer`. Parsing never fails, and takes linear time.
    ///
    /// - Parameters:
    ///   - markdown: The text, without front matter.
    ///   - syntax: The extensions of CommonMark.
    /// - SeeAlso: [CommonMark 0.31.2](https://spec.commonmark.org/0.31.2/)
    public init(parsingMarkdown markdown: String, as syntax: MarkdownSyntax = .gitHub) {
        var markdown = markdown
        markdown.makeContiguousUTF8()
        self.init(parsingMarkdown: markdown.utf8.span, as: syntax)
    }

    /// Parses Markdown as the content of a body. The nodes become children of `root`.
    ///
    /// - Parameters:
    ///   - markdown: UTF-8, optionally with a byte order mark. Ill-formed sequences and NUL become U+FFFD. Bytes after the first
    ///     1,073,741,824 (``HTMLParser/maximumBytes``) are ignored.
    ///   - syntax: The extensions of CommonMark.
    public init(parsingMarkdown markdown: Span<UInt8>, as syntax: MarkdownSyntax = .gitHub) {
        let bytes = markdown.extracting(first: min(markdown.count, HTMLParser.maximumBytes))
        if let whole = HTMLParser.repairedUTF8(bytes) {
            self.init(wellFormed: whole.span, syntax)
        } else {
            self.init(wellFormed: bytes, syntax)
        }
    }

    private init(wellFormed text: Span<UInt8>, _ syntax: MarkdownSyntax) {
        let text = text.extracting(droppingFirst: HTMLEncoding.byteOrderMarkLength(text))
        var parser = BlockParser(syntax, documentLength: text.count)
        if firstIndex(of: 0, 0, 0, 0, from: 0, in: text) == text.count {
            parser.parse(text)
        } else {
            let copy = text.withoutNULs()
            parser.parse(copy.span)
        }
        self = TreeWriter.document(of: parser).document
    }
}

extension Span<UInt8> {
    /// A copy in which U+FFFD stands for each NUL.
    func withoutNULs() -> [UInt8] {
        var copy: [UInt8] = []
        copy.reserveCapacity(count)
        for index in indices {
            if self[index] == 0 { copy.append(codePoint: 0xFFFD) } else { copy.append(self[index]) }
        }
        return copy
    }
}
