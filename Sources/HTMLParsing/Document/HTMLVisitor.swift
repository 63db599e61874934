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
