internal import HTMLParsing

/// Moves parts of a document to another one.
struct HTMLExtraction {
    /// The document without the removed parts.
    private(set) var document: HTMLDocument
    /// The removed parts, in order of removal.
    private(set) var removed = HTMLDocument()

    init(_ document: HTMLDocument) {
        self.document = document
    }

    /// Removes a node with its descendants, and its ancestors that become empty.
    mutating func remove(_ node: HTMLNode) {
        let parent = document.parent(of: node)
        move(node)
        if let parent { removeEmpty(parent) }
    }

    /// Removes nodes and the line breaks between them. For each one, removes the largest element whose visible content consists of such
    /// nodes only.
    mutating func remove(_ nodes: [HTMLNode]) {
        var wanted = NodeSet(document)
        for node in nodes { wanted.insert(node) }
        for node in lineBreaks(between: wanted) { wanted.insert(node) }
        // Collects the elements that show one of the nodes, and those that show other content. Visits children before their parents, so
        // that each node is visited once.
        var showsWanted = NodeSet(document)
        var showsOther = NodeSet(document)
        for node in Array(document.descendants(of: document.root)).reversed() {
            let isWanted = wanted.contains(node)
            guard let parent = document.parent(of: node) else { continue }
            if isWanted || showsWanted.contains(node) { showsWanted.insert(parent) }
            if !isWanted, isVisible(node) || showsOther.contains(node) { showsOther.insert(parent) }
        }
        var largest: [HTMLNode] = []
        var next = document.firstChild(of: document.root)
        while let node = next {
            let isWhole = wanted.contains(node) || showsWanted.contains(node) && !showsOther.contains(node) && isContent(node)
            if isWhole { largest.append(node) }
            next = isWhole ? nil : document.firstChild(of: node)
            next = next ?? document.nodeAfter(node, within: document.root)
        }
        for node in largest { move(node) }
    }

    /// The line breaks with nothing but wanted nodes on both sides.
    private func lineBreaks(between wanted: NodeSet) -> [HTMLNode] {
        var breaks: [HTMLNode] = []
        // The line breaks since the last wanted node; nil after any other visible node.
        var pending: [HTMLNode]?
        for node in document.descendants(of: document.root) {
            if wanted.contains(node) {
                breaks += pending ?? []
                pending = []
            } else if isVisible(node) {
                pending = nil
            } else if document.isHTML(node, .br) {
                pending?.append(node)
            }
        }
        return breaks
    }

    /// Whether a node itself, without its children, is visible.
    private func isVisible(_ node: HTMLNode) -> Bool {
        switch document.kind(of: node) {
        case .text: !document.textBytes.isUnicodeBlank(document.textRange(of: node))
        case .element: document.tag(of: node) == .img || document.tag(of: node) == .hr
        default: false
        }
    }

    /// Removes everything from a node to the end of the document.
    ///
    /// - Parameters:
    ///   - node: The first node to remove.
    ///   - offset: For a text node, the offset of the first byte to remove.
    mutating func removeFrom(_ node: HTMLNode, offset: Int = 0) {
        var last = node
        if offset > 0 {
            let text = document.text(of: node)
            let cut = text.utf8.index(text.startIndex, offsetBy: min(offset, text.utf8.count))
            let rest = removed.makeText(String(text[cut...]))
            removed.append(rest, to: removed.root)
            document.setText(String(text[..<cut]), of: node)
        } else {
            // Also remove the ancestors that begin with the node.
            while let parent = document.parent(of: last), isContent(parent), isFirst(last, in: parent) { last = parent }
        }
        var level: HTMLNode? = last
        var isStart = offset == 0
        while let current = level, current != document.root {
            let parent = document.parent(of: current)
            var next = document.nextSibling(of: current)
            if isStart { move(current) }
            isStart = false
            while let sibling = next {
                next = document.nextSibling(of: sibling)
                move(sibling)
            }
            level = parent
        }
    }

    private mutating func move(_ node: HTMLNode) {
        let copy = removed.copy(node, from: document)
        removed.append(copy, to: removed.root)
        document.remove(node)
    }

    private mutating func removeEmpty(_ node: HTMLNode) {
        var current = node
        while isContent(current), isEmpty(current), let parent = document.parent(of: current) {
            document.remove(current)
            current = parent
        }
    }

    /// Whether an element can be removed: not `html` and `body`, nor parts of a table, which would lose its structure.
    private func isContent(_ node: HTMLNode) -> Bool {
        guard document.kind(of: node) == .element else { return false }
        switch document.tag(of: node) {
        case .html, .body, .td, .th, .tr, .tbody, .table: return false
        default: return true
        }
    }

    private func isEmpty(_ node: HTMLNode) -> Bool {
        !document.descendants(of: node).contains(where: isVisible)
    }

    /// Whether only white space precedes a node in its parent.
    private func isFirst(_ node: HTMLNode, in parent: HTMLNode) -> Bool {
        var previous = document.previousSibling(of: node)
        while let sibling = previous {
            let isBlank = document.kind(of: sibling) == .text && document.textBytes.isUnicodeBlank(document.textRange(of: sibling))
            if !isBlank { return false }
            previous = document.previousSibling(of: sibling)
        }
        return true
    }
}

/// A set of nodes of one document.
private struct NodeSet {
    private var isIn: [Bool]

    /// Creates an empty set.
    ///
    /// - Parameter document: The document of the nodes.
    init(_ document: HTMLDocument) {
        isIn = [Bool](repeating: false, count: document.nodeCount)
    }

    mutating func insert(_ node: HTMLNode) { isIn[Int(node.index)] = true }

    func contains(_ node: HTMLNode) -> Bool { isIn[Int(node.index)] }
}
