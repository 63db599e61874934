internal import HTMLParsing

/// Maps each HTML element to what is written for it.
extension FlowBuilder {
    mutating func enter(element node: HTMLNode) -> Bool {
        let tag = document.tag(of: node)
        let style = HTMLInlineStyle(of: node, in: document, bytes: bytes)
        if HiddenContent.hides(node, in: document, style: style, visibility: visibility) {
            if tag == .script, writeTeX(ofScript: node) { return false }
            if let descends = enterEmbedded(node, tag) { return descends }
            // A hidden element separates two words if it takes up space on the page; scripts, styles and templates do not.
            if HiddenContent.takesPlace(tag) { inline.run.appendSpace() }
            return false
        }
        if hasFormulas, document.isCopyOfFormula(node, bytes: bytes) { return false }
        if writesTeX, document.isCopyOfTeX(node, bytes: bytes) { return false }
        if let style { inherit(textStyle.changed(by: style), node) }
        if foreignDepth > 0 {
            // Browsers show HTML inside SVG.
            push(.foreign(depth: foreignDepth), node)
            foreignDepth = 0
        }
        if tag == .table, preformatted != nil || table == nil, writeCodeTable(node) {
            leave(node)
            return false
        }
        if tag == .table, preformatted == nil, table == nil, writeCSVTable(node) {
            leave(node)
            return false
        }
        if preformatted != nil {
            if let id = targets.id(of: node) { addAnchor(id) }
            return enter(inPreformatted: node, tag, style)
        }
        if !footnotes.isEmpty, let descends = enterFootnote(node) {
            if !descends { leave(node) }
            return descends
        }
        if tag == .li, showsNothing(item: node) {
            leave(node)
            return false
        }
        if case .list = frames.last?.action, tag != .li { openImpliedItem(around: node, isList: tag == .ul || tag == .ol) }
        if node == alertTitle {
            leave(node)
            return false
        }
        if tag == .div, let descends = enterAlert(node) { return descends }
        if let descends = enterRaw(node, tag) {
            if !descends { leave(node) }
            return descends
        }
        if let id = targets.id(of: node) { addAnchor(id) }
        if tag == .sup || tag == .sub, let text = raisedText(of: node, tag) {
            inline.run.append(text, in: 0..<text.count)
            leave(node)
            return false
        }
        if writeTaskBox(node, tag) { return true }
        if tag.isInlineInHTML { beginBox(node, tag, style) }
        enter(node, tag, style)
        boxParents.enter(node, style)
        return true
    }

    /// Separates an inline element from its neighbours where a style makes it a block, or a box in a row of boxes.
    private mutating func beginBox(_ node: HTMLNode, _ tag: HTMLTag, _ style: HTMLInlineStyle?) {
        if style?.display == .block, tag != .br {
            begin(document.edge(of: node, tag, style, bytes: bytes), node)
        } else if boxParents.holds(node, in: document) || document.standsAside(node, style, bytes: bytes) {
            begin(.space, node)
        }
    }

    /// Writes an edge now, and again at the end of the node.
    private mutating func begin(_ edge: ElementSeparator, _ node: HTMLNode) {
        switch edge {
        case .none: return
        case .space: push(.spaced, node)
        case .line: push(.line, node)
        case .paragraph: push(.block, node)
        }
        write(edge)
    }

    private mutating func write(_ edge: ElementSeparator) {
        switch edge {
        case .none: break
        case .space: inline.run.appendSpace()
        // The text of a task stays beside its box.
        case .line: if !inline.run.isTaskBox { endLine() }
        case .paragraph: if !inline.run.isTaskBox { endParagraph() }
        }
    }

    private mutating func enter(_ node: HTMLNode, _ tag: HTMLTag, _ style: HTMLInlineStyle?) {
        switch tag {
        case .a: enterLink(node)
        case .b: open(.strong, node, isPresentational: true)
        case .strong: open(.strong, node)
        case .i: open(.emphasis, node, isPresentational: true)
        case .em: open(.emphasis, node)
        case .del, .s, .strike: open(.strikethrough, node, isPresentational: true)
        case .code, .tt, .samp, .kbd: enterCode(node, tag)
        case .q:
            inline.run.append("\"")
            push(.quotation, node)
        case .br: enterLineBreak()
        case .img, .image: enterImage(node, style)
        case .h1, .h2, .h3, .h4, .h5, .h6: enterHeading(node, Int(tag.rawValue - HTMLTag.h1.rawValue) + 1)
        case .hr: if !options.markdown.keepsMore || !enterMoreRule(node) { writeRule() }
        case .blockquote: enterQuote(node)
        case .ul, .ol, .menu, .dir: enterList(node, isOrdered: tag == .ol)
        case .li: enterItem(node)
        case .pre, .listing, .xmp, .plaintext: enterPreformatted(node)
        case .table: enterTable(node)
        case .tr: enterRow(node)
        case .td, .th: enterCell(node)
        case .p, .div, .address, .article, .aside, .caption, .center, .dd, .details, .dialog, .dl, .dt, .fieldset, .figcaption, .figure,
            .footer,
            .form, .header, .hgroup, .legend, .main, .nav, .search, .section, .summary:
            if options.isPlain, style?.keepsSpaces == true, holdsPlainText(node) { return enterPreformatted(node) }
            let edge = document.edge(of: node, tag, style, bytes: bytes)
            begin(edge == .none && boxParents.holds(node, in: document) ? .space : edge, node)
        case .other where document.name(of: node) == "xml":
            // Office programs put their settings into an `xml` element.
            var style = textStyle
            style.hasZeroSize = true
            inherit(style, node)
        case .button, .keygen, .marquee: begin(.space, node)
        // Elements without a meaning for the text, and those that HTML does not know, are parts of a line.
        default: break
        }
    }

    /// Sets the text style of the node's descendants; the previous style returns when the node ends.
    private mutating func inherit(_ style: HTMLTextStyle, _ node: HTMLNode) {
        if style == textStyle { return }
        outerStyles.append((node, textStyle))
        textStyle = style
    }

    /// Enters an element of SVG or MathML. Writes formulas in one line, and only the HTML inside SVG.
    mutating func enter(foreign node: HTMLNode) -> Bool {
        let tag = document.tag(of: node)
        if document.namespace(of: node) == .mathML {
            if tag != .math || preformatted != nil || codeDepth > 0 || foreignDepth > 0 {
                return tag != .annotation && tag != .annotationXML
            }
            if !textStyle.hasZeroSize { writeFormula(node) }
            return false
        }
        if tag == .svg, !enterDrawing(node) { return false }
        push(.foreign(depth: foreignDepth), node)
        foreignDepth += 1
        return true
    }

    mutating func leave(_ frame: OpenFlowElement) {
        switch frame.action {
        case .block: write(.paragraph)
        case .line: write(.line)
        case .heading(let level): leaveHeading(level)
        case .quote:
            endParagraph()
            layout.closeContainer()
        case .list: lists.removeLast()
        case .item, .impliedItem: closeItem()
        case .mark:
            endCode()
            inline.run.close()
        case .rawBlock(let element): leaveRawBlock(element)
        case .code:
            codeDepth -= 1
            if codeDepth == 0 { endCode() }
        case .preformatted: leavePreformatted(frame.node)
        case .preformattedLine: preformattedLineEnds = true
        case .table: table = nil
        case .row: leaveRow()
        case .note:
            endParagraph()
            layout.closeContainer()
        case .cellList:
            cellLists.removeLast()
            separateInline()
        case .cell(let columns): leaveCell(columns)
        case .quotation: inline.run.append("\"")
        case .spaced: inline.run.appendSpace()
        case .foreign(let depth): foreignDepth = depth
        }
    }
}

/// Anchors for links inside the document.
extension FlowBuilder {
    /// Adds the anchor of an element. It is written with the next text, so that it makes no paragraph of its own. The anchor is a `span`,
    /// because an `a` could stand inside of a link.
    mutating func addAnchor(_ id: String) {
        guard options.markdown.headingIDs == .html else { return }
        pendingAnchors += "<span id=\"".utf8
        for byte in id.utf8 {
            switch byte {
            case 0x80..., 0x2D, 0x2E, 0x3A, 0x5F: pendingAnchors.append(byte)
            case _ where byte.isASCIILetter || byte.isASCIIDigit: pendingAnchors.append(byte)
            // The reference keeps Markdown from reading markup, the end of a cell or a line end.
            default: pendingAnchors.append(characterReference: Unicode.Scalar(byte))
            }
        }
        pendingAnchors += "\"></span>".utf8
    }

    /// Writes the anchors that ``addAnchor(_:)`` has added.
    mutating func writePendingAnchors() {
        guard !pendingAnchors.isEmpty else { return }
        inline.run.append(atom: pendingAnchors)
        pendingAnchors = []
    }

    /// Writes the ID of a heading after its text, as Pandoc, kramdown, Hugo and others read it.
    mutating func writeHeadingID() {
        guard let id = headingID else { return }
        headingID = nil
        layout.out.append(contentsOf: " {#\(id)}".utf8)
    }
}

extension MarkdownOptions.HeadingIDs {
    /// The elements that are written with their IDs.
    var places: LinkTargets.WrittenIDs {
        switch self {
        case .none: .none
        case .attribute: .headings
        case .html: .all
        }
    }
}
