/// A tree of HTML: a struct of arrays with value semantics.
///
/// Nodes are records in one array and are linked by their numbers; attributes lie in a second array, names in a table, and all text, comments
/// and attribute values in one buffer of UTF-8 bytes. A copy of the document shares the arrays until one of the two is changed. What is
/// removed from the tree keeps its place in the arrays until the document goes.
///
/// A node that is given to a method must come from this document or from one that it is a copy of; another document's node traps or names
/// some other node.
public struct HTMLDocument: Sendable {
    var nodes: [HTMLNodeRecord]
    var attributeRecords: [HTMLAttributeRecord] = []
    var names = HTMLNames()
    var bytes: [UInt8] = []

    /// The document's mode, as its document type gives it.
    public internal(set) var quirksMode = HTMLQuirksMode.noQuirks

    /// Makes a document that holds nothing but its root.
    public init() {
        nodes = [HTMLNodeRecord(.document)]
    }

    /// The document node.
    public var root: HTMLNode { HTMLNode(index: 0) }

    /// The bytes that `textRange(of:)` points into, in UTF-8. They also hold attribute values and what has been removed.
    public var textBytes: [UInt8] { bytes }

    @inline(__always)
    func record(_ node: HTMLNode) -> HTMLNodeRecord { nodes[Int(node.index)] }

    /// The handle of the node with this number; -1 is none.
    @inline(__always)
    func handle(_ index: Int32) -> HTMLNode? { index < 0 ? nil : HTMLNode(index: index) }
}
