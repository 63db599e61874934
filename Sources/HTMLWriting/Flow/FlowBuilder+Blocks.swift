import HTMLParsing

/// Headings, rules, quotes and code blocks.
extension FlowBuilder {
    /// Begins a heading. Inside of it blocks are separated by spaces.
    mutating func enterHeading(_ node: HTMLNode, _ level: Int) {
        endParagraph()
        if isInline { return push(.block, node) }
        if document.firstChild(of: node) == nil { inline.run.keepEmpty() }
        inline.place = .heading
        push(.heading(level: level), node)
    }

    private func isUnderlined(_ level: Int) -> Bool { options.markdown.headings == .setext && level <= 2 }

    mutating func leaveHeading(_ level: Int) {
        endCode()
        defer { inline.place = .paragraph }
        if !inline.run.hasInk { return inline.run.reset() }
        if options.isPlain {
            layout.startBlock(.paragraph)
            layout.beginLine()
            inline.write(into: &layout)
            return layout.endLine()
        }
        let isEmpty = inline.run.isEmpty
        let isUnderlined = isUnderlined(level) && !isEmpty
        layout.startBlock(isUnderlined ? .underlinedHeading : .heading)
        layout.beginLine()
        if isUnderlined {
            inline.write(into: &layout)
            layout.guardLineStart()
            let width = layout.out.characterCount(layout.lineStart..<layout.out.count)
            layout.endLine()
            layout.beginLine()
            layout.out.append(contentsOf: repeatElement(level == 1 ? 0x3D : 0x2D, count: min(max(width, 3), 80)))
        } else {
            layout.out.append(contentsOf: repeatElement(0x23, count: level))
            if !isEmpty { layout.out.append(0x20) }
            inline.write(into: &layout)
            if !isEmpty { layout.guardHeadingEnd() }
        }
        layout.endLine()
    }

    mutating func writeRule() {
        endParagraph()
        if isInline { return }
        // As the first block of an item the rule must not have the character of a bullet before it.
        let rule = layout.isAtMarker && !options.isPlain ? "___" : options.isPlain ? "---" : "***"
        layout.startBlock(.rule)
        layout.beginLine()
        layout.out.append(contentsOf: rule.utf8)
        layout.endLine()
    }

    mutating func enterQuote(_ node: HTMLNode) {
        endParagraph()
        guard !isInline, layout.canNest else { return push(.block, node) }
        layout.startBlock(.quote)
        layout.openQuote(mark: "> ")
        push(.quote, node)
    }

    mutating func enterPreformatted(_ node: HTMLNode) {
        endParagraph()
        preformatted = []
        preformattedLanguage = language(of: node)
        push(.preformatted, node)
    }

    /// Whether a block that shows white space is a plain text in HTML: its lines, and addresses that are links to themselves. Lines that are
    /// to be wrapped are no longer those of the text.
    func holdsPlainText(_ node: HTMLNode) -> Bool {
        guard options.markdown.wrapWidth == nil, !isInline else { return false }
        return document.children(of: node).allSatisfy { child in
            if document.kind(of: child) == .text || document.isHTML(child, .br) { return true }
            guard document.isHTML(child, .a), let text = document.firstChild(of: child), document.nextSibling(of: text) == nil,
                document.kind(of: text) == .text, let address = document.attributeRange("href", of: child)
            else { return false }
            return bytes[address] == bytes[document.textRange(of: text)]
        }
    }

    /// The language that a pre element, its code element or the element around it names.
    private func language(of node: HTMLNode) -> [UInt8] {
        for candidate in [node, document.firstChild(of: node), document.parent(of: node)] {
            guard let candidate, let range = document.attributeRange("class", of: candidate) else { continue }
            let language = CodeBlock.language(classes: bytes[range])
            if !language.isEmpty { return language }
        }
        return []
    }

    /// An element inside of pre: only its text counts, and that blocks are lines.
    mutating func enter(inPreformatted node: HTMLNode, _ tag: HTMLTag) -> Bool {
        switch tag {
        case .br: preformatted?.append(0x0A)
        case .div, .p, .li, .tr:
            if let last = preformatted?.last, last != 0x0A { preformatted?.append(0x0A) }
        default: break
        }
        return true
    }

    mutating func leavePreformatted(_ node: HTMLNode) {
        guard let text = preformatted else { return }
        preformatted = nil
        if text.isEmpty, document.firstChild(of: node) == nil { return }
        if isInline {
            if !text.isEmpty { inline.run.append(atom: text, .code) }
        } else if options.isPlain {
            CodeBlock(text: text, language: []).writePlain(into: &layout)
        } else {
            CodeBlock(text: text, language: preformattedLanguage).write(into: &layout)
        }
    }
}
