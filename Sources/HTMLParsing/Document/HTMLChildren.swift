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
