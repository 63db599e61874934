public import HTMLParsing

/// An HTML body in parts: what its sender wrote, what it quotes, and the signature.
public struct HTMLMessageParts: Sendable {
    /// The sender's own part, with the signature.
    public let own: HTMLDocument
    /// The quoted earlier messages with what introduces them; nil if nothing is quoted.
    public let quoted: HTMLDocument?
    /// The visible lines of `own`.
    private let lines: HTMLLines

    /// Splits a body. What quotes nothing stays as it is.
    ///
    /// The quote is found by the elements that mail programs put around it (Gmail, Outlook, Apple Mail, Yahoo, Thunderbird, Proton), by the
    /// lines that introduce it in the common languages, and at last as the last quotation. A message that is passed on counts as content.
    /// Outlook writes nothing above such a message that it does not write above a reply, too; only the subject tells.
    ///
    /// - Parameters:
    ///   - document: The body.
    ///   - isForward: Whether the message is known to pass another one on: then nothing of it counts as quoted.
    public init(_ document: HTMLDocument, isForward: Bool = false) {
        let lines = HTMLLines(document)
        if !isForward, let cut = HTMLQuoteSearch(document, lines).cut() {
            let left = HTMLLines(cut.document)
            if left.showsSomething {
                (own, quoted, self.lines) = (cut.document, cut.removed, left)
                return
            }
        }
        (own, quoted, self.lines) = (document, nil, lines)
    }

    /// The signature; nil if none was found. It is looked for each time.
    public var signature: HTMLDocument? { splitSignature()?.signature }

    /// The sender's own part without the signature, which is looked for each time.
    public var ownWithoutSignature: HTMLDocument { splitSignature()?.own ?? own }

    /// Splits the sender's own part in two.
    ///
    /// - Returns: The part without its signature, and the signature; nil if there is none.
    public func splitSignature() -> (own: HTMLDocument, signature: HTMLDocument)? {
        guard let cut = signatureCut, HTMLLines.isVisible(cut.document) else { return nil }
        return (cut.document, cut.removed)
    }

    private var signatureCut: HTMLExtraction? {
        var cut = HTMLExtraction(own)
        let lines = lines.lines
        if let node = QuoteContainers(document: own, lines: lines).firstSignature() {
            // Gmail puts the dashes in an element of their own, or in none.
            let inside = NodeSet(below: node, in: own)
            if let first = lines.firstIndex(where: { $0.nodes.contains(where: inside.contains) }), first > 0,
                SignatureFinder.isDelimiter(QuoteLine(lines[first - 1])), !lines[first - 1].nodes.contains(where: inside.contains)
            {
                cut.remove(lines[first - 1].nodes)
            }
            cut.remove(node)
            return cut
        }
        // One line more than are searched tells that there are more.
        let skipped = max(0, lines.count - SignatureFinder.searchedLines - 1)
        guard let start = SignatureFinder.find(in: lines[skipped...].map { QuoteLine($0) }).map({ $0 + skipped }),
            let first = lines[start].nodes.first
        else { return nil }
        cut.removeFrom(first, offset: lines[start].offset)
        return cut
    }
}
