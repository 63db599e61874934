public import HTMLParsing

/// The markup of a text: HTML, perhaps with blank lines that part its paragraphs.
public struct TextMarkup: Sendable {
    /// The text as HTML. Angle brackets that begin no tag are character references where a parser would lose the words behind them.
    public let html: String
    /// Whether blank lines part paragraphs, and line ends break lines.
    public let hasParagraphs: Bool
    /// Whether the document is what a parser makes of the text as it is.
    public let isVerbatim: Bool
    /// Whether the text may have brackets in elements that begin no tag. Its document shows that: see ``repaired(_:)``.
    private let mayHaveStrays: Bool

    /// - Parameters:
    ///   - html: The text as HTML.
    ///   - isRepaired: Whether it differs from the text.
    init(html: String, hasParagraphs: Bool = false, isRepaired: Bool = false, mayHaveStrays: Bool = false) {
        self.html = html
        self.hasParagraphs = hasParagraphs
        self.mayHaveStrays = mayHaveStrays
        isVerbatim = !hasParagraphs && !isRepaired
    }

    /// Makes character references of the angle brackets that begin no tag.
    ///
    /// - Parameter brackets: Their offsets in UTF-8, in order.
    init(escaping brackets: [Int], in text: String, hasParagraphs: Bool = false, mayHaveStrays: Bool = false) {
        guard !brackets.isEmpty else {
            self.init(html: text, hasParagraphs: hasParagraphs, mayHaveStrays: mayHaveStrays)
            return
        }
        let bytes = text.utf8.span
        var html: [UInt8] = []
        html.reserveCapacity(bytes.count + 3 * brackets.count)
        var start = 0
        for bracket in brackets {
            for index in start..<bracket { html.append(bytes[index]) }
            html += "&lt;".utf8
            start = bracket + 1
        }
        for index in start..<bytes.count { html.append(bytes[index]) }
        self.init(html: String(decoding: html, as: UTF8.self), hasParagraphs: hasParagraphs, isRepaired: true, mayHaveStrays: mayHaveStrays)
    }

    /// Makes the document of the text.
    ///
    /// - Parameter isFragment: Whether the document lacks the elements `html`, `head` and `body`.
    public func document(isFragment: Bool = true) -> HTMLDocument {
        let document = isFragment ? HTMLDocument(parsingFragment: html) : HTMLDocument(parsing: html)
        return repaired(document)?.document(isFragment: isFragment) ?? completed(document)
    }

    /// Returns the markup with character references for brackets that begin no tag, though the parser takes them for some; nil without any.
    ///
    /// Only a document with elements that HTML does not know can have any: most texts are not searched.
    ///
    /// - Parameter document: What a parser makes of ``html``.
    public func repaired(_ document: HTMLDocument) -> TextMarkup? {
        guard mayHaveStrays, document.hasUnknownElements else { return nil }
        let strays = StrayBrackets.offsets(in: html.utf8.span, from: 0)
        return strays.isEmpty ? nil : TextMarkup(escaping: strays, in: html, hasParagraphs: hasParagraphs)
    }

    /// Returns a document of ``html`` with its paragraphs as elements.
    public func completed(_ document: HTMLDocument) -> HTMLDocument {
        guard hasParagraphs else { return document }
        var document = document
        document.splitParagraphs()
        return document
    }
}
