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
