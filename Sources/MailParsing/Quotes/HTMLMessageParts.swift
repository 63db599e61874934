public import HTMLParsing

/// The parts of an HTML message body: the sender's own part, the quoted messages, and the signature.
public struct HTMLMessageParts: Sendable {
    /// The sender's own part, including the signature.
    public let own: HTMLDocument
    /// The quoted earlier messages with their attribution lines; nil if nothing is quoted.
    public let quoted: HTMLDocument?
    /// The visible lines of `own`, if they are known.
    private let lines: HTMLLines?

    /// Splits a body. A body without a quote stays unchanged.
    ///
    /// A quote is found, in this order, by the elements that mail programs put around it (Gmail, Outlook, Apple Mail, Yahoo, Thunderbird,
    /// Proton), by attribution lines in the common languages, and as the last `blockquote`. A forwarded message counts as content, not as
    /// a quote.
    ///
    /// - Parameters:
    ///   - document: The body.
    ///   - isForward: Whether the subject marks a forward, so that nothing counts as quoted. Outlook writes forwards and replies alike;
    ///     only the subject differs.
    public init(_ document: HTMLDocument, isForward: Bool = false) {
        let lines = HTMLLines(document)
        if !isForward, let cut = HTMLQuoteSearch(document, lines).cut(), HTMLLines.isVisible(cut.document) {
            (own, quoted, self.lines) = (cut.document, cut.removed, nil)
            return
        }
        (own, quoted, self.lines) = (document, nil, lines)
    }

    /// The signature; nil if none was found. Each access searches again.
    public var signature: HTMLDocument? { splitSignature()?.signature }

    /// The sender's own part without the signature. Each access searches again.
    public var ownWithoutSignature: HTMLDocument { splitSignature()?.own ?? own }

    /// Splits the signature from the sender's own part.
    ///
    /// - Returns: The part without the signature, and the signature; nil if there is none.
    public func splitSignature() -> (own: HTMLDocument, signature: HTMLDocument)? {
        guard let cut = signatureCut, HTMLLines.isVisible(cut.document) else { return nil }
        return (cut.document, cut.removed)
    }

    private var signatureCut: HTMLExtraction? {
        var cut = HTMLExtraction(own)
        let lines = (lines ?? HTMLLines(own)).lines
        if let node = QuoteContainers(document: own, lines: lines).firstSignature() {
            // Gmail puts the dashes outside of the signature element.
            let inside = NodeSet(below: node, in: own)
            if let first = lines.firstIndex(where: { $0.nodes.contains(where: inside.contains) }), first > 0,
                SignatureFinder.isDelimiter(QuoteLine(lines[first - 1])), !lines[first - 1].nodes.contains(where: inside.contains)
            {
                cut.remove(lines[first - 1].nodes)
            }
            cut.remove(node)
            return cut
        }
        // The finder gets one line more than it searches, to know that earlier lines exist.
        let skipped = max(0, lines.count - SignatureFinder.searchedLines - 1)
        guard let start = SignatureFinder.find(in: lines[skipped...].map { QuoteLine($0) }).map({ $0 + skipped }),
            let first = lines[start].nodes.first
        else { return nil }
        cut.removeFrom(first, offset: lines[start].offset)
        return cut
    }
}
