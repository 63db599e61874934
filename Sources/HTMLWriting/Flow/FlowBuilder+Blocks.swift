import HTMLParsing

/// Headings, rules, quotes and code blocks.
extension FlowBuilder {
    /// Begins a heading. Blocks inside a heading are separated by spaces.
    mutating func enterHeading(_ node: HTMLNode, _ level: Int) {
        endParagraph()
        if isInline { return push(.block, node) }
        if document.firstChild(of: node) == nil { inline.run.keepEmpty() }
        inline.block = .heading
        headingID = options.markdown.headingIDs == .attribute ? targets.id(of: node) : nil
        push(.heading(level: level), node)
    }

    private func isUnderlined(_ level: Int) -> Bool { options.markdown.headings == .setext && level <= 2 }

    mutating func leaveHeading(_ level: Int) {
        endCode()
        defer { inline.block = .paragraph }
        if !inline.run.hasVisibleContent { return inline.run.reset() }
        if options.isPlain {
            layout.startBlock(.paragraph)
            layout.beginLine()
            inline.write(into: &layout)
            return layout.endLine()
        }
        trimHardSpaces()
        let isEmpty = inline.run.isEmpty
        let isUnderlined = isUnderlined(level) && !isEmpty
        layout.startBlock(isUnderlined ? .underlinedHeading : .heading)
        layout.beginLine()
        if isUnderlined {
            inline.write(into: &layout)
            writeHeadingID()
            layout.escapeLineStart()
            let width = layout.out.characterCount(layout.lineStart..<layout.out.count)
            layout.endLine()
            layout.beginLine()
            layout.out.append(contentsOf: repeatElement(level == 1 ? 0x3D : 0x2D, count: min(max(width, 3), 80)))
        } else {
            layout.out.append(contentsOf: repeatElement(0x23, count: level))
            if !isEmpty { layout.out.append(0x20) }
            inline.write(into: &layout)
            if !isEmpty { layout.escapeHeadingEnd() }
            writeHeadingID()
        }
        layout.endLine()
    }

    mutating func writeRule() {
        endParagraph()
        if isInline { return }
        // `- ***` would be a rule of its own, so the first block of a list item uses underscores.
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
        writePendingAnchors()
        endParagraph()
        preformatted = []
        preformattedLanguage = CodeLanguage(in: document, bytes: bytes).language(of: node, code: document.firstChild(of: node))
        push(.preformatted, node)
    }

    /// Whether a block with preserved white space holds plain text: text, line breaks, and links whose text is their address.
    ///
    /// Such a block is written line by line. With `wrapWidth` set it is not, because wrapping changes the lines.
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

    /// Enters an element inside pre: keeps only its text, and puts each block on lines of its own.
    mutating func enter(inPreformatted node: HTMLNode, _ tag: HTMLTag, _ style: HTMLInlineStyle?) -> Bool {
        if tag == .br {
            endPreformattedLine()
            preformatted?.append(0x0A)
            return true
        }
        if tag == .span, document.isLineNumber(node, bytes: bytes) {
            leave(node)
            return false
        }
        let isBlock =
            switch style?.display {
            case .block: true
            case .box, .inline: false
            case nil: tag == .div || tag == .p || tag == .li || tag == .tr
            }
        guard isBlock else { return true }
        preformattedLineEnds = true
        push(.preformattedLine, node)
        return true
    }

    /// Begins a new line in pre if a block has begun or ended since the last text.
    mutating func endPreformattedLine() {
        if preformattedLineEnds, let last = preformatted?.last, last != 0x0A { preformatted?.append(0x0A) }
        preformattedLineEnds = false
    }

    mutating func leavePreformatted(_ node: HTMLNode) {
        guard let text = preformatted else { return }
        preformatted = nil
        preformattedLineEnds = false
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
