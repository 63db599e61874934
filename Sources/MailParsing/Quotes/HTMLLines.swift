internal import HTMLParsing

/// The visible lines of a document with their places in it: what a reader sees one below the other.
struct HTMLLines: HTMLVisitor {
    struct Line {
        /// In UTF-8; white space is folded but in preformatted text.
        var text: [UInt8] = []
        /// The text nodes, line breaks and rules that the line consists of.
        var nodes: [HTMLNode] = []
        /// Where the line begins in the text of its first node, in bytes: not 0 only in preformatted text.
        var offset = 0
        /// Whether the line stands in a quotation element.
        var isQuoted = false
        /// Whether it stands in such an element only because its sender indented it.
        var isIndented = false
        var isRule = false
        /// Whether a link in it leads to a mail address: some programs show names alone.
        var hasMailLink = false
    }

    private(set) var lines: [Line] = []
    private let document: HTMLDocument
    private let bytes: [UInt8]
    private let visibility: HTMLVisibility
    private var current = Line()
    private var quoteDepth = 0
    private var indentDepth = 0
    private var preDepth = 0
    /// Whether one line that is no rule is enough.
    private let stopsEarly: Bool
    /// Whether a reader sees anything but rules.
    private(set) var showsSomething = false

    init(_ document: HTMLDocument) {
        self.init(document, stopsEarly: false)
    }

    private init(_ document: HTMLDocument, stopsEarly: Bool) {
        self.document = document
        self.stopsEarly = stopsEarly
        bytes = document.textBytes
        visibility = HTMLVisibility(of: document)
        document.walk(document.root, &self)
        finish()
    }

    /// Whether a reader sees anything but rules in a document.
    static func isVisible(_ document: HTMLDocument) -> Bool { HTMLLines(document, stopsEarly: true).showsSomething }

    mutating func enter(_ node: HTMLNode) -> Bool {
        if stopsEarly, showsSomething { return false }
        switch document.kind(of: node) {
        case .text:
            if !visibility.hides(node) { append(node) }
            return false
        case .element:
            let style = HTMLInlineStyle(of: node, in: document, bytes: bytes)
            if HiddenContent.hides(node, in: document, style: style, visibility: visibility) { return false }
            let tag = document.tag(of: node)
            if tag == .hr {
                finish()
                current = Line(nodes: [node], isRule: true)
                finish()
                return false
            }
            if tag == .br {
                finish()
                return false
            }
            if tag == .img { current.nodes.append(node) }
            if !tag.isPhrasing { finish() }
            if tag == .a, let address = document.attributeRange("href", of: node), bytes.begins(with: "mailto:", address) {
                current.hasMailLink = true
            }
            if tag == .blockquote {
                quoteDepth += 1
                if BlockquoteIndent(node, in: document).isIndentOnly { indentDepth += 1 }
            }
            if tag == .pre { preDepth += 1 }
            return true
        case .document, .templateContent: return true
        case .comment, .documentType: return false
        }
    }

    mutating func leave(_ node: HTMLNode) {
        let tag = document.tag(of: node)
        if document.kind(of: node) == .element, !tag.isPhrasing { finish() }
        if tag == .blockquote {
            quoteDepth -= 1
            if BlockquoteIndent(node, in: document).isIndentOnly { indentDepth -= 1 }
        }
        if tag == .pre { preDepth -= 1 }
    }

    private mutating func append(_ node: HTMLNode) {
        let range = document.textRange(of: node)
        guard preDepth > 0, bytes[range].contains(0x0A) else { return append(folded: range, of: node) }
        var start = range.lowerBound
        while true {
            let end = bytes[start..<range.upperBound].firstIndex(of: 0x0A) ?? range.upperBound
            current.text.append(contentsOf: bytes[start..<end])
            current.nodes.append(node)
            if end == range.upperBound { return }
            start = end + 1
            finish()
            current.offset = start - range.lowerBound
        }
    }

    /// Appends text with one space for each piece of white space in it.
    private mutating func append(folded range: Range<Int>, of node: HTMLNode) {
        var index = bytes.skippingWhiteSpace(range.lowerBound, range.upperBound)
        if index == range.upperBound, current.nodes.isEmpty { return }
        if index > range.lowerBound, !current.text.isEmpty, current.text.last != 0x20 { current.text.append(0x20) }
        var wordStart = index
        while index < range.upperBound {
            let count = bytes.whiteSpaceCount(at: index, end: range.upperBound)
            if count == 0 {
                index += 1
                continue
            }
            current.text.append(contentsOf: bytes[wordStart..<index])
            current.text.append(0x20)
            index = bytes.skippingWhiteSpace(index, range.upperBound)
            wordStart = index
        }
        current.text.append(contentsOf: bytes[wordStart..<range.upperBound])
        current.nodes.append(node)
    }

    private mutating func finish() {
        defer { current = Line() }
        guard current.isRule || !current.nodes.isEmpty else { return }
        if !current.isRule, current.text.showsNothing(0..<current.text.count),
            !current.nodes.contains(where: { document.tag(of: $0) == .img }),
            preDepth == 0
        {
            return
        }
        current.isQuoted = quoteDepth > 0
        current.isIndented = quoteDepth > 0 && indentDepth == quoteDepth
        if !current.isRule { showsSomething = true }
        lines.append(current)
    }

    /// Where in the document the text of a line goes on behind its first characters.
    ///
    /// White space in the line is not what it is in the nodes, so the other characters are counted.
    func place(behind count: Int, in line: Line) -> (node: HTMLNode, offset: Int)? {
        var left = String(decoding: line.text, as: UTF8.self).prefix(count).unicodeScalars.count { !$0.properties.isWhitespace }
        for (index, node) in line.nodes.enumerated() where document.kind(of: node) == .text {
            let text = document.text(of: node)
            let start = index == 0 ? line.offset : 0
            var offset = start
            for scalar in text.unicodeScalars[text.utf8.index(text.startIndex, offsetBy: min(start, text.utf8.count))...] {
                if !scalar.properties.isWhitespace {
                    if left == 0 { return (node, offset) }
                    left -= 1
                }
                offset += UTF8.width(scalar)
            }
        }
        return nil
    }
}
