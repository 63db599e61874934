extension HTMLDocument {
    /// The number of nodes, including removed ones.
    package var nodeCount: Int { nodes.count }

    /// Returns the node's children. Later changes of the document do not affect the sequence.
    public func children(of node: HTMLNode) -> HTMLChildren {
        HTMLChildren(document: self, first: record(node).firstChild)
    }

    /// Returns the node's descendants in document order. The content of a template does not belong to them.
    public func descendants(of node: HTMLNode) -> HTMLDescendants {
        HTMLDescendants(document: self, ancestor: node.index)
    }

    /// Returns the node after `node` in document order, skipping the descendants of `node`.
    ///
    /// - Parameter ancestor: The root of the walk. The result is nil if the next node is not a descendant of it.
    public func nodeAfter(_ node: HTMLNode, within ancestor: HTMLNode) -> HTMLNode? {
        handle(indexAfter(node.index, within: ancestor.index))
    }

    func indexAfter(_ index: Int32, within ancestor: Int32) -> Int32 {
        var current = index
        while current >= 0, current != ancestor {
            let record = nodes[Int(current)]
            if record.next >= 0 { return record.next }
            current = record.parent
        }
        return -1
    }

    /// Whether an element with this tag is or was in the document, in any namespace. Much cheaper than a walk.
    package func mayHaveElement(_ tag: HTMLTag) -> Bool { nodes.contains { $0.tag == tag } }

    /// Returns the elements with this tag in document order, in any namespace.
    ///
    /// - Parameter node: The root of the search; nil searches the whole document.
    public func elements(tag: HTMLTag, below node: HTMLNode? = nil) -> [HTMLNode] {
        descendants(of: node ?? root).filter { record($0).tag == tag && record($0).kind == .element }
    }

    /// Returns the elements with this class, in document order.
    ///
    /// - Parameters:
    ///   - name: One class name, case-sensitive.
    ///   - node: The root of the search; nil searches the whole document.
    public func elements(class name: String, below node: HTMLNode? = nil) -> [HTMLNode] {
        guard let id = names.find("class".utf8.span), !name.isEmpty else { return [] }
        let wanted = Array(name.utf8)
        return descendants(of: node ?? root).filter { descendant in
            guard let index = attributeIndex(id, of: record(descendant)) else { return false }
            let value = bytes[attributeRecords[index].range]
            return value.split(whereSeparator: \.isHTMLWhitespace).contains { $0.elementsEqual(wanted) }
        }
    }

    /// Returns the first element whose `id` attribute has this value.
    public func element(id: String) -> HTMLNode? {
        guard let name = names.find("id".utf8.span) else { return nil }
        let wanted = Array(id.utf8)
        return descendants(of: root).first { descendant in
            guard let index = attributeIndex(name, of: record(descendant)) else { return false }
            return bytes[attributeRecords[index].range].elementsEqual(wanted)
        }
    }

    /// The page title with white space collapsed; nil if it has none.
    ///
    /// - SeeAlso: [HTML 3.1.5, DOM tree accessors](https://html.spec.whatwg.org/multipage/dom.html#document.title)
    package var pageTitle: String? {
        guard let title = descendants(of: root).first(where: { isHTML($0, .title) }) else { return nil }
        let words = textContent(of: title).utf8.split(whereSeparator: \.isHTMLWhitespace)
        return words.isEmpty ? nil : words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }

    /// The document's body element: the first `body` or `frameset` of the `html` element; nil for a fragment.
    public var body: HTMLNode? {
        guard let html = children(of: root).first(where: { isHTML($0, .html) }) else { return nil }
        return children(of: html).first { isHTML($0, .body) || isHTML($0, .frameset) }
    }
}

extension HTMLDocument {
    /// Whether there is an element that HTML does not know, such as `<ana@example.com>`.
    public var hasUnknownElements: Bool { nodes.contains { $0.kind == .element && $0.tag == .other && $0.namespace == .html } }
}

/// The children of a node, from the first to the last.
public struct HTMLChildren: Sequence, IteratorProtocol {
    private let document: HTMLDocument
    private var upcoming: Int32

    init(document: HTMLDocument, first: Int32) {
        self.document = document
        upcoming = first
    }

    /// Returns the next child, or nil after the last one.
    public mutating func next() -> HTMLNode? {
        guard upcoming >= 0 else { return nil }
        let node = HTMLNode(index: upcoming)
        upcoming = document.record(node).next
        return node
    }
}

/// The descendants of a node in document order. Iterates without recursion, so that the depth of the tree is not limited by the call stack.
public struct HTMLDescendants: Sequence, IteratorProtocol {
    private let document: HTMLDocument
    private let ancestor: Int32
    private var upcoming: Int32

    init(document: HTMLDocument, ancestor: Int32) {
        self.document = document
        self.ancestor = ancestor
        upcoming = document.nodes[Int(ancestor)].firstChild
    }

    /// Returns the next node, or nil after the last one.
    public mutating func next() -> HTMLNode? {
        guard upcoming >= 0 else { return nil }
        let node = HTMLNode(index: upcoming)
        let child = document.record(node).firstChild
        upcoming = child >= 0 ? child : document.indexAfter(upcoming, within: ancestor)
        return node
    }
}

/// Receives every node of a walk: ``HTMLDocument/walk(_:_:)``.
public protocol HTMLVisitor {
    /// Receives a node before its children.
    ///
    /// - Returns: Whether to visit the children, and then to call ``leave(_:)``.
    mutating func enter(_ node: HTMLNode) -> Bool
    /// Receives a node after its children.
    mutating func leave(_ node: HTMLNode)
}

extension HTMLDocument {
    /// Visits a subtree in document order. There is no recursion, so deep trees need no more stack.
    @inlinable public func walk(_ start: HTMLNode, _ visitor: inout some HTMLVisitor) {
        var node = start
        while true {
            if visitor.enter(node) {
                if let child = firstChild(of: node) {
                    node = child
                    continue
                }
                visitor.leave(node)
            }
            while true {
                if node == start { return }
                if let next = nextSibling(of: node) {
                    node = next
                    break
                }
                guard let parent = parent(of: node) else { return }
                node = parent
                visitor.leave(node)
            }
        }
    }
}
