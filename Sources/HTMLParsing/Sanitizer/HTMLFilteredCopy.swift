/// One pass of a sanitiser: steps through a document and copies what is allowed.
struct HTMLFilteredCopy {
    /// Where the children of a node go, and how their text looks there.
    private struct Target {
        var node: HTMLNode
        /// How many elements are around them in the copy.
        var depth: Int
        /// The style of text in the source, and what the copy has of it.
        var sourceStyle = HTMLTextStyle()
        var copyStyle = HTMLTextStyle()
    }

    private let source: HTMLDocument
    private let bytes: [UInt8]
    private let visibility: HTMLVisibility
    private let allowed: HTMLAllowList
    private let attributes: (HTMLNode, HTMLTag) -> [HTMLAttribute]
    private var result = HTMLDocument()
    /// One for the current node and for each node above it.
    private var targets: [Target]

    /// - Parameters:
    ///   - source: The document to copy.
    ///   - allowed: The elements that are copied.
    ///   - attributes: Gives the attributes that an element keeps.
    init(of source: HTMLDocument, _ allowed: HTMLAllowList, attributes: @escaping (HTMLNode, HTMLTag) -> [HTMLAttribute]) {
        self.source = source
        self.allowed = allowed
        self.attributes = attributes
        bytes = source.textBytes
        visibility = HTMLVisibility(of: source)
        targets = [Target(node: result.root, depth: 0)]
    }

    /// Makes the copy. To be called once.
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
    /// - Returns: Whether its children are to be copied, too; `leave` comes behind them.
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
        // What hid it is gone, so what it hid goes, too.
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

    /// What stood in a block or a cell of its own must not run into its neighbours when that goes.
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

    /// Whether white space in an element of the copy is not shown whatever its style: a line break there would move out of the table.
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
