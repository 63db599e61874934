extension HTMLDocument {
    /// Puts a node behind the last child of another; it leaves the place where it was.
    ///
    /// - Parameters:
    ///   - child: The node to put there. It must not be above `parent` or be `parent` itself.
    ///   - parent: Its new parent.
    public mutating func append(_ child: HTMLNode, to parent: HTMLNode) {
        precondition(!isAncestor(child, of: parent), "a node cannot be put below itself")
        remove(child)
        link(child, asLastChildOf: parent)
    }

    /// Puts a node right before another one; it leaves the place where it was. Does nothing if `sibling` has no parent.
    ///
    /// - Parameters:
    ///   - child: The node to put there. It must not be above `sibling`.
    ///   - sibling: The node that is to follow it.
    public mutating func insert(_ child: HTMLNode, before sibling: HTMLNode) {
        guard record(sibling).parent >= 0, child != sibling else { return }
        precondition(!isAncestor(child, of: sibling), "a node cannot be put below itself")
        remove(child)
        link(child, before: sibling)
    }

    /// Takes a node, with all that is below it, out of its place. It can be put somewhere else.
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

    /// Puts a node in the place of another, which leaves the tree.
    public mutating func replace(_ node: HTMLNode, with other: HTMLNode) {
        guard node != other else { return }
        insert(other, before: node)
        remove(node)
    }

    /// Takes a node out of the tree; its children take its place.
    public mutating func unwrap(_ node: HTMLNode) {
        guard record(node).parent >= 0 else { return }
        while let child = firstChild(of: node) {
            remove(child)
            link(child, before: node)
        }
        remove(node)
    }

    /// Puts an element in the place of a node, and the node behind the last child of that element.
    public mutating func wrap(_ node: HTMLNode, in element: HTMLNode) {
        insert(element, before: node)
        append(node, to: element)
    }

    /// Puts a node that has no parent behind the last child of another.
    mutating func link(_ child: HTMLNode, asLastChildOf parent: HTMLNode) {
        let index = Int(child.index)
        let last = nodes[Int(parent.index)].lastChild
        nodes[index].parent = parent.index
        nodes[index].previous = last
        if last >= 0 { nodes[Int(last)].next = child.index } else { nodes[Int(parent.index)].firstChild = child.index }
        nodes[Int(parent.index)].lastChild = child.index
    }

    /// Puts a node that has no parent before one that has.
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

    /// Whether `node` is `other` or above it. Costs nothing for nodes without children.
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
