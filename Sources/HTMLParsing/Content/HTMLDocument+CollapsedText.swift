extension HTMLDocument {
    /// Returns the text of a node in one line, with white space collapsed. A space separates blocks and lines.
    ///
    /// Unlike a writer's text, it does not depend on styles. Scripts, styles and the content of templates are left out, except in a node
    /// that is such an element itself. The time depends on the size of the node alone.
    public func collapsedText(of node: HTMLNode) -> String {
        if kind(of: node) == .text { return Self.collapsed(bytes[textRange(of: node)]) }
        var collector = TextCollector(document: self, start: node)
        walk(node, &collector)
        return String(decoding: collector.text, as: UTF8.self)
    }

    private static func collapsed(_ text: ArraySlice<UInt8>) -> String {
        text.split(whereSeparator: \.isHTMLWhitespace).map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }
}

/// Collects text with single spaces.
private struct TextCollector: HTMLVisitor {
    let document: HTMLDocument
    let start: HTMLNode
    private(set) var text: [UInt8] = []
    private var needsSpace = false

    init(document: HTMLDocument, start: HTMLNode) {
        (self.document, self.start) = (document, start)
    }

    mutating func enter(_ node: HTMLNode) -> Bool {
        switch document.kind(of: node) {
        case .text:
            append(document.textRange(of: node))
            return false
        case .element:
            if node != start, isHidden(node) { return false }
            if isSeparated(node) { needsSpace = true }
            return true
        case .document, .templateContent: return true
        case .comment, .documentType: return false
        }
    }

    mutating func leave(_ node: HTMLNode) {
        if isSeparated(node) { needsSpace = true }
    }

    private func isHidden(_ node: HTMLNode) -> Bool {
        switch document.tag(of: node) {
        case .script, .style, .template, .noscript: true
        default: false
        }
    }

    private func isSeparated(_ node: HTMLNode) -> Bool {
        document.isHTML(node, .br) || document.kind(of: node) == .element && !document.tag(of: node).isInlineInHTML
    }

    private mutating func append(_ range: Range<Int>) {
        for index in range {
            let byte = document.bytes[index]
            if byte.isHTMLWhitespace {
                needsSpace = true
                continue
            }
            if needsSpace, !text.isEmpty { text.append(0x20) }
            needsSpace = false
            text.append(byte)
        }
    }
}
