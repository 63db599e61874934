import JSONParsing

/// A node that was compiled for a scope some levels up.
final class OuterNode: Node {
    private let levels: Int
    private let node: any Node

    /// - Parameter node: A single node.
    init(levels: Int, _ node: any Node) {
        self.levels = levels
        self.node = node
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        try node.value(of: input, scope.ancestor(levels), run)
    }
}
