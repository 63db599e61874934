internal import HTMLParsing

/// Finds the quoted part of an HTML body and removes it.
struct HTMLQuoteSearch {
    private let document: HTMLDocument
    private let html: HTMLLines
    private let texts: [QuoteLine]
    private let nodeLines: NodeLines
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
        let texts = html.quoteLines
        self.texts = texts
        nodeLines = NodeLines(document, lines)
        containers = QuoteContainers(document: document, texts: texts, nodeLines: nodeLines)
        // Indented lines are a quote only if an attribution line precedes them.
        var isQuoted = lines.map { $0.isQuoted && !$0.isIndented }
        for index in lines.indices.dropFirst() where lines[index].isIndented {
            isQuoted[index] =
                lines[index - 1].isIndented ? isQuoted[index - 1] : QuoteIntroduction(endingBefore: index, in: texts) != nil
        }
        finder = QuoteFinder(texts, isQuoted: isQuoted)
    }

    /// Splits the document in the part without the quote and the quote; nil if there is no quote, or if it belongs to the content.
    func cut() -> HTMLExtraction? {
        if let forward = texts.firstIndex(where: \.isForward), !texts[..<forward].contains(where: Self.isIntroduction) { return nil }
        if isInterleaved { return nil }
        if let container = containers.firstQuote() {
            let start = container.attribution?.lowerBound ?? nodeLines.first(from: container.node) ?? lines.count
            return AnswerAnnouncement.occurs(in: texts[..<start]) || hasColoredAnswers(from: start) ? nil : cut(container)
        }
        return finder.find().flatMap { hasColoredAnswers(from: $0.lines.lowerBound) ? nil : cut($0) }
    }

    private func hasColoredAnswers(from start: Int) -> Bool {
        start < lines.count && ColoredAnswers(document: document, lines: lines, texts: texts).occur(from: start)
    }

    /// Whether the sender's own lines are between quotations. Such answers are not understandable without the quotations.
    ///
    /// Ignores a quoted thread at the end of the message: the answers in it are of other senders.
    private var isInterleaved: Bool {
        let isQuoted = lines.map { $0.isQuoted && !$0.isIndented }
        guard let first = isQuoted.firstIndex(of: true) else { return false }
        let end = min(containers.endingLine() ?? lines.count, finder.threadStart() ?? lines.count)
        guard let last = isQuoted[..<end].lastIndex(of: true) else { return false }
        return (first...last).contains { !isQuoted[$0] && !lines[$0].isRule && !Self.isIntroduction(texts[$0]) }
    }

    private static func isIntroduction(_ line: QuoteLine) -> Bool { QuoteIntroduction(at: 0, in: [line]) != nil }

    /// Removes a quote container and the attribution directly before it.
    private func cut(_ quote: QuoteContainers.Quote) -> HTMLExtraction {
        var cut = HTMLExtraction(document)
        if let attribution = quote.attribution { cut.remove(lines[attribution].flatMap(\.nodes)) }
        switch quote.extent {
        case .element:
            if let part = quotePart(of: quote.node) {
                cut.remove(lines[part].flatMap(\.nodes))
            } else {
                cut.remove(quote.node)
            }
        case .elementAndQuotation:
            let quotation = containers.quotation(behind: quote.node)
            cut.remove(quote.node)
            if let quotation { cut.remove(quotation) }
        case .toEnd: cut.removeFrom(quote.node)
        }
        return cut
    }

    /// The lines of attribution and quotation in a container that also holds the sender's text behind them; nil if the whole container is
    /// quoted.
    private func quotePart(of container: HTMLNode) -> Range<Int>? {
        guard let range = nodeLines.range(of: container), let first = lines[range].firstIndex(where: \.isQuoted),
            let last = lines[range].lastIndex(where: \.isQuoted), last + 1 < range.upperBound
        else { return nil }
        // Other text before the quotation is an earlier message, so the whole container is quoted.
        let start = range.lowerBound
        let isAttributed =
            first == start || QuoteIntroduction(endingBefore: first, in: texts)?.lines.lowerBound == start
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
        guard quote.ownCharacters == 0, html.isSeparable(range) else { return nil }
        cut.remove(lines[range].flatMap(\.nodes))
        return cut
    }
}
