/// What is told of every node of a walk.
public protocol HTMLVisitor {
    /// A node is reached.
    ///
    /// - Returns: Whether to go through its children, and then to call `leave`.
    mutating func enter(_ node: HTMLNode) -> Bool
    /// The children of a node that was entered are done.
    mutating func leave(_ node: HTMLNode)
}

extension HTMLDocument {
    /// Goes through a subtree in document order, without recursion: depth costs no stack.
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
