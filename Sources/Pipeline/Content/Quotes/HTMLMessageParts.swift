public import HTMLParsing

/// An HTML body in parts: what its sender wrote, what it quotes, and the signature.
public struct HTMLMessageParts: Sendable {
    /// The sender's own part, with the signature.
    public private(set) var own: HTMLDocument
    /// The quoted earlier messages with what introduces them; nil if nothing is quoted.
    public private(set) var quoted: HTMLDocument?
    /// The signature; nil if none was found.
    public private(set) var signature: HTMLDocument?
    /// The sender's own part without the signature.
    public private(set) var ownWithoutSignature: HTMLDocument

    /// Splits a body. What quotes nothing stays as it is.
    ///
    /// The quote is found by the elements that mail programs put around it (Gmail, Outlook, Apple Mail, Yahoo, Thunderbird, Proton), by the
    /// lines that introduce it in the common languages, and at last as the last quotation. A message that is passed on counts as content.
    public init(_ document: HTMLDocument) {
        own = document
        if let cut = Self.cutQuote(document), Self.showsSomething(cut.document) {
            own = cut.document
            quoted = cut.removed
        }
        ownWithoutSignature = own
        if let cut = Self.cutSignature(own), Self.showsSomething(cut.document) {
            ownWithoutSignature = cut.document
            signature = cut.removed
        }
    }

    private static func cutQuote(_ document: HTMLDocument) -> HTMLCut? {
        let lines = HTMLLines(document).lines
        if let forward = lines.firstIndex(where: { QuoteLine($0.text).isForward }), !lines[..<forward].contains(where: isIntroduction) {
            return nil
        }
        // Answers between the quotes mean nothing without them.
        if Self.isInterleaved(lines) { return nil }
        if let (container, extent) = QuoteContainers(document: document).firstQuote() {
            return cut(container, extent, of: document, lines)
        }
        let finder = QuoteFinder(lines.map { $0.isRule ? "----" : $0.text }, isQuoted: lines.map(\.isQuoted))
        if let quote = finder.find() { return cut(quote, of: document, lines) }
        // "As Einstein said:" begins a passage that belongs to the message.
        if let first = lines.firstIndex(where: \.isQuoted), first > 0, QuoteLine(lines[first - 1].text).bare.hasSuffix(":") { return nil }
        return lastQuotation(of: document).map { quotation in
            var cut = HTMLCut(document)
            cut.remove(quotation)
            return cut
        }
    }

    /// Whether the sender's own lines stand between quotations.
    private static func isInterleaved(_ lines: [HTMLLines.Line]) -> Bool {
        guard let first = lines.firstIndex(where: \.isQuoted), let last = lines.lastIndex(where: \.isQuoted) else { return false }
        return lines[first...last].contains { !$0.isQuoted && !$0.isRule && !isIntroduction($0) }
    }

    private static func isIntroduction(_ line: HTMLLines.Line) -> Bool {
        QuoteIntroduction(at: 0, in: [QuoteLine(line.text)]) != nil
    }

    /// Takes a container out, and the introduction right before it.
    private static func cut(
        _ container: HTMLNode, _ extent: QuoteContainers.Extent, of document: HTMLDocument, _ lines: [HTMLLines.Line]
    ) -> HTMLCut {
        var cut = HTMLCut(document)
        var inside = Set(document.descendants(of: container))
        inside.insert(container)
        if let first = lines.firstIndex(where: { $0.nodes.contains(where: inside.contains) }), first > 0 {
            let texts = lines[..<first].map { QuoteLine($0.text) }
            for start in max(0, first - 3)..<first {
                guard let introduction = QuoteIntroduction(at: start, in: texts), introduction.lines.upperBound == first else { continue }
                if introduction.ownCharacters == 0 { cut.remove(lines[introduction.lines].flatMap(\.nodes)) }
                break
            }
        }
        switch extent {
        case .element: cut.remove(container)
        case .elementAndQuotation:
            var next = document.nextSibling(of: container)
            while let node = next, !document.isHTML(node, .blockquote) {
                let isBlank = document.kind(of: node) == .text && document.text(of: node).allSatisfy(\.isWhitespace)
                next = isBlank ? document.nextSibling(of: node) : nil
            }
            cut.remove(container)
            if let next { cut.remove(next) }
        case .toEnd: cut.removeFrom(container)
        }
        return cut
    }

    private static func cut(_ quote: QuoteFinder.Quote, of document: HTMLDocument, _ lines: [HTMLLines.Line]) -> HTMLCut? {
        var cut = HTMLCut(document)
        let range = quote.lines
        guard let first = lines[range.lowerBound].nodes.first else { return nil }
        if lines[range.upperBound...].allSatisfy({ !$0.isRule && $0.text.allSatisfy(\.isWhitespace) && $0.offset > 0 }) {
            if quote.ownCharacters > 0 {
                guard lines[range.lowerBound].nodes.count == 1 else { return nil }
                cut.keepStart(of: first, characters: quote.ownCharacters)
                cut.remove(lines[range.dropFirst()].flatMap(\.nodes))
            } else {
                cut.removeFrom(first, offset: lines[range.lowerBound].offset)
            }
            return cut
        }
        // Preformatted text has several lines in one node; those are only cut to the end.
        guard quote.ownCharacters == 0, lines[range].allSatisfy({ $0.offset == 0 }), lines[range.upperBound].offset == 0 else { return nil }
        cut.remove(lines[range].flatMap(\.nodes))
        return cut
    }

    /// The last quotation that stands in no other one and that Gmail did not make for a passage that the sender quotes on purpose.
    private static func lastQuotation(of document: HTMLDocument) -> HTMLNode? {
        var last: HTMLNode?
        var upcoming = document.firstChild(of: document.root)
        while let node = upcoming {
            let isQuotation = document.isHTML(node, .blockquote)
            if isQuotation, document.attribute("class", of: node)?.contains("gmail_quote") != true { last = node }
            let inside = isQuotation ? nil : document.firstChild(of: node)
            upcoming = inside ?? document.nodeAfter(node, within: document.root)
        }
        return last
    }

    private static func cutSignature(_ document: HTMLDocument) -> HTMLCut? {
        var cut = HTMLCut(document)
        if let node = QuoteContainers(document: document).firstSignature() {
            cut.remove(node)
            return cut
        }
        let lines = HTMLLines(document).lines
        guard let start = SignatureFinder.find(in: lines.map(\.text)), let first = lines[start].nodes.first else { return nil }
        cut.removeFrom(first, offset: lines[start].offset)
        return cut
    }

    private static func showsSomething(_ document: HTMLDocument) -> Bool {
        HTMLLines(document).lines.contains { !$0.isRule }
    }
}
