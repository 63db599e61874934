/// A tree of HTML: a struct of arrays with value semantics.
///
/// One array holds the nodes, which refer to each other by index. A second one holds attributes, a table holds names, and one buffer of
/// UTF-8 bytes holds all text, comments and attribute values. A copy of the document shares the arrays until one of the two changes. A
/// removed node keeps its place in the arrays.
///
/// Pass only nodes of this document, or of a document that it is a copy of. A node of another document traps or refers to an unrelated
/// node.
public struct HTMLDocument: Sendable {
    var nodes: [HTMLNodeRecord]
    var attributeRecords: [HTMLAttributeRecord] = []
    var names = HTMLNames()
    var bytes: [UInt8] = []

    /// The mode that the document type determines.
    public internal(set) var quirksMode = HTMLQuirksMode.noQuirks

    /// The macros of Confluence's storage format whose content only Confluence knows, such as a table of contents. They are left out.
    public internal(set) var unreadMacros: [String] = []

    /// Creates a document with only its root.
    public init() {
        nodes = [HTMLNodeRecord(.document)]
    }

    /// The document node.
    public var root: HTMLNode { HTMLNode(index: 0) }

    /// The UTF-8 buffer that `textRange(of:)` refers to. It also holds attribute values and the data of removed nodes.
    public var textBytes: [UInt8] { bytes }

    @inline(__always)
    func record(_ node: HTMLNode) -> HTMLNodeRecord { nodes[Int(node.index)] }

    /// Returns the handle of the node with this index, or nil for -1.
    @inline(__always)
    func handle(_ index: Int32) -> HTMLNode? { index < 0 ? nil : HTMLNode(index: index) }
}
