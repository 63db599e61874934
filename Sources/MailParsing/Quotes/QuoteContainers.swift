internal import HTMLParsing

/// Finds the elements that mail programs put around quotes and signatures, by class and id.
struct QuoteContainers {
    /// The part of the document that a container marks as quoted: the element, the element and the next `blockquote`, or everything from
    /// the element on.
    enum Extent { case element, elementAndQuotation, toEnd }

    let document: HTMLDocument
    private let lines: [HTMLLines.Line]
    private let bytes: [UInt8]
    /// The line of each visible node, by node index; -1 for other nodes.
    private let lineNumbers: [Int32]

    private static let quoteClasses: Set<Substring> = [
        "gmail_quote", "gmail_quote_container", "yahoo_quoted", "protonmail_quote", "tutanota_quote", "zmail_extra", "front-blockquote",
        "outlookmessageheader", "gmail_extra_quote", "x_gmail_quote",
    ]
    private static let endingIdentifiers = [
        "divrplyfwdmsg", "olk_src_body_section", "mail-editor-reference-message-container", "replysplit",
    ]
    /// Outlook also leaves these in new messages. They end the sender's own part only in front of a quoted header.
    private static let markers = ["appendonsend", "stopspelling"]
    private static let signatureClasses: Set<Substring> = [
        "gmail_signature", "moz-signature", "front-signature", "protonmail_signature_block",
    ]
    private static let signatureIdentifiers = ["signature", "x_signature", "ms-outlook-mobile-signature", "applemailsignature"]

    init(document: HTMLDocument, lines: [HTMLLines.Line]) {
        self.document = document
        self.lines = lines
        bytes = document.textBytes
        var numbers = [Int32](repeating: -1, count: document.nodeCount)
        for (number, line) in lines.enumerated() where !line.isRule {
            for node in line.nodes where numbers[Int(node.index)] < 0 { numbers[Int(node.index)] = Int32(number) }
        }
        lineNumbers = numbers
    }

    private func lineNumber(of node: HTMLNode) -> Int? {
        let number = lineNumbers[Int(node.index)]
        return number < 0 ? nil : Int(number)
    }

    /// The first element that marks a quote.
    func firstQuote() -> (node: HTMLNode, extent: Extent)? {
        for node in document.descendants(of: document.root) where document.kind(of: node) == .element {
            let identifier = identifier(of: node)
            if endsOwnPart(node, identifier) { return (node, .toEnd) }
            let tag = document.tag(of: node)
            if tag == .blockquote {
                if document.attribute("type", of: node)?.lowercased() == "cite" { return (node, .element) }
                continue
            }
            let classes = classes(of: node)
            if classes.contains("moz-cite-prefix") { return (node, .elementAndQuotation) }
            // Yahoo puts varying letters and digits before the name.
            let isYahoo = classes.contains { $0.hasSuffix("yahoo_quoted") } || !identifier.isEmpty && identifier.contains("yahoo_quoted")
            if isYahoo || !classes.isDisjoint(with: Self.quoteClasses) { return (node, .element) }
        }
        return nil
    }

    /// The first element that ends the sender's own part of the message.
    func firstEnding() -> HTMLNode? {
        document.descendants(of: document.root).first { document.kind(of: $0) == .element && endsOwnPart($0, identifier(of: $0)) }
    }

    /// The first signature element with visible content.
    func firstSignature() -> HTMLNode? {
        var next = document.firstChild(of: document.root)
        while let node = next {
            next = document.firstChild(of: node) ?? document.nodeAfter(node, within: document.root)
            guard document.kind(of: node) == .element else { continue }
            let isNamed =
                !classes(of: node).isDisjoint(with: Self.signatureClasses) || Self.signatureIdentifiers.contains(identifier(of: node))
            guard isNamed else { continue }
            if document.descendants(of: node).contains(where: { lineNumber(of: $0) != nil }) { return node }
            // The descendants of an empty signature need no visit.
            next = document.nodeAfter(node, within: document.root)
        }
        return nil
    }

    private func endsOwnPart(_ node: HTMLNode, _ identifier: String) -> Bool {
        guard !identifier.isEmpty else { return false }
        return Self.matchesAny(of: Self.endingIdentifiers, identifier) || Self.isMarker(identifier) && isBeforeHeader(node)
    }

    private static func isMarker(_ identifier: String) -> Bool { matchesAny(of: markers, identifier) }

    /// Whether an id is one of the names, with or without the prefix that webmail programs add to the ids of quoted HTML, such as `x_`.
    private static func matchesAny(of names: [String], _ identifier: String) -> Bool {
        names.contains { identifier == $0 || identifier.hasSuffix("_" + $0) }
    }

    /// Whether a quoted message, a rule or a header is the next visible content from a marker on.
    private func isBeforeHeader(_ marker: HTMLNode) -> Bool {
        var next = document.firstChild(of: marker) ?? document.nodeAfter(marker, within: document.root)
        while let node = next {
            switch document.kind(of: node) {
            case .text where !bytes.isUnicodeBlank(document.textRange(of: node)):
                // Text that is in no line is hidden.
                guard let line = lineNumber(of: node) else { break }
                let texts = lines[line...].prefix(QuoteHeader.maximumLines).map { QuoteLine($0) }
                return QuoteHeader(at: 0, in: texts, isBelowRule: true) != nil || texts[0].isSeparator
            case .element:
                let identifier = identifier(of: node)
                if document.tag(of: node) == .hr || identifier.hasSuffix("divrplyfwdmsg") { return true }
                // The next marker is checked by its own call.
                if document.tag(of: node) == .img || Self.isMarker(identifier) { return false }
            default: break
            }
            next = document.firstChild(of: node) ?? document.nodeAfter(node, within: document.root)
        }
        return false
    }

    private func identifier(of node: HTMLNode) -> String { document.attribute("id", of: node)?.lowercased() ?? "" }

    /// The class names of an element; empty if the attribute cannot contain a known name.
    private func classes(of node: HTMLNode) -> Set<Substring> {
        guard let range = document.attributeRange("class", of: node), mayContainKnownClass(range) else { return [] }
        let value = String(decoding: bytes[range], as: UTF8.self).lowercased()
        return Set(value.split(whereSeparator: \.isWhitespace))
    }

    /// Whether a class attribute may contain a known name. Each known name contains one of the searched parts.
    private func mayContainKnownClass(_ range: Range<Int>) -> Bool {
        for index in range {
            let rest = index..<range.upperBound
            switch bytes[index] | 0x20 {
            case UInt8(ascii: "q"): if bytes.begins(with: "quote", rest) { return true }
            case UInt8(ascii: "s"): if bytes.begins(with: "signature", rest) { return true }
            case UInt8(ascii: "z"): if bytes.begins(with: "zmail_extra", rest) { return true }
            case UInt8(ascii: "o"): if bytes.begins(with: "outlookmessageheader", rest) { return true }
            case UInt8(ascii: "m"): if bytes.begins(with: "moz-cite-prefix", rest) { return true }
            default: continue
            }
        }
        return false
    }
}
