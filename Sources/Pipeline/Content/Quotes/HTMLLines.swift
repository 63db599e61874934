internal import HTMLParsing

/// The visible lines of a document with their places in it: what a reader sees one below the other.
struct HTMLLines: ContentVisitor {
    struct Line {
        var text = ""
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
    private var current = Line()
    private var quoteDepth = 0
    private var indentDepth = 0
    private var preDepth = 0

    init(_ document: HTMLDocument) {
        self.document = document
        bytes = document.textBytes
        document.walk(document.root, &self)
        finish()
    }

    mutating func enter(_ node: HTMLNode) -> Bool {
        switch document.kind(of: node) {
        case .text:
            append(node)
            return false
        case .element:
            if HiddenContent.hides(node, in: document, style: HTMLInlineStyle(of: node, in: document, bytes: bytes)) { return false }
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
            if tag == .a, document.attribute("href", of: node)?.lowercased().hasPrefix("mailto:") ?? false { current.hasMailLink = true }
            if tag == .blockquote {
                quoteDepth += 1
                if Indent(node, in: document).isIndent { indentDepth += 1 }
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
            if Indent(node, in: document).isIndent { indentDepth -= 1 }
        }
        if tag == .pre { preDepth -= 1 }
    }

    private mutating func append(_ node: HTMLNode) {
        let text = document.text(of: node)
        guard preDepth > 0, text.contains("\n") else {
            if text.allSatisfy(\.isWhitespace), current.nodes.isEmpty { return }
            let words = text.split(whereSeparator: \.isWhitespace)
            let hasSpaceBefore = text.first?.isWhitespace ?? false
            if !current.text.isEmpty, hasSpaceBefore, current.text.last != " " { current.text += " " }
            current.text += words.joined(separator: " ")
            if text.last?.isWhitespace ?? false, !words.isEmpty { current.text += " " }
            current.nodes.append(node)
            return
        }
        var offset = 0
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if index > 0 {
                finish()
                current.offset = offset
            }
            current.text += line
            current.nodes.append(node)
            offset += line.utf8.count + 1
        }
    }

    private mutating func finish() {
        defer { current = Line() }
        guard current.isRule || !current.nodes.isEmpty else { return }
        if !current.isRule, current.text.allSatisfy(\.isWhitespace), !current.nodes.contains(where: { document.tag(of: $0) == .img }),
            preDepth == 0
        {
            return
        }
        current.isQuoted = quoteDepth > 0
        current.isIndented = quoteDepth > 0 && indentDepth == quoteDepth
        lines.append(current)
    }

    /// Whether a reader sees anything but rules.
    var showSomething: Bool { lines.contains { !$0.isRule } }

    /// Where in the document the text of a line goes on behind so many of its characters.
    ///
    /// White space in the line is not what it is in the nodes, so the other characters are counted.
    func place(behind count: Int, in line: Line) -> (node: HTMLNode, offset: Int)? {
        var left = line.text.prefix(count).unicodeScalars.count { !$0.properties.isWhitespace }
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
