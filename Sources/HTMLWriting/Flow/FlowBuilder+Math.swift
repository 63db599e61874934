internal import HTMLParsing

/// Formulas as the TeX from which KaTeX, MathJax and LaTeXML made them.
extension FlowBuilder {
    var writesTeX: Bool { options.markdown.math == .tex && !options.isPlain && preformatted == nil && codeDepth == 0 }

    /// Writes the TeX that a `math` element has in an annotation.
    ///
    /// - Returns: Whether there is an annotation that Markdown can hold.
    mutating func writeTeX(ofFormula node: HTMLNode) -> Bool {
        guard writesTeX, let source = document.texAnnotation(of: node, bytes: bytes) else { return false }
        return write(tex: source, isDisplay: document.isDisplayed(node, bytes: bytes))
    }

    /// Writes the TeX in a script of MathJax 2: `script type="math/tex; mode=display"`. Without the option for TeX, it is written as text if
    /// the page has nothing else of the formula.
    ///
    /// - Returns: Whether the script has TeX that is written.
    mutating func writeTeX(ofScript node: HTMLNode) -> Bool {
        guard !textStyle.hasZeroSize, foreignDepth == 0, preformatted == nil, document.isTeXScript(node, bytes: bytes),
            let text = document.firstChild(of: node), let type = document.attribute("type", of: node)
        else { return false }
        let range = bytes.trimmed(document.textRange(of: text))
        let isDisplay = type.contains("mode=display")
        if writesTeX { return write(tex: range, isDisplay: isDisplay) }
        if range.isEmpty || document.followsFormula(node, bytes: bytes) { return false }
        let isBlock = isDisplay && !isInline && inline.run.marks.isEmpty
        if isBlock { endParagraph() }
        inline.run.append(bytes, in: range)
        if isBlock { endParagraph() }
        return true
    }

    private mutating func write(tex range: Range<Int>, isDisplay: Bool) -> Bool {
        guard let tex = Self.line(of: bytes[range], inTable: inline.block == .cell) else { return false }
        writePendingAnchors()
        let mark = Array((isDisplay ? "$$" : "$").utf8)
        let isBlock = isDisplay && !isInline && inline.run.marks.isEmpty
        if isBlock { endParagraph() }
        inline.run.append(atom: mark + tex + mark)
        if isBlock { endParagraph() }
        return true
    }

    /// Joins TeX into one line, without comments: a second line could begin a block of Markdown.
    ///
    /// - Returns: Nil for empty TeX, and for TeX with a dollar sign, which would end the formula.
    private static func line(of source: ArraySlice<UInt8>, inTable: Bool) -> [UInt8]? {
        var line: [UInt8] = []
        line.reserveCapacity(source.count)
        var isEscaped = false
        var isComment = false
        for byte in source {
            if byte == 0x0A || byte == 0x0D { isComment = false }
            if isComment { continue }
            if byte.isFoldedSpace {
                if line.last != 0x20, !line.isEmpty { line.append(0x20) }
                isEscaped = false
                continue
            }
            if !isEscaped, byte == 0x24 { return nil }
            if !isEscaped, byte == 0x25 {
                isComment = true
                continue
            }
            // A vertical bar would end the cell.
            if byte == 0x7C, inTable { line.append(0x5C) }
            line.append(byte)
            isEscaped = byte == 0x5C && !isEscaped
        }
        // A last backslash would escape the closing dollar sign. A backslash before a dropped last space would, too.
        if isEscaped || line.last == 0x20 && line.dropLast().last == 0x5C { return nil }
        if line.last == 0x20 { line.removeLast() }
        return line.isEmpty ? nil : line
    }
}

extension HTMLDocument {
    /// The range of the TeX in the annotation of a formula.
    fileprivate func texAnnotation(of formula: HTMLNode, bytes: [UInt8]) -> Range<Int>? {
        var next = firstChild(of: formula)
        while let node = next {
            if kind(of: node) == .element, tag(of: node) == .annotation {
                if let encoding = attributeRange("encoding", of: node), bytes.matches("application/x-tex", bytes.trimmed(encoding)),
                    let text = firstChild(of: node), kind(of: text) == .text, nextSibling(of: text) == nil
                {
                    return textRange(of: text)
                }
            }
            next = firstChild(of: node) ?? nodeAfter(node, within: formula)
        }
        return nil
    }

    /// Whether a formula has a line of its own: by its attribute `display`, or by a class of KaTeX on an element around it.
    fileprivate func isDisplayed(_ formula: HTMLNode, bytes: [UInt8]) -> Bool {
        if let display = attributeRange("display", of: formula) { return bytes.matches("block", display) }
        var place = parent(of: formula)
        for _ in 0..<3 {
            guard let node = place else { return false }
            if let classes = attributeRange("class", of: node), bytes.matches("katex-display", bytes.trimmed(classes)) { return true }
            place = parent(of: node)
        }
        return false
    }

    /// Whether a node is a script with TeX.
    fileprivate func isTeXScript(_ node: HTMLNode, bytes: [UInt8]) -> Bool {
        guard isHTML(node, .script), let type = attributeRange("type", of: node) else { return false }
        return bytes.begins(with: "math/tex", bytes.trimmed(type))
    }

    /// Whether the formula that MathJax 2 shows stands in front of a script with TeX. A preview does not count: it is hidden later.
    fileprivate func followsFormula(_ script: HTMLNode, bytes: [UInt8]) -> Bool {
        var place = script
        for _ in 0..<4 {
            guard let previous = previousSibling(of: place) else { return false }
            if let classes = attributeRange("class", of: previous), firstChild(of: previous) != nil {
                let name = bytes.trimmed(classes)
                if bytes.begins(with: "mathjax", name), !bytes.begins(with: "mathjax_preview", name) { return true }
            }
            place = previous
        }
        return false
    }

    /// Whether an element is the formula that MathJax 2 shows for the script with TeX after it.
    func isCopyOfTeX(_ node: HTMLNode, bytes: [UInt8]) -> Bool {
        guard let classes = attributeRange("class", of: node), bytes.begins(with: "mathjax", bytes.trimmed(classes)) else { return false }
        // A preview and the formula itself can stand before the script.
        var place = node
        for _ in 0..<4 {
            guard let next = nextSibling(of: place) else { return false }
            if isTeXScript(next, bytes: bytes) { return true }
            place = next
        }
        return false
    }
}
