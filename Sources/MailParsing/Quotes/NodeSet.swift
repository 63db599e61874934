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

    /// Creates the set of a node's descendants.
    init(below node: HTMLNode, in document: HTMLDocument) {
        self.init(document)
        for descendant in document.descendants(of: node) { insert(descendant) }
    }

    mutating func insert(_ node: HTMLNode) { isIn[Int(node.index)] = true }

    func contains(_ node: HTMLNode) -> Bool { isIn[Int(node.index)] }
}
