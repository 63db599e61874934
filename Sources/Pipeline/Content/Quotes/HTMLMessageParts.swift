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
    /// Outlook writes nothing above such a message that it does not write above a reply, too; only the subject tells.
    ///
    /// - Parameters:
    ///   - document: The body.
    ///   - isForward: Whether the message is known to pass another one on: then nothing of it counts as quoted.
    public init(_ document: HTMLDocument, isForward: Bool = false) {
        own = document
        if !isForward, let cut = HTMLQuoteSearch(document).cut(), Self.showsSomething(cut.document) {
            own = cut.document
            quoted = cut.removed
        }
        ownWithoutSignature = own
        if let cut = Self.cutSignature(own), Self.showsSomething(cut.document) {
            ownWithoutSignature = cut.document
            signature = cut.removed
        }
    }

    private static func cutSignature(_ document: HTMLDocument) -> HTMLCut? {
        var cut = HTMLCut(document)
        let lines = HTMLLines(document).lines
        if let node = QuoteContainers(document: document, lines: lines).firstSignature() {
            // Gmail puts the dashes in an element of their own, or in none.
            let inside = Set(document.descendants(of: node))
            if let first = lines.firstIndex(where: { $0.nodes.contains(where: inside.contains) }), first > 0,
                SignatureFinder.isDelimiter(lines[first - 1].text), !lines[first - 1].nodes.contains(where: inside.contains)
            {
                cut.remove(lines[first - 1].nodes)
            }
            cut.remove(node)
            return cut
        }
        guard let start = SignatureFinder.find(in: lines.map(\.text)), let first = lines[start].nodes.first else { return nil }
        cut.removeFrom(first, offset: lines[start].offset)
        return cut
    }

    private static func showsSomething(_ document: HTMLDocument) -> Bool {
        HTMLLines(document).lines.contains { !$0.isRule }
    }
}
