public import HTMLParsing

extension HTMLDocument {
    /// Whether a block element, such as a paragraph or a list, stands directly in the document, rather than only inline content.
    public var hasBlocks: Bool { children(of: root).contains(where: isBlock) }

    /// Turns blank lines in text into ends of paragraphs, and other line ends into line breaks, as content systems do before they show such
    /// text.
    ///
    /// A blank line inside of inline elements ends those, too, and the next paragraph begins with them again. Preformatted text, scripts and
    /// embedded content stay as they are.
    ///
    /// - SeeAlso: [wpautop](https://developer.wordpress.org/reference/functions/wpautop/)
    mutating func splitParagraphs() {
        var splitter = ParagraphSplitter(self)
        splitter.split()
        self = splitter.document
    }
}

/// Splits the text of block elements into paragraphs.
private struct ParagraphSplitter {
    /// The paragraphs that are being made in one block element.
    struct Output {
        let container: HTMLNode
        /// Whether blank lines are only line breaks, as in a heading.
        let isOneParagraph: Bool
        /// The open paragraph.
        var paragraph: HTMLNode?
        /// The `p` elements that the splitter has added.
        var made: [HTMLNode] = []
        /// The element `p` that the text comes from; nil for text directly in the container.
        var source: SplitElement?
        /// The inline elements around the text.
        var inline: [SplitElement] = []
        /// The number of line ends since the last text.
        var lineEnds = 0
        /// Whether a `br` element is the last content.
        var isAfterBreak = false
    }

    /// An element that a paragraph continues: its first part is the element itself, the others are copies.
    struct SplitElement {
        let element: HTMLNode
        /// The element's part in the open paragraph.
        var part: HTMLNode?
        var isUsed = false
    }

    private(set) var document: HTMLDocument
    /// The nodes with a block element below them.
    private var nodesWithBlocks: Set<HTMLNode> = []
    /// Elements nested deeper keep their line ends, which limits the number of copies.
    private static let maxInlineDepth = 16

    init(_ document: HTMLDocument) {
        self.document = document
        for node in document.descendants(of: document.root) where document.isBlock(node) {
            var parent = document.parent(of: node)
            while let place = parent, nodesWithBlocks.insert(place).inserted { parent = document.parent(of: place) }
        }
    }

    mutating func split() { split(document.elements(tag: .body).first ?? document.root) }

    private mutating func split(_ container: HTMLNode) {
        var output = Output(container: container, isOneParagraph: document.tag(of: container).isOneParagraph)
        for child in takeChildren(of: container) {
            guard document.isBlock(child) || nodesWithBlocks.contains(child) else {
                add(child, to: &output)
                continue
            }
            end(&output)
            if document.isHTML(child, .p), !nodesWithBlocks.contains(child) {
                output.source = SplitElement(element: child)
                for part in takeChildren(of: child) { add(part, to: &output) }
                if output.source?.isUsed == false { document.append(child, to: container) }
                end(&output)
                output.source = nil
            } else {
                splitBlock(child)
                document.append(child, to: container)
            }
        }
        // A list item of one paragraph stays as tight as it was.
        if output.made.count == 1, !document.holdsParagraphs(container) { document.unwrap(output.made[0]) }
    }

    private mutating func splitBlock(_ block: HTMLNode) {
        switch document.tag(of: block) {
        case .pre, .listing, .xmp, .plaintext, .script, .style, .template, .head: break
        case .table, .thead, .tbody, .tfoot, .tr, .colgroup, .ul, .ol, .menu, .dir, .dl:
            // Text directly in these is only white space.
            var child = document.firstChild(of: block)
            while let node = child {
                child = document.nextSibling(of: node)
                if document.isBlock(node) { splitBlock(node) }
            }
        default: split(block)
        }
    }

    private mutating func takeChildren(of node: HTMLNode) -> [HTMLNode] {
        var children: [HTMLNode] = []
        while let child = document.firstChild(of: node) {
            document.remove(child)
            children.append(child)
        }
        return children
    }

    /// Adds inline content to the open paragraph, or to new ones.
    private mutating func add(_ node: HTMLNode, to output: inout Output) {
        switch document.kind(of: node) {
        case .text: addText(node, to: &output)
        case .element where document.isHTML(node, .br):
            document.append(node, to: place(in: &output))
            output.isAfterBreak = true
        case .element where isSplit(node, output):
            output.inline.append(SplitElement(element: node))
            for child in takeChildren(of: node) { add(child, to: &output) }
            output.inline.removeLast()
        case .element:
            document.append(node, to: place(in: &output))
            output.isAfterBreak = false
        default: document.append(node, to: output.paragraph ?? output.container)
        }
    }

    /// Whether an inline element has line ends that break its lines.
    private func isSplit(_ node: HTMLNode, _ output: Output) -> Bool {
        let tag = document.tag(of: node)
        guard tag.isPhrasing || tag == .other, document.namespace(of: node) == .html, output.inline.count < Self.maxInlineDepth else {
            return false
        }
        return document.descendants(of: node).contains { document.kind(of: $0) == .text && document.text(of: $0).utf8.contains(0x0A) }
    }

    private mutating func addText(_ node: HTMLNode, to output: inout Output) {
        let text = document.text(of: node)
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if index > 0 { output.lineEnds += 1 }
            var line = line
            if index > 0 || output.paragraph == nil || output.lineEnds > 0 { line = line.drop(while: \.isFoldedSpace) }
            if index < lines.count - 1 {
                while let last = line.last, last.isFoldedSpace { line.removeLast() }
            }
            guard !line.isEmpty else { continue }
            let parent = place(in: &output)
            document.append(
                lines.count == 1 && line.count == text.utf8.count ? node : document.makeText(String(Substring(line))), to: parent)
            output.isAfterBreak = false
        }
    }

    /// Returns the innermost element of the open paragraph for the next content. First handles the line ends before that content.
    private mutating func place(in output: inout Output) -> HTMLNode {
        if output.lineEnds > 1, !output.isOneParagraph { end(&output) }
        let needsBreak = output.paragraph != nil && output.lineEnds > 0 && !output.isAfterBreak
        output.lineEnds = 0
        var parent: HTMLNode
        if let paragraph = output.paragraph {
            parent = paragraph
        } else {
            if output.source != nil {
                parent = part(of: &output.source, in: output.container)
            } else {
                parent = document.makeElement(.p)
                document.append(parent, to: output.container)
                output.made.append(parent)
            }
            output.paragraph = parent
        }
        for index in output.inline.indices {
            var copied: SplitElement? = output.inline[index]
            parent = part(of: &copied, in: parent)
            if let copied { output.inline[index] = copied }
        }
        if needsBreak { document.append(document.makeElement(.br), to: parent) }
        return parent
    }

    /// Returns the part of an element in the open paragraph, which begins here if there is none.
    private mutating func part(of copied: inout SplitElement?, in parent: HTMLNode) -> HTMLNode {
        guard var found = copied else { return parent }
        if let part = found.part { return part }
        var part = found.element
        if found.isUsed {
            // Only one element of a document has an id.
            let attributes = document.attributes(of: part).filter { $0.name != "id" }
            part = document.makeElement(named: document.name(of: part), attributes: attributes)
        }
        document.append(part, to: parent)
        found.part = part
        found.isUsed = true
        copied = found
        return part
    }

    private func ended(_ copied: SplitElement) -> SplitElement { SplitElement(element: copied.element, isUsed: copied.isUsed) }

    /// Ends the open paragraph.
    private mutating func end(_ output: inout Output) {
        output.paragraph = nil
        output.source = output.source.map(ended)
        output.inline = output.inline.map(ended)
        output.lineEnds = 0
        output.isAfterBreak = false
    }
}

extension HTMLDocument {
    /// Whether a node is an element of HTML that ends the line before it.
    fileprivate func isBlock(_ node: HTMLNode) -> Bool {
        kind(of: node) == .element && namespace(of: node) == .html && !tag(of: node).isInlineContent
    }

    /// Whether text in an element is a paragraph even if it is the only one.
    fileprivate func holdsParagraphs(_ node: HTMLNode) -> Bool {
        kind(of: node) != .element || isHTML(node, .body) || isHTML(node, .blockquote)
    }
}

extension HTMLTag {
    /// Whether the element is a part of a line.
    var isInlineContent: Bool { isInlineInHTML || isReplaced }

    /// Whether the element is inline, although its content is not.
    var isReplaced: Bool {
        switch self {
        case .iframe, .video, .audio, .object, .embed, .select, .textarea, .button: true
        default: false
        }
    }

    /// Whether the element cannot have paragraphs.
    fileprivate var isOneParagraph: Bool {
        switch self {
        case .h1, .h2, .h3, .h4, .h5, .h6, .caption, .summary, .legend: true
        default: false
        }
    }
}
