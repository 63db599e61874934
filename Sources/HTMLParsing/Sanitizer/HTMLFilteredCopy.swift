/// One pass of the sanitiser: walks a document and copies the allowed nodes.
struct HTMLFilteredCopy {
    /// The parent of the next copies, and the inherited style of text there.
    private struct Target {
        var node: HTMLNode
        /// The depth of `node` in the copy, in elements.
        var depth: Int
        /// The inherited style of text in the source document and in the copy. The sanitiser may remove a style, so the two can differ.
        var sourceStyle = HTMLTextStyle()
        var copyStyle = HTMLTextStyle()
    }

    private let source: HTMLDocument
    private let bytes: [UInt8]
    private let visibility: HTMLVisibility
    private let allowed: HTMLAllowList
    private let attributes: (HTMLNode, HTMLTag) -> [HTMLAttribute]
    private var result = HTMLDocument()
    /// The targets of the current node and of its ancestors.
    private var targets: [Target]

    /// - Parameters:
    ///   - source: The document to copy.
    ///   - allowed: The elements that are copied.
    ///   - attributes: Returns the attributes that an element keeps.
    init(of source: HTMLDocument, _ allowed: HTMLAllowList, attributes: @escaping (HTMLNode, HTMLTag) -> [HTMLAttribute]) {
        self.source = source
        self.allowed = allowed
        self.attributes = attributes
        bytes = source.textBytes
        visibility = HTMLVisibility(of: source)
        targets = [Target(node: result.root, depth: 0)]
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
        var target = targets[targets.count - 1]
        let verdict = allowed.verdict(on: node, of: source)
        if verdict == .drop { return false }
        let tag = source.tag(of: node)
        let isKept = verdict == .keep && target.depth < HTMLSanitizer.maximumDepth
        let attributes = isKept ? attributes(node, tag) : []
        let style = HTMLInlineStyle(of: node, in: source, bytes: bytes)
        let keptStyle = style == nil ? nil : attributes.first { $0.name == "style" }.map { HTMLInlineStyle($0.value) }
        // The hiding style is not kept, so the hidden content must go with it.
        if style?.isHidden == true, keptStyle?.isHidden != true { return false }
        if source.attributeRange("hidden", of: node) != nil { return false }
        target.sourceStyle = target.sourceStyle.changed(by: style)
        target.copyStyle = target.copyStyle.changed(by: keptStyle)
        if visibility.hides(node), !target.copyStyle.isHidden { return false }
        if isKept {
            let element = result.makeElement(tag, attributes: attributes)
            result.append(element, to: target.node)
            target.node = element
            target.depth += 1
            if tag == .pre { (target.sourceStyle.keepsLineEnds, target.copyStyle.keepsLineEnds) = (true, true) }
        } else if verdict == .unwrap {
            appendSeparator(node)
        }
        targets.append(target)
        return true
    }

    private mutating func leave(_ node: HTMLNode) {
        targets.removeLast()
        appendSeparator(node)
    }

    /// Appends a line feed where a block is unwrapped, so that its text does not join the text of its neighbours.
    private mutating func appendSeparator(_ node: HTMLNode) {
        guard allowed.isBlock(node, of: source), allowed.verdict(on: node, of: source) == .unwrap else { return }
        let space = result.makeText("\n")
        result.append(space, to: targets[targets.count - 1].node)
    }

    private mutating func copy(text node: HTMLNode) {
        let target = targets[targets.count - 1]
        if target.sourceStyle.hasZeroSize, !target.copyStyle.hasZeroSize { return }
        if visibility.hides(node), !target.copyStyle.isHidden { return }
        let text = source.text(of: node)
        guard target.sourceStyle.keepsLineEnds, !target.copyStyle.keepsLineEnds, !holdsNoText(target.node) else {
            return append(text: text, to: target.node)
        }
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if index > 0 {
                let lineBreak = result.makeElement(.br)
                result.append(lineBreak, to: target.node)
            }
            if !line.isEmpty { append(text: String(line), to: target.node) }
        }
    }

    /// Whether an element of the copy ignores text. A line break in a table's structure would be foster-parented out of the table.
    private func holdsNoText(_ node: HTMLNode) -> Bool {
        switch result.tag(of: node) {
        case .table, .thead, .tbody, .tfoot, .tr, .colgroup: true
        default: false
        }
    }

    private mutating func append(text: String, to parent: HTMLNode) {
        let text = result.makeText(text)
        result.append(text, to: parent)
    }
}
