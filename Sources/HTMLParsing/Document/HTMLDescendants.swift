/// All nodes below a node in document order, found without recursion: the tree may be as deep as it likes.
public struct HTMLDescendants: Sequence, IteratorProtocol {
    private let document: HTMLDocument
    private let ancestor: Int32
    private var upcoming: Int32

    init(document: HTMLDocument, ancestor: Int32) {
        self.document = document
        self.ancestor = ancestor
        upcoming = document.nodes[Int(ancestor)].firstChild
    }

    /// The next node, or nil behind the last one.
    public mutating func next() -> HTMLNode? {
        guard upcoming >= 0 else { return nil }
        let node = HTMLNode(index: upcoming)
        let child = document.record(node).firstChild
        upcoming = child >= 0 ? child : document.indexAfter(upcoming, within: ancestor)
        return node
    }
}
