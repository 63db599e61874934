internal import HTMLParsing

/// The visible lines of a document, with the nodes that they consist of.
struct HTMLLines: HTMLVisitor {
    /// A line as a browser shows it, apart from line wrapping.
    struct Line {
        /// The text in UTF-8. White space is collapsed, except in preformatted text.
        var text: [UInt8] = []
        /// The text nodes, images and rules of the line.
        var nodes: [HTMLNode] = []
        /// The offset of the line in the text of its first node, in bytes. Only preformatted text has lines at other offsets than 0.
        var offset = 0
        /// Whether the line is in a `blockquote`.
        var isQuoted = false
        /// Whether all its `blockquote` elements only indent it.
        var isIndented = false
        var isRule = false
        /// Whether the line shows anything but a rule.
        var isVisible = false
        /// The separation from the line before.
        var above = Separation.block
        /// Whether an element with a border at its top begins with the line.
        var isBelowBorder = false
        /// Whether the line has a link to a mail address. Some programs show the sender's name only and put the address into a link.
        var hasMailLink = false
    }

    /// The separation of two lines: one `br`, the start or end of a block, or a blank line, as around a paragraph.
    enum Separation { case lineBreak, block, gap }

    private(set) var lines: [Line] = []
    private let document: HTMLDocument
    private let bytes: [UInt8]
    private let visibility: HTMLVisibility
    private var current = Line()
    /// The separation since the last line; nil while there is none.
    private var separation: Separation?
    private var hasBorder = false
    /// For each open `blockquote`, whether it only indents.
    private var quotations: [Bool] = []
    private var indentDepth = 0
    private var preDepth = 0
    /// Whether to stop at the first line that is no rule.
    private let stopsEarly: Bool
    /// Whether the document shows anything but rules.
    private(set) var hasVisibleContent = false

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

    /// Whether a document shows anything but rules.
    static func isVisible(_ document: HTMLDocument) -> Bool { HTMLLines(document, stopsEarly: true).hasVisibleContent }

    /// The lines with the features by which quotes are found. A rule becomes a line of hyphens.
    var quoteLines: [MessageLine] {
        lines.map { $0.isRule ? MessageLine("----", hasMailLink: $0.hasMailLink) : MessageLine($0) }
    }

    /// Whether lines can be removed without others. A text node in preformatted text can span several lines.
    func isSeparable(_ range: Range<Int>) -> Bool {
        lines[range].allSatisfy { $0.offset == 0 } && (range.upperBound == lines.count || lines[range.upperBound].offset == 0)
    }

    mutating func enter(_ node: HTMLNode) -> Bool {
        if stopsEarly, hasVisibleContent { return false }
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
                separation = separation == nil ? .lineBreak : .gap
                return false
            }
            if tag == .img { current.nodes.append(node) }
            if !tag.isPhrasing {
                finish(at: tag)
                if let style = document.attributeRange("style", of: node), showsBorder(style) { hasBorder = true }
            }
            if tag == .a, let address = document.attributeRange("href", of: node), bytes.begins(with: "mailto:", address) {
                current.hasMailLink = true
            }
            if tag == .blockquote {
                let isIndentOnly = BlockquoteIndent(node, in: document).isIndentOnly
                quotations.append(isIndentOnly)
                if isIndentOnly { indentDepth += 1 }
            }
            if tag == .pre { preDepth += 1 }
            return true
        case .document, .templateContent: return true
        case .comment, .documentType: return false
        }
    }

    mutating func leave(_ node: HTMLNode) {
        let tag = document.tag(of: node)
        if document.kind(of: node) == .element, !tag.isPhrasing { finish(at: tag) }
        if tag == .blockquote {
            if quotations.removeLast() { indentDepth -= 1 }
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

    /// Appends text with collapsed white space.
    private mutating func append(folded range: Range<Int>, of node: HTMLNode) {
        var index = bytes.skippingWhiteSpace(range.lowerBound, range.upperBound)
        if index == range.upperBound, current.nodes.isEmpty { return }
        if index > range.lowerBound, !current.text.isEmpty, current.text.last != 0x20 { current.text.append(0x20) }
        var wordStart = index
        while index < range.upperBound {
            let count = bytes.whiteSpaceLength(at: index, end: range.upperBound)
            let isSingleSpace =
                bytes[index] == 0x20 && index + 1 < range.upperBound && bytes.whiteSpaceLength(at: index + 1, end: range.upperBound) == 0
            if count == 0 || isSingleSpace {
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

    /// Whether a style has a border at the top: `border-top:solid #E1E1E1 1.0pt`.
    private func showsBorder(_ style: Range<Int>) -> Bool {
        style.contains { index in
            guard bytes[index] | 0x20 == UInt8(ascii: "b"), bytes.begins(with: "border-top:", index..<style.upperBound) else {
                return false
            }
            let value = bytes[(index + 11)..<style.upperBound].prefix { $0 != UInt8(ascii: ";") }
            return String(decoding: value, as: UTF8.self).lowercased().split(separator: " ").contains("solid")
        }
    }

    /// Ends the line at the start or end of a block.
    private mutating func finish(at tag: HTMLTag) {
        finish()
        separation = tag == .p || separation == .gap ? .gap : .block
    }

    private mutating func finish() {
        defer { current = Line() }
        guard current.isRule || !current.nodes.isEmpty else { return }
        if !current.isRule, current.text.isUnicodeBlank(0..<current.text.count),
            !current.nodes.contains(where: { document.tag(of: $0) == .img }),
            preDepth == 0
        {
            return
        }
        (current.above, current.isBelowBorder) = (separation ?? .block, hasBorder)
        (separation, hasBorder) = (nil, false)
        current.isQuoted = !quotations.isEmpty
        current.isIndented = current.isQuoted && indentDepth == quotations.count
        if !current.isRule { hasVisibleContent = true }
        current.isVisible = !current.isRule
        lines.append(current)
    }

    /// Finds the text node, and the offset in it, after the first characters of a line.
    ///
    /// The white space of the line differs from that of the nodes, so only other characters are counted.
    ///
    /// - Parameters:
    ///   - count: The number of characters to skip.
    ///   - line: The line.
    /// - Returns: The node and an offset in bytes; nil at the end of the line.
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

/// The visible lines of each node of a document.
struct NodeLines {
    private let document: HTMLDocument
    /// For each node, by its index, the first and the last line that shows a part of it; -1 for nodes that show nothing.
    private var first: [Int32]
    private var last: [Int32]

    init(_ document: HTMLDocument, _ lines: [HTMLLines.Line]) {
        self.document = document
        first = [Int32](repeating: -1, count: document.nodeCount)
        last = first
        for (number, line) in lines.enumerated() {
            for node in line.nodes { widen(Int(node.index), Int32(number), Int32(number)) }
        }
        // Children come before their parents in the reversed order, so that each node is visited once.
        for node in Array(document.descendants(of: document.root)).reversed() {
            let index = Int(node.index)
            if first[index] >= 0, let parent = document.parent(of: node) { widen(Int(parent.index), first[index], last[index]) }
        }
    }

    private mutating func widen(_ index: Int, _ start: Int32, _ end: Int32) {
        first[index] = first[index] < 0 ? start : min(first[index], start)
        last[index] = max(last[index], end)
    }

    /// The lines that show a part of a node; nil if the node shows nothing.
    func range(of node: HTMLNode) -> Range<Int>? {
        let index = Int(node.index)
        return first[index] < 0 ? nil : Int(first[index])..<Int(last[index]) + 1
    }

    /// The first line that shows a part of a node or of anything after it; nil at the end of the document.
    func first(from node: HTMLNode) -> Int? {
        var next: HTMLNode? = node
        while let node = next {
            if let range = range(of: node) { return range.lowerBound }
            next = document.nodeAfter(node, within: document.root)
        }
        return nil
    }
}

/// Tells a `blockquote` that only indents from one that quotes: the indent buttons of mail programs insert a `blockquote`, too.
private struct BlockquoteIndent {
    /// Whether the element has the style of such a button.
    let isIndentOnly: Bool

    init(_ node: HTMLNode, in document: HTMLDocument) {
        guard document.attributeRange("type", of: node) == nil, let range = document.attributeRange("style", of: node),
            Self.mayIndent(document.textBytes, range), let style = document.attribute("style", of: node)?.lowercased()
        else {
            isIndentOnly = false
            return
        }
        let declarations = style.split(separator: ";").map { $0.filter { !$0.isWhitespace || $0 == " " } }
        isIndentOnly = declarations.contains { declaration in
            let parts = declaration.split(separator: ":", maxSplits: 1).map { $0.split(separator: " ").joined(separator: " ") }
            guard parts.count == 2 else { return false }
            switch parts[0] {
            case "border", "border-left": return parts[1] == "none" || parts[1].hasPrefix("none ")
            case "margin-left": return parts[1].hasPrefix("40px")
            case "margin": return parts[1].hasSuffix(" 40px") && parts[1].split(separator: " ").count == 4
            default: return false
            }
        }
    }

    /// Whether a style may be that of such a button. Each of these contains `none` or `40px`.
    private static func mayIndent(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        range.contains { index in
            switch bytes[index] {
            case UInt8(ascii: "n"), UInt8(ascii: "N"): bytes.begins(with: "none", index..<range.upperBound)
            case UInt8(ascii: "4"): bytes.begins(with: "40px", index..<range.upperBound)
            // White space other than spaces may divide these words.
            default: bytes[index] < 0x20 || bytes[index] >= 0x80
            }
        }
    }
}
