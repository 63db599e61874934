extension HTMLDocument {
    /// Appends a node to the children of another. Moves it if it has a parent.
    ///
    /// - Parameters:
    ///   - child: The node to append. It must not be `parent` or an ancestor of it.
    ///   - parent: The new parent.
    public mutating func append(_ child: HTMLNode, to parent: HTMLNode) {
        precondition(!isAncestor(child, of: parent), "a node cannot be put below itself")
        remove(child)
        link(child, asLastChildOf: parent)
    }

    /// Inserts a node before a sibling. Moves it if it has a parent. Does nothing if `sibling` has no parent.
    ///
    /// - Parameters:
    ///   - child: The node to insert. It must not be an ancestor of `sibling`.
    ///   - sibling: The next sibling of the inserted node.
    public mutating func insert(_ child: HTMLNode, before sibling: HTMLNode) {
        guard record(sibling).parent >= 0, child != sibling else { return }
        precondition(!isAncestor(child, of: sibling), "a node cannot be put below itself")
        remove(child)
        link(child, before: sibling)
    }

    /// Removes a node with its descendants from the tree. It can be inserted elsewhere.
    public mutating func remove(_ node: HTMLNode) {
        let record = record(node)
        guard record.parent >= 0 else { return }
        if record.previous >= 0 {
            nodes[Int(record.previous)].next = record.next
        } else {
            nodes[Int(record.parent)].firstChild = record.next
        }
        if record.next >= 0 {
            nodes[Int(record.next)].previous = record.previous
        } else {
            nodes[Int(record.parent)].lastChild = record.previous
        }
        nodes[Int(node.index)].parent = -1
        nodes[Int(node.index)].previous = -1
        nodes[Int(node.index)].next = -1
    }

    /// Replaces a node by another one. The replaced node leaves the tree.
    public mutating func replace(_ node: HTMLNode, with other: HTMLNode) {
        guard node != other else { return }
        insert(other, before: node)
        remove(node)
    }

    /// Replaces a node by its children.
    public mutating func unwrap(_ node: HTMLNode) {
        guard record(node).parent >= 0 else { return }
        while let child = firstChild(of: node) {
            remove(child)
            link(child, before: node)
        }
        remove(node)
    }

    /// Replaces a node by an element and appends the node to that element.
    public mutating func wrap(_ node: HTMLNode, in element: HTMLNode) {
        insert(element, before: node)
        append(node, to: element)
    }

    /// Appends a node without a parent to the children of another.
    mutating func link(_ child: HTMLNode, asLastChildOf parent: HTMLNode) {
        let index = Int(child.index)
        let last = nodes[Int(parent.index)].lastChild
        nodes[index].parent = parent.index
        nodes[index].previous = last
        if last >= 0 { nodes[Int(last)].next = child.index } else { nodes[Int(parent.index)].firstChild = child.index }
        nodes[Int(parent.index)].lastChild = child.index
    }

    /// Inserts a node without a parent before a node that has one.
    mutating func link(_ child: HTMLNode, before sibling: HTMLNode) {
        let index = Int(child.index)
        let next = nodes[Int(sibling.index)]
        nodes[index].parent = next.parent
        nodes[index].previous = next.previous
        nodes[index].next = sibling.index
        if next.previous >= 0 {
            nodes[Int(next.previous)].next = child.index
        } else {
            nodes[Int(next.parent)].firstChild = child.index
        }
        nodes[Int(sibling.index)].previous = child.index
    }

    /// Whether `node` is `other` or an ancestor of it. Constant time for nodes without children.
    private func isAncestor(_ node: HTMLNode, of other: HTMLNode) -> Bool {
        if node == other { return true }
        if record(node).firstChild < 0 { return false }
        var current = record(other).parent
        while current >= 0 {
            if current == node.index { return true }
            current = nodes[Int(current)].parent
        }
        return false
    }
}
