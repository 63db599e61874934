internal import HTMLParsing

/// Some nodes of one document.
struct NodeSet {
    private var isIn: [Bool]

    /// A set without nodes.
    ///
    /// - Parameter document: The document whose nodes will be put in.
    init(_ document: HTMLDocument) {
        isIn = [Bool](repeating: false, count: document.nodeCount)
    }

    /// What is below a node.
    init(below node: HTMLNode, in document: HTMLDocument) {
        self.init(document)
        for descendant in document.descendants(of: node) { insert(descendant) }
    }

    mutating func insert(_ node: HTMLNode) { isIn[Int(node.index)] = true }

    func contains(_ node: HTMLNode) -> Bool { isIn[Int(node.index)] }
}
