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
    var names = HTMLDocumentNames()
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

extension HTMLDocument {
    /// Returns the kind of a node.
    public func kind(of node: HTMLNode) -> HTMLNodeKind { record(node).kind }

    /// Returns the element's tag; `.other` for names that `HTMLTag` does not contain, and for other nodes. SVG and MathML elements have the
    /// tag of their name too (`a`, `title`): check the namespace where it matters.
    public func tag(of node: HTMLNode) -> HTMLTag { record(node).tag }

    /// Whether the node is an HTML element with this tag.
    public func isHTML(_ node: HTMLNode, _ tag: HTMLTag) -> Bool {
        let record = record(node)
        return record.tag == tag && record.namespace == .html && record.kind == .element
    }

    /// Returns the element's namespace; `.html` for other nodes.
    public func namespace(of node: HTMLNode) -> HTMLNamespace { record(node).namespace }

    /// Returns the local name of an element or the name of a document type; empty for other nodes.
    public func name(of node: HTMLNode) -> String {
        let record = record(node)
        switch record.kind {
        case .element: return names.string(record.nameID)
        case .documentType: return string(attributeRecords[Int(record.first)].range)
        default: return ""
        }
    }

    /// Whether an element has this local name. Takes time for the length of the given name only.
    func isNamed(_ name: String, _ node: HTMLNode) -> Bool {
        let record = record(node)
        return record.kind == .element && names.find(name.utf8.span) == record.nameID
    }

    /// Returns the parent, or nil for a root and for a node outside the tree.
    public func parent(of node: HTMLNode) -> HTMLNode? { handle(record(node).parent) }

    /// Returns the first child, or nil.
    public func firstChild(of node: HTMLNode) -> HTMLNode? { handle(record(node).firstChild) }

    /// Returns the last child, or nil.
    public func lastChild(of node: HTMLNode) -> HTMLNode? { handle(record(node).lastChild) }

    /// Returns the next sibling, or nil.
    public func nextSibling(of node: HTMLNode) -> HTMLNode? { handle(record(node).next) }

    /// Returns the previous sibling, or nil.
    public func previousSibling(of node: HTMLNode) -> HTMLNode? { handle(record(node).previous) }

    /// Returns the content of an HTML `template` element, a node of kind `.templateContent`; nil for other nodes.
    public func templateContent(of node: HTMLNode) -> HTMLNode? {
        isHTML(node, .template) ? HTMLNode(index: node.index + 1) : nil
    }

    /// Returns the data of a text node or comment; empty for other nodes.
    public func text(of node: HTMLNode) -> String { string(textRange(of: node)) }

    /// Returns the range of the data in `textBytes`, for a text node or comment; empty for other nodes.
    public func textRange(of node: HTMLNode) -> Range<Int> {
        let record = record(node)
        return record.kind == .text || record.kind == .comment ? record.dataRange : 0..<0
    }

    /// Whether a node is no element, and holds at most white space and comments.
    func isBlank(_ node: HTMLNode) -> Bool {
        switch kind(of: node) {
        case .element: false
        case .text: bytes[record(node).dataRange].allSatisfy(\.isHTMLWhitespace)
        default: true
        }
    }

    /// Returns the node's data, or the text of all descendants in document order. As in the DOM, scripts and styles count; comments and the
    /// content of templates do not.
    public func textContent(of node: HTMLNode) -> String {
        if kind(of: node) == .text || kind(of: node) == .comment { return text(of: node) }
        var content: [UInt8] = []
        for descendant in descendants(of: node) where kind(of: descendant) == .text {
            content.append(contentsOf: bytes[record(descendant).dataRange])
        }
        return String(decoding: content, as: UTF8.self)
    }

    /// Returns the public identifier of a document type; nil if it has none, and for other nodes.
    public func publicIdentifier(of node: HTMLNode) -> String? {
        identifier(of: node, having: .hasPublicIdentifier)
    }

    /// Returns the system identifier of a document type; nil if it has none, and for other nodes.
    public func systemIdentifier(of node: HTMLNode) -> String? {
        identifier(of: node, having: .hasSystemIdentifier)
    }

    private func identifier(of node: HTMLNode, having flag: HTMLNodeFlags) -> String? {
        let record = record(node)
        guard record.kind == .documentType, record.flags.contains(flag) else { return nil }
        return string(attributeRecords[Int(record.first) + (flag == .hasPublicIdentifier ? 1 : 2)].range)
    }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// A handle of one node, valid in its document and in copies of that document.
public struct HTMLNode: Hashable, Sendable {
    /// The node's index, below ``HTMLDocument/nodeCount``.
    package let index: Int32

    init(index: Int32) {
        self.index = index
    }
}

/// The kinds of nodes.
public enum HTMLNodeKind: UInt8, Sendable {
    /// The root of a document or of a fragment.
    case document
    /// `<!DOCTYPE …>`
    case documentType
    /// An element of HTML, SVG or MathML.
    case element
    /// A text node.
    case text
    /// `<!-- … -->`
    case comment
    /// The content of a `template` element: a separate tree, which is not among the element's children.
    case templateContent
}

/// The namespace of an element.
public enum HTMLNamespace: UInt8, Sendable {
    /// HTML: http://www.w3.org/1999/xhtml
    case html
    /// SVG: http://www.w3.org/2000/svg
    case svg
    /// MathML: http://www.w3.org/1998/Math/MathML
    case mathML
}

/// The layout mode of a document. The parser needs it for one rule: in quirks mode a table may be inside a paragraph.
///
/// - SeeAlso: [DOM 4.5, document mode](https://dom.spec.whatwg.org/#concept-document-mode)
public enum HTMLQuirksMode: UInt8, Sendable {
    /// Standards mode, as for a page with `<!DOCTYPE html>`.
    case noQuirks
    /// Almost standards mode, which differs in the line height of table cells.
    case limitedQuirks
    /// Layout as in browsers of the 1990s.
    case quirks
}
