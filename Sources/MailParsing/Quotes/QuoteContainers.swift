internal import HTMLParsing

/// The elements in which mail programs put what they quote, by their classes and identifiers.
struct QuoteContainers {
    /// How much of a document a container's quote takes.
    enum Extent { case element, elementAndQuotation, toEnd }

    let document: HTMLDocument
    private let lines: [HTMLLines.Line]
    private let bytes: [UInt8]
    /// The line in which each visible node stands, by the node's number; -1 for others.
    private let lineNumbers: [Int32]

    private static let quoteClasses: Set<Substring> = [
        "gmail_quote", "gmail_quote_container", "yahoo_quoted", "protonmail_quote", "tutanota_quote", "zmail_extra", "front-blockquote",
        "outlookmessageheader", "gmail_extra_quote", "x_gmail_quote",
    ]
    private static let endingIdentifiers = [
        "divrplyfwdmsg", "olk_src_body_section", "mail-editor-reference-message-container", "replysplit",
    ]
    /// Outlook leaves these in new messages, too: only with a header behind them do they end the sender's own part.
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

    /// The first element that holds a quote.
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
            // Yahoo puts letters and digits of its own before the name.
            let isYahoo = classes.contains { $0.hasSuffix("yahoo_quoted") } || !identifier.isEmpty && identifier.contains("yahoo_quoted")
            if isYahoo || !classes.isDisjoint(with: Self.quoteClasses) { return (node, .element) }
        }
        return nil
    }

    /// The first element behind which nothing is the sender's own.
    func firstEnding() -> HTMLNode? {
        document.descendants(of: document.root).first { document.kind(of: $0) == .element && endsOwnPart($0, identifier(of: $0)) }
    }

    /// The first signature that shows something.
    func firstSignature() -> HTMLNode? {
        var next = document.firstChild(of: document.root)
        while let node = next {
            next = document.firstChild(of: node) ?? document.nodeAfter(node, within: document.root)
            guard document.kind(of: node) == .element else { continue }
            let isNamed =
                !classes(of: node).isDisjoint(with: Self.signatureClasses) || Self.signatureIdentifiers.contains(identifier(of: node))
            guard isNamed else { continue }
            if document.descendants(of: node).contains(where: { lineNumber(of: $0) != nil }) { return node }
            // What an empty one holds is not looked at again.
            next = document.nodeAfter(node, within: document.root)
        }
        return nil
    }

    private func endsOwnPart(_ node: HTMLNode, _ identifier: String) -> Bool {
        guard !identifier.isEmpty else { return false }
        return Self.isOne(of: Self.endingIdentifiers, identifier) || Self.isMarker(identifier) && isBeforeHeader(node)
    }

    private static func isMarker(_ identifier: String) -> Bool { isOne(of: markers, identifier) }

    /// Whether an identifier is one of the names. Web mailers put something of their own before those of what they quote: `x_`.
    private static func isOne(of names: [String], _ identifier: String) -> Bool {
        names.contains { identifier == $0 || identifier.hasSuffix("_" + $0) }
    }

    /// Whether a quoted message, a rule or a header is the next thing that a reader sees from a marker on.
    private func isBeforeHeader(_ marker: HTMLNode) -> Bool {
        var next = document.firstChild(of: marker) ?? document.nodeAfter(marker, within: document.root)
        while let node = next {
            switch document.kind(of: node) {
            case .text where !bytes.showsNothing(document.textRange(of: node)):
                // What stands in no line is hidden.
                guard let line = lineNumber(of: node) else { break }
                let texts = lines[line...].prefix(QuoteHeader.maximumLines).map { QuoteLine($0) }
                return QuoteHeader(at: 0, in: texts, isBelowRule: true) != nil || texts[0].isSeparator
            case .element:
                let identifier = identifier(of: node)
                if document.tag(of: node) == .hr || identifier.hasSuffix("divrplyfwdmsg") { return true }
                // The next marker is asked for itself.
                if document.tag(of: node) == .img || Self.isMarker(identifier) { return false }
            default: break
            }
            next = document.firstChild(of: node) ?? document.nodeAfter(node, within: document.root)
        }
        return false
    }

    private func identifier(of node: HTMLNode) -> String { document.attribute("id", of: node)?.lowercased() ?? "" }

    /// The names in the class of an element, if they may be some of those that are looked for here.
    private func classes(of node: HTMLNode) -> Set<Substring> {
        guard let range = document.attributeRange("class", of: node), mayName(range) else { return [] }
        let value = String(decoding: bytes[range], as: UTF8.self).lowercased()
        return Set(value.split(whereSeparator: \.isWhitespace))
    }

    /// Whether the value may hold one of the class names here: each of them contains one of these parts.
    private func mayName(_ range: Range<Int>) -> Bool {
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
