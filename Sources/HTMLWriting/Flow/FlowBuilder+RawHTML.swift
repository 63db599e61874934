internal import HTMLParsing

/// Writes elements and attributes without Markdown syntax as HTML, if the options allow it.
extension FlowBuilder {
    /// Writes the element as HTML if it is to be kept, or if Markdown has no syntax for it.
    ///
    /// - Returns: Whether to visit its children; nil if the caller has to write the element as Markdown.
    mutating func enterRaw(_ node: HTMLNode, _ tag: HTMLTag) -> Bool? {
        let isKept = !kept.isEmpty && kept.contains(node) && Self.canKeep(tag)
        guard isKept || mayWriteHTML(tag) && needsHTML(node, tag), !options.isPlain, codeDepth == 0, !textStyle.hasZeroSize,
            let element = RawHTMLWriter.tags(of: node, in: document, targets)
        else { return nil }
        if tag.isInlineInHTML, !isUsedAsBlock(node) {
            if inline.run.marks.count >= InlineRun.maximumMarks { return nil }
            endCode()
            // A line end inside the tag would also end a line of the paragraph.
            guard !element.startTag.contains(0x0A) else { return nil }
            if tag.isVoid {
                inline.run.append(atom: element.startTag)
                return false
            }
            inline.rawElements.append(element)
            inline.run.open(.rawElement, payload: inline.rawElements.count - 1)
            push(.mark, node)
            return true
        }
        if isInline { return nil }
        endParagraph()
        if isKept || tag == .table || !hasBlocks(node) {
            var writer = RawHTMLWriter(document: document, visibility: visibility, keepsMore: options.markdown.keepsMore, targets)
            document.walk(node, &writer)
            var html = writer.out
            // An inline element begins an HTML block only if its start tag is alone on the first line.
            let place = element.startTag.count
            if tag.isInlineInHTML, html.count > place, html[place] != 0x0A { html.insert(0x0A, at: place) }
            writeHTMLBlock(html)
            return false
        }
        writeHTMLBlock(element.startTag)
        inline.rawElements.append(element)
        push(.rawBlock(element: inline.rawElements.count - 1), node)
        return true
    }

    /// Whether an element can be written as HTML: the sanitiser allows it, and it can stand without its list or table.
    static func canKeep(_ node: HTMLNode, of document: HTMLDocument) -> Bool {
        canKeep(document.tag(of: node)) && RawHTMLWriter.attributes(of: node, in: document, LinkTargets()) != nil
    }

    /// Whether an element can be HTML inside of Markdown. Parts of lists and tables cannot stand without their list or table.
    private static func canKeep(_ tag: HTMLTag) -> Bool {
        switch tag {
        case .html, .head, .body, .li, .dt, .dd, .caption, .colgroup, .col, .thead, .tbody, .tfoot, .tr, .td, .th, .option, .optgroup: false
        default: true
        }
    }

    /// Whether the options allow to write an element as HTML.
    private func mayWriteHTML(_ tag: HTMLTag) -> Bool {
        if tag == .table, options.markdown.tables == .html { return true }
        return switch options.markdown.supSub {
        case .html where tag == .sup || tag == .sub: true
        case .caret where tag == .sup || tag == .sub, .plain where tag == .sup || tag == .sub: false
        default: options.markdown.rawHTML == .whenNeeded
        }
    }

    mutating func leaveRawBlock(_ element: Int) {
        endParagraph()
        writeHTMLBlock(inline.rawElements[element].endTag)
    }

    mutating func writeHTMLBlock(_ html: [UInt8]) {
        layout.startBlock(.html, forcesBlankLine: true)
        for line in html.split(separator: 0x0A, omittingEmptySubsequences: false) {
            layout.beginLine()
            layout.out.append(contentsOf: line)
            layout.endLine()
        }
    }

    /// Whether an inline element acts as a block: it contains blocks, or no text stands beside it.
    private func isUsedAsBlock(_ node: HTMLNode) -> Bool {
        guard !isInline, inline.run.isEmpty, !document.tag(of: node).isVoid, inline.run.marks.isEmpty else { return false }
        if hasBlocks(node) { return true }
        var next = document.nextSibling(of: node)
        while let sibling = next, document.kind(of: sibling) == .text, bytes.isBlank(document.textRange(of: sibling)) {
            next = document.nextSibling(of: sibling)
        }
        guard let parent = document.parent(of: node), !document.isHTML(parent, .p) else { return false }
        return next.map { document.kind(of: $0) == .element && !document.tag(of: $0).isInlineInHTML } ?? true
    }

    /// Whether a child is a block, which can be written as Markdown between the tags.
    private func hasBlocks(_ node: HTMLNode) -> Bool {
        document.children(of: node).contains { child in
            guard document.kind(of: child) == .element else { return false }
            let tag = document.tag(of: child)
            return !tag.isInlineInHTML && !HiddenContent.hides(tag)
        }
    }

    /// Whether Markdown has no syntax for the element or for one of its allowed attributes.
    private func needsHTML(_ node: HTMLNode, _ tag: HTMLTag) -> Bool {
        switch tag {
        case .html, .body, .br, .hr, .wbr, .tbody, .thead, .tfoot, .tr, .td, .th, .input, .nobr, .head: return false
        case .div: return true
        case .span, .p, .h1, .h2, .h3, .h4, .h5, .h6, .ul, .blockquote, .em, .strong, .b, .i: return hasAttributes(node)
        // The sanitiser adds `rel`.
        case .a: return hasAttributes(node, besides: ["href", "title", "rel"]) || document.attributeRange("href", of: node) == nil
        case .img: return hasAttributes(node, besides: ["src", "alt", "title"])
        case .ol: return hasAttributes(node, besides: ["start"])
        // An item needs its tag where its list has one. Markdown's own items have no place for attributes.
        case .li:
            if case .rawBlock = frames.last?.action { return true }
            return false
        // Markdown has strikethrough inside a paragraph only, not around blocks.
        case .del, .s, .strike: return hasAttributes(node) || isUsedAsBlock(node)
        case .code, .pre: return hasAttributes(node, besides: ["class"])
        case .table:
            if let role = document.attributeRange("role", of: node), bytes.matches("presentation", role) { return false }
            let isData = TableShape(of: node, in: document, bytes: bytes, allowsBlocks: options.markdown.tables == .html).isData
            switch options.markdown.tables {
            case .pipe, .csvFence: return !isData
            case .html: return isData || options.markdown.rawHTML == .whenNeeded
            case .text: return true
            }
        default: return true
        }
    }

    private func hasAttributes(_ node: HTMLNode, besides names: [String] = []) -> Bool {
        // An ID alone becomes an anchor.
        RawHTMLWriter.attributes(of: node, in: document, targets)?.contains { $0.name != "id" && !names.contains($0.name) } ?? false
    }
}

/// The mark `<!--more-->` after the introduction of an article.
extension FlowBuilder {
    /// Writes the mark as a block. A heading or a cell cannot hold it.
    mutating func writeMoreMark() {
        if isInline || preformatted != nil || options.isPlain { return }
        endParagraph()
        writeHTMLBlock(Array("<!--more-->".utf8))
    }

    /// Writes the mark `<!--more-->` for the `hr` with which Joomla ends an introduction.
    ///
    /// - Returns: Whether the rule is such an `hr`.
    mutating func enterMoreRule(_ node: HTMLNode) -> Bool {
        guard let name = document.attributeRange("id", of: node), bytes.matches("system-readmore", name) else { return false }
        writeMoreMark()
        return true
    }
}
