/// A handle of one node, valid in its document and in copies of that document.
public struct HTMLNode: Hashable, Sendable {
    /// The node's index, below ``HTMLDocument/nodeCount``.
    package let index: Int32

    init(index: Int32) {
        self.index = index
    }
}
