internal import HTMLParsing

/// Code that a highlighter has put into a table, with the numbers of the lines in cells of their own.
///
/// Two forms exist: one row whose cells hold all numbers and all lines (Rouge, Pygments, Hugo, Hexo), and a row for each line (GitHub,
/// plug-ins of highlight.js).
struct CodeTable {
    /// The lines of the code, without the numbers.
    private(set) var text: [UInt8] = []
    /// The element in which the code begins: the innermost `pre` or `code` that opens it, or the cell.
    private(set) var start: HTMLNode?

    private let document: HTMLDocument
    private let bytes: [UInt8]
    private let visibility: HTMLVisibility
    private var cell = Cell.none
    private var rows = 0
    /// The offset in `text` at which the current cell begins.
    private var cellStart = 0
    /// Whether the next text begins a new line.
    private var endsLine = false

    /// Whether the current cell has text other than white space.
    private var hasInk = false

    private enum Cell { case none, numbers, code, end }

    /// Reads the table. Returns nil if a cell holds anything but numbers or code.
    ///
    /// Stops at a nested table, so that nesting takes linear time.
    init?(_ table: HTMLNode, in document: HTMLDocument, bytes: [UInt8], visibility: HTMLVisibility) {
        (self.document, self.bytes, self.visibility) = (document, bytes, visibility)
        var next = document.firstChild(of: table)
        while let node = next {
            guard let descends = read(node) else { return nil }
            if descends, let child = document.firstChild(of: node) {
                next = child
            } else {
                next = nodeAfter(node, within: table)
            }
        }
        guard rows > 0, start != nil else { return nil }
    }

    /// The next node after a node and its descendants. Ends the line of each block that ends before it.
    private mutating func nodeAfter(_ node: HTMLNode, within table: HTMLNode) -> HTMLNode? {
        var place = node
        while place != table {
            if isLine(place) { endsLine = true }
            if cell == .code, document.isHTML(place, .td) || document.isHTML(place, .th) { endCell() }
            if let next = document.nextSibling(of: place) { return next }
            guard let parent = document.parent(of: place) else { return nil }
            place = parent
        }
        return nil
    }

    /// Begins a line. Drops the white space before the first one.
    private mutating func beginLine() {
        if cell == .code, !hasInk { text.removeLast(text.count - cellStart) }
        endsLine = true
    }

    private func isLine(_ node: HTMLNode) -> Bool {
        switch document.tag(of: node) {
        case .div, .p, .pre: document.kind(of: node) == .element && document.namespace(of: node) == .html
        default: false
        }
    }

    /// Reads a node.
    ///
    /// - Returns: Whether to read its children; nil if the table is no code.
    private mutating func read(_ node: HTMLNode) -> Bool? {
        switch document.kind(of: node) {
        case .text:
            let range = document.textRange(of: node)
            switch cell {
            case .none, .end: return bytes.isBlank(range) ? false : nil
            case .numbers: return isNumbers(range) ? false : nil
            case .code:
                if !visibility.hides(node) { append(range, isBetweenElements: isBetweenElements(node)) }
                return false
            }
        case .element: return document.namespace(of: node) == .html ? read(element: node) : false
        default: return false
        }
    }

    private mutating func read(element node: HTMLNode) -> Bool? {
        let style = HTMLInlineStyle(of: node, in: document, bytes: bytes)
        let tag = document.tag(of: node)
        if HiddenContent.hides(node, in: document, style: style, visibility: visibility) { return false }
        switch tag {
        case .table, .caption, .img, .ul, .ol, .h1, .h2, .h3, .h4, .h5, .h6: return nil
        case .tr:
            // Each row needs numbers before its code.
            cell = .none
        case .th, .td: return begin(cell: node)
        case .br where cell == .code: text.append(0x0A)
        default:
            if isLine(node) { beginLine() }
            if cell == .code, rows == 1, !hasInk, tag == .pre || tag == .code { start = node }
        }
        return true
    }

    /// Begins a cell.
    ///
    /// - Returns: True; nil if a table with code has no such cell.
    private mutating func begin(cell node: HTMLNode) -> Bool? {
        let classes = document.attributeRange("class", of: node).map { bytes[$0].split(whereSeparator: \.isFoldedSpace) } ?? []
        func has(_ names: [StaticString]) -> Bool { classes.contains { name in names.contains { bytes.matches($0, name.indices) } } }
        // Hugo gives both cells the same class.
        let isNumbers = has(["gutter", "rouge-gutter", "linenos", "blob-num", "hljs-ln-numbers"]) || cell == .none && has(["lntd"])
        if isNumbers, cell == .none || cell == .numbers {
            cell = .numbers
            return true
        }
        guard cell == .numbers, has(["code", "rouge-code", "blob-code", "hljs-ln-code", "lntd"]) else { return nil }
        cell = .code
        rows += 1
        cellStart = text.count
        hasInk = false
        endsLine = false
        if start == nil { start = node }
        return true
    }

    /// Ends the line of a cell with code. An empty cell is an empty line.
    private mutating func endCell() {
        cell = .end
        endsLine = false
        if text.count == cellStart || text.last != 0x0A { text.append(0x0A) }
    }

    private mutating func append(_ range: Range<Int>, isBetweenElements: Bool) {
        if range.isEmpty { return }
        if endsLine {
            // White space between the elements of lines is no part of the code.
            if isBetweenElements, bytes.isBlank(range) { return }
            if text.count > cellStart, text.last != 0x0A { text.append(0x0A) }
            endsLine = false
        }
        hasInk = hasInk || !bytes.isBlank(range)
        var index = range.lowerBound
        while index < range.upperBound {
            // SyntaxHighlighter indents with U+00A0.
            let isHardSpace = bytes[index] == 0xC2 && index + 1 < range.upperBound && bytes[index + 1] == 0xA0
            text.append(isHardSpace ? 0x20 : bytes[index])
            index += isHardSpace ? 2 : 1
        }
    }

    private func isBetweenElements(_ text: HTMLNode) -> Bool {
        [document.previousSibling(of: text), document.nextSibling(of: text)].contains { $0.map { isLine($0) } ?? false }
    }

    /// Whether a text holds only line numbers, and the signs `+` and `-` of changed lines.
    private func isNumbers(_ range: Range<Int>) -> Bool {
        bytes[range].allSatisfy { $0.isASCIIDigit || $0.isFoldedSpace || $0 == 0x2B || $0 == 0x2D || $0 == 0xC2 || $0 == 0xA0 }
    }
}

extension FlowBuilder {
    /// Writes a table that holds code, as one block.
    ///
    /// - Returns: Whether the table holds code and was written.
    mutating func writeCodeTable(_ node: HTMLNode) -> Bool {
        guard codeDepth == 0, !textStyle.hasZeroSize, !kept.contains(node),
            let code = CodeTable(node, in: document, bytes: bytes, visibility: visibility)
        else { return false }
        if preformatted != nil {
            endPreformattedLine()
            preformatted?.append(contentsOf: code.text)
            return true
        }
        if isInline { return false }
        writePendingAnchors()
        endParagraph()
        let language = CodeLanguage(in: document, bytes: bytes).language(of: node, code: code.start)
        let block = CodeBlock(text: code.text, language: language)
        if options.isPlain { block.writePlain(into: &layout) } else { block.write(into: &layout) }
        return true
    }
}

extension HTMLDocument {
    /// Whether an element in code holds the number of a line, as Pygments and Chroma write it without a table.
    func isLineNumber(_ node: HTMLNode, bytes: [UInt8]) -> Bool {
        guard let range = attributeRange("class", of: node) else { return false }
        let name = bytes.trimmed(range)
        guard (["linenos", "lineno", "ln", "lnt"] as [StaticString]).contains(where: { bytes.matches($0, name) }),
            let text = firstChild(of: node), kind(of: text) == .text, nextSibling(of: text) == nil
        else { return false }
        return bytes[textRange(of: text)].allSatisfy { $0.isASCIIDigit || $0.isFoldedSpace }
    }
}
