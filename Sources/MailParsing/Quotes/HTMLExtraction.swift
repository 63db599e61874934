internal import HTMLParsing

/// Takes parts out of a document and keeps them in another one.
struct HTMLExtraction {
    /// What is left.
    private(set) var document: HTMLDocument
    /// What was taken out, in order.
    private(set) var removed = HTMLDocument()

    init(_ document: HTMLDocument) {
        self.document = document
    }

    /// Takes out a node with all that is below it, and the elements above it that hold nothing any more.
    mutating func remove(_ node: HTMLNode) {
        let parent = document.parent(of: node)
        move(node)
        if let parent { removeEmpty(parent) }
    }

    /// Takes out nodes, and in place of each the largest element that shows nothing but such nodes.
    mutating func remove(_ nodes: [HTMLNode]) {
        var wanted = NodeSet(document)
        for node in nodes { wanted.insert(node) }
        // Elements that show one of the nodes, and those that show something else. Children come before their parents, each looked at once.
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

    /// Whether a node itself shows something.
    private func isVisible(_ node: HTMLNode) -> Bool {
        switch document.kind(of: node) {
        case .text: !document.textBytes.showsNothing(document.textRange(of: node))
        case .element: document.tag(of: node) == .img || document.tag(of: node) == .hr
        default: false
        }
    }

    /// Takes out everything from a node on to the end of the document.
    ///
    /// - Parameter offset: Where in a text node to begin, in bytes.
    mutating func removeFrom(_ node: HTMLNode, offset: Int = 0) {
        var last = node
        if offset > 0 {
            let text = document.text(of: node)
            let cut = text.utf8.index(text.startIndex, offsetBy: min(offset, text.utf8.count))
            let rest = removed.makeText(String(text[cut...]))
            removed.append(rest, to: removed.root)
            document.setText(String(text[..<cut]), of: node)
        } else {
            // What stands around the node and begins with it goes with it.
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

    /// Whether a node is a part of the content: not the document, `html`, `body`, nor a cell, which a table needs.
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

    /// Whether nothing but white space stands before a node in its parent.
    private func isFirst(_ node: HTMLNode, in parent: HTMLNode) -> Bool {
        var previous = document.previousSibling(of: node)
        while let sibling = previous {
            let isBlank = document.kind(of: sibling) == .text && document.textBytes.showsNothing(document.textRange(of: sibling))
            if !isBlank { return false }
            previous = document.previousSibling(of: sibling)
        }
        return true
    }
}
