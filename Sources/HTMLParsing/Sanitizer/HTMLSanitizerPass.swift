/// One pass of the sanitiser: walks a document and copies the allowed nodes.
struct HTMLSanitizerPass {
    /// The parent of the next copies, and the inherited style of text there.
    private struct CopyParent {
        var node: HTMLNode
        /// The depth of `node` in the copy, in elements.
        var depth: Int
        /// The inherited style of text in the source document and in the copy. The sanitiser may remove a style, so the two can differ.
        var sourceStyle = HTMLTextStyle()
        var copyStyle = HTMLTextStyle()
    }

    /// Options of the copy besides the filter of elements and attributes.
    struct Content {
        /// The attributes of the block that stands for the body; empty for none.
        var bodyAttributes: [HTMLAttribute] = []
        /// The elements that are left out.
        var dropped: Set<HTMLNode> = []
    }

    private let source: HTMLDocument
    private let bytes: [UInt8]
    private let visibility: HTMLVisibility
    private let allowed: HTMLAllowList
    private let attributes: (HTMLNode, HTMLTag, inout StyleCache) -> [HTMLAttribute]
    private let content: Content
    private(set) var styles: StyleCache
    private var result = HTMLDocument()
    /// The copy parents of the current node and of its ancestors.
    private var parents: [CopyParent]

    /// - Parameters:
    ///   - source: The document to copy.
    ///   - allowed: The elements that are copied.
    ///   - styles: The known style attributes.
    ///   - content: The block for the body, and the elements to leave out.
    ///   - attributes: Returns the attributes that an element keeps.
    init(
        of source: HTMLDocument, _ allowed: HTMLAllowList, _ styles: StyleCache, _ content: Content = Content(),
        attributes: @escaping (HTMLNode, HTMLTag, inout StyleCache) -> [HTMLAttribute]
    ) {
        self.styles = styles
        self.source = source
        self.allowed = allowed
        self.content = content
        self.attributes = attributes
        bytes = source.textBytes
        visibility = HTMLVisibility(of: source)
        parents = [CopyParent(node: result.root, depth: 0)]
    }

    /// Returns the filtered copy. Call it once.
    mutating func make() -> HTMLDocument {
        var upcoming = source.firstChild(of: source.root)
        while let node = upcoming {
            let descends = enter(node)
            if descends, let child = source.firstChild(of: node) {
                upcoming = child
                continue
            }
            if descends { leave(node) }
            upcoming = source.nextSibling(of: node)
            var parent = node
            while upcoming == nil, let above = source.parent(of: parent), above != source.root {
                leave(above)
                upcoming = source.nextSibling(of: above)
                parent = above
            }
        }
        return result
    }

    /// Copies a node.
    ///
    /// - Returns: Whether to copy the children too. The caller then calls `leave` after them.
    private mutating func enter(_ node: HTMLNode) -> Bool {
        switch source.kind(of: node) {
        case .text: copy(text: node)
        case .element: return enter(element: node)
        case .document, .templateContent, .comment, .documentType: break
        }
        return false
    }

    private mutating func enter(element node: HTMLNode) -> Bool {
        var parent = parents[parents.count - 1]
        let verdict = allowed.verdict(on: node, of: source)
        if verdict == .drop || content.dropped.contains(node) { return false }
        let tag = source.tag(of: node)
        let isKept = verdict == .keep && parent.depth < HTMLSanitizer.maximumDepth
        let attributes = isKept ? attributes(node, tag, &styles) : []
        let style = HTMLInlineStyle(of: node, in: source, bytes: bytes)
        let keptAttributes = tag == .body ? content.bodyAttributes : attributes
        let keptStyle = style == nil ? nil : keptAttributes.first { $0.name == "style" }.map { styles.inlineStyle($0.value) }
        // The hiding style is not kept, so the hidden content must go with it.
        if style?.isHidden == true, keptStyle?.isHidden != true { return false }
        if source.attributeRange("hidden", of: node) != nil, !attributes.contains(where: { $0.name == "hidden" }) { return false }
        parent.sourceStyle = parent.sourceStyle.changed(by: style)
        parent.copyStyle = parent.copyStyle.changed(by: keptStyle)
        if visibility.hides(node), !parent.copyStyle.isHidden { return false }
        if isKept {
            let element = result.makeElement(tag, attributes: attributes)
            result.append(element, to: parent.node)
            parent.node = element
            parent.depth += 1
            if tag == .pre { (parent.sourceStyle.keepsLineEnds, parent.copyStyle.keepsLineEnds) = (true, true) }
        } else if tag == .body, !content.bodyAttributes.isEmpty {
            let element = result.makeElement(.div, attributes: content.bodyAttributes)
            result.append(element, to: parent.node)
            parent.node = element
            parent.depth += 1
        } else if verdict == .unwrap {
            appendSeparator(node)
        }
        parents.append(parent)
        return true
    }

    private mutating func leave(_ node: HTMLNode) {
        parents.removeLast()
        appendSeparator(node)
    }

    /// Appends a line feed where a block is unwrapped, so that its text does not join the text of its neighbours.
    private mutating func appendSeparator(_ node: HTMLNode) {
        guard allowed.isBlock(node, of: source), allowed.verdict(on: node, of: source) == .unwrap else { return }
        let space = result.makeText("\n")
        result.append(space, to: parents[parents.count - 1].node)
    }

    private mutating func copy(text node: HTMLNode) {
        let parent = parents[parents.count - 1]
        if parent.sourceStyle.hasZeroSize, !parent.copyStyle.hasZeroSize { return }
        if visibility.hides(node), !parent.copyStyle.isHidden { return }
        let range = source.textRange(of: node)
        guard parent.sourceStyle.keepsLineEnds, !parent.copyStyle.keepsLineEnds, !holdsNoText(parent.node) else {
            return append(text: range, to: parent.node)
        }
        var start = range.lowerBound
        while let end = bytes[start..<range.upperBound].firstIndex(of: 0x0A) {
            if start < end { append(text: start..<end, to: parent.node) }
            let lineBreak = result.makeElement(.br)
            result.append(lineBreak, to: parent.node)
            start = end + 1
        }
        if start < range.upperBound { append(text: start..<range.upperBound, to: parent.node) }
    }

    /// Whether an element of the copy ignores text. A line break in a table's structure would be foster-parented out of the table.
    private func holdsNoText(_ node: HTMLNode) -> Bool {
        switch result.tag(of: node) {
        case .table, .thead, .tbody, .tfoot, .tr, .colgroup: true
        default: false
        }
    }

    private mutating func append(text range: Range<Int>, to parent: HTMLNode) {
        let text = result.makeText(bytes[range].span)
        result.append(text, to: parent)
    }
}
