internal import HTMLParsing

/// Finds the quoted part of an HTML body and removes it.
struct HTMLQuoteSearch {
    private let document: HTMLDocument
    private let html: HTMLLines
    private let texts: [QuoteLine]
    private let containers: QuoteContainers
    private let finder: QuoteFinder

    private var lines: [HTMLLines.Line] { html.lines }

    /// - Parameters:
    ///   - document: The body.
    ///   - html: The lines of the body.
    init(_ document: HTMLDocument, _ html: HTMLLines) {
        self.document = document
        self.html = html
        let lines = html.lines
        let texts = lines.map { $0.isRule ? QuoteLine("----", hasMailLink: $0.hasMailLink) : QuoteLine($0) }
        self.texts = texts
        containers = QuoteContainers(document: document, lines: lines)
        // Indented lines are a quote only if an attribution line precedes them.
        var isQuoted = lines.map { $0.isQuoted && !$0.isIndented }
        for index in lines.indices.dropFirst() where lines[index].isIndented {
            isQuoted[index] =
                lines[index - 1].isIndented ? isQuoted[index - 1] : Self.introduction(endingAt: index, in: texts) != nil
        }
        finder = QuoteFinder(texts, isQuoted: isQuoted)
    }

    /// Splits the document in the part without the quote and the quote; nil if there is no quote, or if it belongs to the content.
    func cut() -> HTMLExtraction? {
        if let forward = texts.firstIndex(where: \.isForward), !texts[..<forward].contains(where: Self.isIntroduction) { return nil }
        if isInterleaved { return nil }
        if let (container, extent) = containers.firstQuote() { return cut(container, extent) }
        if let quote = finder.find() { return cut(quote) }
        guard let quotation = lastQuotation else { return nil }
        let inside = NodeSet(below: quotation, in: document)
        let first = lines.firstIndex { $0.nodes.contains(where: inside.contains) } ?? 0
        // A quotation behind a line such as "As Einstein said:" belongs to the content.
        if first > 0, texts[first - 1].trimmedHasSuffix(with: 0x3A) { return nil }
        var cut = HTMLExtraction(document)
        cut.remove(quotation)
        return cut
    }

    /// Whether the sender's own lines are between quotations. Such answers are not understandable without the quotations.
    ///
    /// Ignores a quoted thread at the end of the message: the answers in it are of other senders.
    private var isInterleaved: Bool {
        let isQuoted = lines.map { $0.isQuoted && !$0.isIndented }
        guard let first = isQuoted.firstIndex(of: true) else { return false }
        var end = lines.count
        if let ending = containers.firstEnding() {
            var inside = NodeSet(document)
            inside.insert(ending)
            var next = document.firstChild(of: ending) ?? document.nodeAfter(ending, within: document.root)
            while let node = next {
                inside.insert(node)
                next = document.firstChild(of: node) ?? document.nodeAfter(node, within: document.root)
            }
            end = lines.firstIndex { $0.nodes.contains(where: inside.contains) } ?? end
        }
        if let thread = finder.threadStart() { end = min(end, thread) }
        guard let last = isQuoted[..<end].lastIndex(of: true) else { return false }
        return (first...last).contains { !isQuoted[$0] && !lines[$0].isRule && !Self.isIntroduction(texts[$0]) }
    }

    private static func isIntroduction(_ line: QuoteLine) -> Bool { QuoteIntroduction(at: 0, in: [line]) != nil }

    /// The introduction that ends directly before a line.
    private static func introduction(endingAt end: Int, in texts: [QuoteLine]) -> QuoteIntroduction? {
        for start in max(0, end - 4)..<end {
            if let introduction = QuoteIntroduction(at: start, endingBefore: end, in: texts) { return introduction }
        }
        return nil
    }

    /// Removes a quote container and the introduction directly before it.
    private func cut(_ container: HTMLNode, _ extent: QuoteContainers.Extent) -> HTMLExtraction {
        var cut = HTMLExtraction(document)
        var inside = NodeSet(below: container, in: document)
        inside.insert(container)
        if let first = lines.firstIndex(where: { $0.nodes.contains(where: inside.contains) }), first > 0,
            let introduction = Self.introduction(endingAt: first, in: texts), introduction.ownCharacters == 0
        {
            cut.remove(lines[introduction.lines].flatMap(\.nodes))
        }
        switch extent {
        case .element:
            if let quote = quotePart(of: inside) {
                cut.remove(lines[quote].flatMap(\.nodes))
            } else {
                cut.remove(container)
            }
        case .elementAndQuotation:
            var next = document.nextSibling(of: container)
            while let node = next, !document.isHTML(node, .blockquote) {
                let isBlank = document.kind(of: node) == .text && document.textBytes.isUnicodeBlank(document.textRange(of: node))
                next = isBlank ? document.nextSibling(of: node) : nil
            }
            cut.remove(container)
            if let next { cut.remove(next) }
        case .toEnd: cut.removeFrom(container)
        }
        return cut
    }

    /// The lines of attribution and quotation in a container that also holds the sender's text behind them; nil if the whole container is
    /// quoted.
    private func quotePart(of inside: NodeSet) -> Range<Int>? {
        guard let start = lines.firstIndex(where: { $0.nodes.contains(where: inside.contains) }) else { return nil }
        let end = lines[start...].firstIndex { !$0.nodes.contains(where: inside.contains) } ?? lines.count
        guard let first = lines[start..<end].firstIndex(where: \.isQuoted), let last = lines[start..<end].lastIndex(where: \.isQuoted)
        else {
            return nil
        }
        // This check takes much less time than reading the attribution.
        guard last + 1 < end else { return nil }
        // Other text before the quotation is an earlier message, so the whole container is quoted.
        let isAttributed =
            first == start || Self.introduction(endingAt: first, in: texts)?.lines.lowerBound == start
            || first == start + 1 && texts[start].trimmedHasSuffix(with: 0x3A)
        return isAttributed ? start..<last + 1 : nil
    }

    private func cut(_ quote: QuoteFinder.Quote) -> HTMLExtraction? {
        var cut = HTMLExtraction(document)
        let range = quote.lines
        let begin = lines[range.lowerBound]
        guard let first = begin.nodes.first else { return nil }
        if lines[range.upperBound...].allSatisfy({ !$0.isRule && $0.text.isUnicodeBlank(0..<$0.text.count) && $0.offset > 0 }) {
            let place = quote.ownCharacters > 0 ? html.place(behind: quote.ownCharacters, in: begin) : (first, begin.offset)
            guard let place else { return nil }
            cut.removeFrom(place.0, offset: place.1)
            return cut
        }
        // Preformatted text has several lines in one node; only a quote up to the end can be removed from it.
        guard quote.ownCharacters == 0, lines[range].allSatisfy({ $0.offset == 0 }), lines[range.upperBound].offset == 0 else { return nil }
        cut.remove(lines[range].flatMap(\.nodes))
        return cut
    }

    /// The last outermost `blockquote` that is no indent, and that is not of the class `gmail_quote`, which Gmail gives to passages that the
    /// sender quotes on purpose.
    private var lastQuotation: HTMLNode? {
        var last: HTMLNode?
        var upcoming = document.firstChild(of: document.root)
        while let node = upcoming {
            let isQuotation = document.isHTML(node, .blockquote)
            if isQuotation, document.attribute("class", of: node)?.contains("gmail_quote") != true,
                !BlockquoteIndent(node, in: document).isIndentOnly
            {
                last = node
            }
            let inside = isQuotation ? nil : document.firstChild(of: node)
            upcoming = inside ?? document.nodeAfter(node, within: document.root)
        }
        return last
    }
}
