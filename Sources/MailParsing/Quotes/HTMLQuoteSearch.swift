internal import HTMLParsing

/// Finds what an HTML body quotes and takes it out.
struct HTMLQuoteSearch {
    private let document: HTMLDocument
    private let html: HTMLLines
    private let texts: [QuoteLine]
    private let containers: QuoteContainers
    private let finder: QuoteFinder

    private var lines: [HTMLLines.Line] { html.lines }

    /// - Parameter html: The document's lines.
    init(_ document: HTMLDocument, _ html: HTMLLines) {
        self.document = document
        self.html = html
        let lines = html.lines
        let texts = lines.map { $0.isRule ? QuoteLine("----", hasMailLink: $0.hasMailLink) : QuoteLine($0) }
        self.texts = texts
        containers = QuoteContainers(document: document, lines: lines)
        // What is only indented is a quote if a line introduces it.
        var isQuoted = lines.map { $0.isQuoted && !$0.isIndented }
        for index in lines.indices.dropFirst() where lines[index].isIndented {
            isQuoted[index] =
                lines[index - 1].isIndented ? isQuoted[index - 1] : Self.introduction(endingAt: index, in: texts) != nil
        }
        finder = QuoteFinder(texts, isQuoted: isQuoted)
    }

    /// The document without its quote, and the quote; nil if there is none or the message is better left as it is.
    func cut() -> HTMLExtraction? {
        if let forward = texts.firstIndex(where: \.isForward), !texts[..<forward].contains(where: Self.isIntroduction) { return nil }
        if isInterleaved { return nil }
        if let (container, extent) = containers.firstQuote() { return cut(container, extent) }
        if let quote = finder.find() { return cut(quote) }
        guard let quotation = lastQuotation else { return nil }
        let inside = NodeSet(below: quotation, in: document)
        let first = lines.firstIndex { $0.nodes.contains(where: inside.contains) } ?? 0
        // "As Einstein said:" begins a passage that belongs to the message.
        if first > 0, texts[first - 1].bareEnds(with: 0x3A) { return nil }
        var cut = HTMLExtraction(document)
        cut.remove(quotation)
        return cut
    }

    /// Whether the sender's own lines stand between quotations: answers mean nothing without what they answer.
    ///
    /// In a thread that goes on to the end of the message other people have answered.
    private var isInterleaved: Bool {
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
        let isQuoted = lines[..<end].map { $0.isQuoted && !$0.isIndented }
        guard let first = isQuoted.firstIndex(of: true), let last = isQuoted.lastIndex(of: true) else { return false }
        return (first...last).contains { !isQuoted[$0] && !lines[$0].isRule && !Self.isIntroduction(texts[$0]) }
    }

    private static func isIntroduction(_ line: QuoteLine) -> Bool { QuoteIntroduction(at: 0, in: [line]) != nil }

    /// The introduction whose last line is the one before this.
    private static func introduction(endingAt end: Int, in texts: [QuoteLine]) -> QuoteIntroduction? {
        for start in max(0, end - 4)..<end {
            if let introduction = QuoteIntroduction(at: start, in: texts), introduction.lines.upperBound == end { return introduction }
        }
        return nil
    }

    /// Takes a container out, and the introduction right before it.
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
                let isBlank = document.kind(of: node) == .text && document.textBytes.showsNothing(document.textRange(of: node))
                next = isBlank ? document.nextSibling(of: node) : nil
            }
            cut.remove(container)
            if let next { cut.remove(next) }
        case .toEnd: cut.removeFrom(container)
        }
        return cut
    }

    /// The attribution and the quotation in a container behind which its sender has written on; nil if all of the container is quoted.
    private func quotePart(of inside: NodeSet) -> Range<Int>? {
        guard let start = lines.firstIndex(where: { $0.nodes.contains(where: inside.contains) }) else { return nil }
        let end = lines[start...].firstIndex { !$0.nodes.contains(where: inside.contains) } ?? lines.count
        guard let first = lines[start..<end].firstIndex(where: \.isQuoted), let last = lines[start..<end].lastIndex(where: \.isQuoted)
        else {
            return nil
        }
        // What is neither attribution nor quotation is an earlier message that stands in no quotation.
        let isAttributed =
            first == start || Self.introduction(endingAt: first, in: texts)?.lines.lowerBound == start
            || first == start + 1 && texts[start].bareEnds(with: 0x3A)
        return isAttributed && last + 1 < end ? start..<last + 1 : nil
    }

    private func cut(_ quote: QuoteFinder.Quote) -> HTMLExtraction? {
        var cut = HTMLExtraction(document)
        let range = quote.lines
        let begin = lines[range.lowerBound]
        guard let first = begin.nodes.first else { return nil }
        if lines[range.upperBound...].allSatisfy({ !$0.isRule && $0.text.showsNothing(0..<$0.text.count) && $0.offset > 0 }) {
            let place = quote.ownCharacters > 0 ? html.place(behind: quote.ownCharacters, in: begin) : (first, begin.offset)
            guard let place else { return nil }
            cut.removeFrom(place.0, offset: place.1)
            return cut
        }
        // Preformatted text has several lines in one node; those are only cut to the end.
        guard quote.ownCharacters == 0, lines[range].allSatisfy({ $0.offset == 0 }), lines[range.upperBound].offset == 0 else { return nil }
        cut.remove(lines[range].flatMap(\.nodes))
        return cut
    }

    /// The last quotation that stands in no other one, that is no indented passage, and that Gmail did not make for a passage that the sender
    /// quotes on purpose.
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
