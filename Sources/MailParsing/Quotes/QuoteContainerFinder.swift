internal import HTMLParsing

/// Finds the elements that mail programs put around quotes and signatures, by class and id.
///
/// Webmail programs also put their classes around what the sender writes, and pages are pasted with them. So a container is a quote only
/// with an attribution or a header directly before it or at its start. `blockquote type=cite` and the id of a reply's header need none:
/// nothing but a reply has them.
struct QuoteContainerFinder {
    /// A container with the evidence that it is a quote.
    struct Quote {
        /// The part of the document that a container marks as quoted: the element, the element and the next `blockquote`, or everything
        /// from the element on.
        enum Extent { case element, elementAndQuotation, toEnd }

        let node: HTMLNode
        let extent: Extent
        /// The lines of the attribution directly before the container.
        let attribution: Range<Int>?
    }

    let document: HTMLDocument
    private let texts: [MessageLine]
    private let nodeLines: NodeLines
    private let bytes: [UInt8]
    /// The elements that may be containers, in document order.
    private let candidates: [Candidate]
    /// The lines that Gmail has marked as attributions.
    private let markedAttributions: Set<Int>

    private struct Candidate {
        enum Evidence { case certain, attributionBefore, attribution, header }
        let node: HTMLNode
        let evidence: Evidence
        let extent: Quote.Extent
    }

    private static let quoteClasses: Set<Substring> = [
        "gmail_quote", "gmail_quote_container", "yahoo_quoted", "protonmail_quote", "tutanota_quote", "zmail_extra", "front-blockquote",
        "outlookmessageheader", "gmail_extra_quote", "x_gmail_quote",
    ]
    private static let replyHeader = ["divrplyfwdmsg"]
    private static let endingIdentifiers = ["olk_src_body_section", "mail-editor-reference-message-container", "replysplit"]
    /// Outlook also leaves these in new messages. They end the sender's own part only before a quoted header.
    private static let markers = ["appendonsend", "stopspelling"]

    init(document: HTMLDocument, texts: [MessageLine], nodeLines: NodeLines) {
        (self.document, self.texts, self.nodeLines) = (document, texts, nodeLines)
        bytes = document.textBytes
        var candidates: [Candidate] = []
        var attributions: Set<Int> = []
        for node in document.descendants(of: document.root) where document.kind(of: node) == .element {
            let names = IDAndClasses(of: node, in: document, bytes)
            if let candidate = Self.candidate(node, names, document) { candidates.append(candidate) }
            if names.classes.contains("gmail_attr"), let line = nodeLines.range(of: node)?.lowerBound { attributions.insert(line) }
        }
        (self.candidates, markedAttributions) = (candidates, attributions)
    }

    private static func candidate(_ node: HTMLNode, _ names: IDAndClasses, _ document: HTMLDocument) -> Candidate? {
        if !names.identifier.isEmpty {
            if names.hasIdentifier(among: replyHeader) { return Candidate(node: node, evidence: .certain, extent: .toEnd) }
            if names.hasIdentifier(among: endingIdentifiers) { return Candidate(node: node, evidence: .attribution, extent: .toEnd) }
            if names.hasIdentifier(among: markers) { return Candidate(node: node, evidence: .header, extent: .toEnd) }
        }
        if document.tag(of: node) == .blockquote, document.attribute("type", of: node)?.lowercased() == "cite" {
            return Candidate(node: node, evidence: .certain, extent: .element)
        }
        if names.classes.contains("moz-cite-prefix") {
            return Candidate(node: node, evidence: .attributionBefore, extent: .elementAndQuotation)
        }
        guard !names.classes.isEmpty || !names.identifier.isEmpty else { return nil }
        // Yahoo puts varying letters and digits before the name. Searching an empty text takes as long as searching a short one.
        let isYahoo =
            names.classes.contains { $0.hasSuffix("yahoo_quoted") }
            || !names.identifier.isEmpty && names.identifier.contains("yahoo_quoted")
        guard isYahoo || !names.classes.isDisjoint(with: quoteClasses) else { return nil }
        return Candidate(node: node, evidence: .attribution, extent: .element)
    }

    /// The first container that is a quote.
    func firstQuote() -> Quote? { first(of: candidates) }

    /// The first line of the part of the message that a container marks as quoted to the end; nil if there is none.
    func endingLine() -> Int? {
        first(of: candidates.filter { $0.extent == .toEnd }).flatMap { nodeLines.first(from: $0.node) }
    }

    private func first(of candidates: [Candidate]) -> Quote? {
        // Containers are nested. The evidence depends on their first line alone.
        var known: [Int: Evidence] = [:]
        for candidate in candidates {
            let start = nodeLines.range(of: candidate.node)?.lowerBound
            var evidence = Evidence()
            if let start, candidate.evidence != .header {
                evidence = known[start] ?? self.evidence(at: start)
                known[start] = evidence
            }
            let isProven =
                switch candidate.evidence {
                case .certain: true
                case .attributionBefore: quotation(behind: candidate.node) != nil
                case .attribution: evidence.isAttributed
                case .header: isBeforeHeader(candidate.node)
                }
            guard isProven else { continue }
            return Quote(node: candidate.node, extent: candidate.extent, attribution: evidence.before)
        }
        return nil
    }

    private struct Evidence {
        /// The attribution directly before the container.
        var before: Range<Int>?
        /// Whether the container begins with an attribution.
        var isInside = false
        var isAttributed: Bool { isInside || before != nil }
    }

    private func evidence(at start: Int) -> Evidence {
        var evidence = Evidence()
        if let introduction = QuoteAttribution(endingBefore: start, in: texts) {
            if introduction.ownCharacters == 0 { evidence.before = introduction.lines }
        } else if start > 0, texts[start - 1].endsAsIntroduction, namesSender(start - 1) {
            evidence.before = start - 1..<start
        }
        // Some programs write a separator above the attribution.
        let top = evidence.before?.lowerBound ?? start
        if top > 0, texts[top - 1].isSeparator { evidence.before = top - 1..<start }
        // A rule may precede the header.
        let first = texts[start].isRule && start + 1 < texts.count ? start + 1 : start
        evidence.isInside =
            markedAttributions.contains(first) || texts[first].isSeparator || texts[first].isReplyMarker || namesSender(first)
            || QuoteAttribution(at: first, in: texts)?.ownCharacters == 0 || QuoteHeader(at: first, in: texts, .inContainer) != nil
        return evidence
    }

    private func namesSender(_ line: Int) -> Bool {
        let text = texts[line].trimmedWithBracket
        return text.utf8.count <= Self.longestAttribution
            && AttributionLine.namesSender(text, isIntroduction: texts[line].endsAsIntroduction)
    }

    /// The limit of an attribution in one line, in bytes.
    private static let longestAttribution = 400

    /// The `blockquote` that directly follows an element.
    func quotation(behind node: HTMLNode) -> HTMLNode? {
        var next = document.nextSibling(of: node)
        while let node = next, !document.isHTML(node, .blockquote) {
            let isBlank = document.kind(of: node) == .text && bytes.isUnicodeBlank(document.textRange(of: node))
            next = isBlank ? document.nextSibling(of: node) : nil
        }
        return next
    }

    /// Whether a quoted message or a header is the next visible content from a marker on, ignoring rules.
    private func isBeforeHeader(_ marker: HTMLNode) -> Bool {
        var next = document.firstChild(of: marker) ?? document.nodeAfter(marker, within: document.root)
        while let node = next {
            switch document.kind(of: node) {
            case .text where !bytes.isUnicodeBlank(document.textRange(of: node)):
                // Text that is in no line is hidden.
                guard let line = nodeLines.range(of: node)?.lowerBound else { break }
                return QuoteHeader(at: line, in: texts, .belowRule) != nil || texts[line].isSeparator
            case .element:
                let names = IDAndClasses(of: node, in: document, bytes)
                if names.hasIdentifier(among: Self.replyHeader) { return true }
                // The next marker is checked by its own call.
                if document.tag(of: node) == .img || names.hasIdentifier(among: Self.markers) { return false }
            default: break
            }
            next = document.firstChild(of: node) ?? document.nodeAfter(node, within: document.root)
        }
        return false
    }
}

/// The id of an element and those of its classes that may be names of quotes or signatures, in lower case.
struct IDAndClasses {
    let identifier: String
    let classes: Set<Substring>

    init(of node: HTMLNode, in document: HTMLDocument, _ bytes: [UInt8]) {
        identifier = document.attribute("id", of: node)?.lowercased() ?? ""
        guard let range = document.attributeRange("class", of: node), Self.mayContainKnownClass(bytes, range) else {
            classes = []
            return
        }
        classes = Set(String(decoding: bytes[range], as: UTF8.self).lowercased().split(whereSeparator: \.isWhitespace))
    }

    /// Whether the id is one of the names, with or without the prefix that webmail programs add to the ids of quoted HTML, such as `x_`.
    func hasIdentifier(among names: [String]) -> Bool {
        !identifier.isEmpty && names.contains { identifier == $0 || identifier.hasSuffix("_" + $0) }
    }

    /// Whether a class attribute may contain a known name. Each known name contains one of the searched parts.
    private static func mayContainKnownClass(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        for index in range {
            let rest = index..<range.upperBound
            switch bytes[index] | 0x20 {
            case UInt8(ascii: "q"): if bytes.begins(with: "quote", rest) { return true }
            case UInt8(ascii: "s"): if bytes.begins(with: "signature", rest) { return true }
            case UInt8(ascii: "z"): if bytes.begins(with: "zmail_extra", rest) { return true }
            case UInt8(ascii: "o"): if bytes.begins(with: "outlookmessageheader", rest) { return true }
            case UInt8(ascii: "m"): if bytes.begins(with: "moz-cite-prefix", rest) { return true }
            case UInt8(ascii: "g"): if bytes.begins(with: "gmail_attr", rest) { return true }
            default: continue
            }
        }
        return false
    }
}
