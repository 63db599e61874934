/// A handle of one node. It is only valid in the document that made it, or in a copy of that document.
public struct HTMLNode: Hashable, Sendable {
    /// A number below ``HTMLDocument/nodeCount``, another one for each node.
    package let index: Int32

    init(index: Int32) {
        self.index = index
    }
}
