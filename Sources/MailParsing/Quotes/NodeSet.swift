internal import HTMLParsing

/// A set of nodes of one document.
struct NodeSet {
    private var isIn: [Bool]

    /// Creates an empty set.
    ///
    /// - Parameter document: The document of the nodes.
    init(_ document: HTMLDocument) {
        isIn = [Bool](repeating: false, count: document.nodeCount)
    }

    mutating func insert(_ node: HTMLNode) { isIn[Int(node.index)] = true }

    func contains(_ node: HTMLNode) -> Bool { isIn[Int(node.index)] }
}
