public import HTMLParsing

/// The parts of an HTML message body: the sender's own part and the quoted messages. ``ownParts(removing:)`` splits the own part further.
public struct HTMLMessageParts: Sendable {
    /// The sender's own part, including the signature.
    public let own: HTMLDocument
    /// The quoted earlier messages with their attribution lines; nil if nothing is quoted.
    public let quoted: HTMLDocument?
    /// The visible lines of `own`.
    private let lines: HTMLLines

    /// Splits a body. A body without a quote stays unchanged.
    ///
    /// A quote is found, in this order, by the elements that mail programs put around it (Gmail, Outlook, Apple Mail, Yahoo, Thunderbird,
    /// Proton) with an attribution or a header, and by attributions and headers of the common languages with quoted lines, addresses or
    /// times. What may be the sender's own text stays. A forwarded message counts as content, not as a quote.
    ///
    /// - Parameters:
    ///   - document: The body.
    ///   - isForward: Whether the subject marks a forward, so that nothing counts as quoted. Outlook writes forwards and replies alike;
    ///     only the subject differs.
    public init(_ document: HTMLDocument, isForward: Bool = false) {
        let lines = HTMLLines(document)
        if !isForward, let cut = HTMLQuoteSearch(document, lines).cut() {
            let rest = HTMLLines(cut.document)
            // Keep the body whole if only notices of programs would remain.
            if !NoticeFinder.isAll(of: rest.quoteLines, eachLineIsParagraph: true, isBlank: { !rest.lines[$0].isVisible }) {
                (own, quoted, self.lines) = (cut.document, cut.removed, rest)
                return
            }
        }
        (own, quoted, self.lines) = (document, nil, lines)
    }

    /// The parts of the sender's own part.
    public struct OwnParts: Sendable {
        /// The own part without the removed notices, including the signature.
        public let own: HTMLDocument
        /// The own part without the removed notices and the signature.
        public let ownWithoutSignature: HTMLDocument
        /// The signature; nil if none was found.
        public let signature: HTMLDocument?
        /// The notices of gateways, help desks and lists, also those that were removed.
        public let notices: [MessageNotice<HTMLDocument>]
        /// Whether `own` lacks a notice.
        public let isShortened: Bool
    }

    /// Splits the sender's own part.
    ///
    /// - Parameter removed: The kinds of notices that the own part omits.
    public func ownParts(removing removed: Set<MessageNoticeKind> = []) -> OwnParts {
        let texts = lines.quoteLines
        let found = NoticeFinder(texts, eachLineIsParagraph: true).find().filter { lines.isSeparable($0.lines) }
        let gone = found.filter { removed.contains($0.kind) }.map(\.lines)
        let shortened = without(gone, of: own, lines.lines)
        var signed = signatureCut(lines, texts, found)
        let rest = signed.flatMap { cut in
            shortened == nil ? HTMLLines.isVisible(cut.document) ? cut.document : nil : without(gone, of: cut.document, lines.lines)
        }
        // A signature must leave other content of the sender.
        if rest == nil { signed = nil }
        return OwnParts(
            own: shortened ?? own,
            ownWithoutSignature: rest ?? shortened ?? own,
            signature: signed?.removed,
            notices: found.map { notice in
                var cut = HTMLExtraction(own)
                cut.remove(lines.lines[notice.lines].flatMap(\.nodes))
                return MessageNotice(kind: notice.kind, content: cut.removed)
            }, isShortened: shortened != nil)
    }

    /// A document without some lines; nil if there are none, or if nothing else would remain.
    private func without(_ ranges: [Range<Int>], of document: HTMLDocument, _ lines: [HTMLLines.Line]) -> HTMLDocument? {
        guard !ranges.isEmpty else { return nil }
        var cut = HTMLExtraction(document)
        cut.remove(ranges.flatMap { lines[$0].flatMap(\.nodes) })
        return HTMLLines.isVisible(cut.document) ? cut.document : nil
    }

    private func signatureCut(_ html: HTMLLines, _ texts: [MessageLine], _ notices: [NoticeFinder.Notice]) -> HTMLExtraction? {
        var cut = HTMLExtraction(own)
        let lines = html.lines
        let nodeLines = NodeLines(own, lines)
        if let node = SignatureElementFinder.first(in: own, nodeLines, texts) {
            // Gmail puts the dashes outside of the signature element.
            if let first = nodeLines.range(of: node)?.lowerBound, first > 0, texts[first - 1].isDelimiter {
                cut.remove(lines[first - 1].nodes)
            }
            cut.remove(node)
            return cut
        }
        let ranges = SignatureFinder.find(in: texts, notices: notices)
        guard let last = ranges.last else { return nil }
        for range in ranges where range != last || range.upperBound < lines.count {
            guard html.isSeparable(range) else { return nil }
            cut.remove(lines[range].flatMap(\.nodes))
        }
        if last.upperBound == lines.count, let first = lines[last.lowerBound].nodes.first {
            cut.removeFrom(first, offset: lines[last.lowerBound].offset)
        }
        return cut
    }
}
