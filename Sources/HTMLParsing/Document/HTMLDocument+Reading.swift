extension HTMLDocument {
    /// What the node is.
    public func kind(of node: HTMLNode) -> HTMLNodeKind { record(node).kind }

    /// The element's tag; `.other` for names that `HTMLTag` does not have, and for nodes that are no element. Elements of SVG and MathML
    /// have the tag of their name too (`a`, `title`): ask for the namespace where that matters.
    public func tag(of node: HTMLNode) -> HTMLTag { record(node).tag }

    /// Whether the node is the HTML element with this tag.
    public func isHTML(_ node: HTMLNode, _ tag: HTMLTag) -> Bool {
        let record = record(node)
        return record.tag == tag && record.namespace == .html && record.kind == .element
    }

    /// The element's namespace; `.html` for nodes that are no element.
    public func namespace(of node: HTMLNode) -> HTMLNamespace { record(node).namespace }

    /// The element's local name, or the name of a document type; empty for nodes without one.
    public func name(of node: HTMLNode) -> String {
        let record = record(node)
        switch record.kind {
        case .element: return names.string(record.nameID)
        case .documentType: return string(attributeRecords[Int(record.first)].range)
        default: return ""
        }
    }

    /// The node above, or nil for a root and for what has not been put anywhere.
    public func parent(of node: HTMLNode) -> HTMLNode? { handle(record(node).parent) }

    /// The first child.
    public func firstChild(of node: HTMLNode) -> HTMLNode? { handle(record(node).firstChild) }

    /// The last child.
    public func lastChild(of node: HTMLNode) -> HTMLNode? { handle(record(node).lastChild) }

    /// The child of the same parent right behind the node.
    public func nextSibling(of node: HTMLNode) -> HTMLNode? { handle(record(node).next) }

    /// The child of the same parent right before the node.
    public func previousSibling(of node: HTMLNode) -> HTMLNode? { handle(record(node).previous) }

    /// What stands inside a `template` element of HTML: a node of kind `.templateContent` whose children it is; nil for all other nodes.
    public func templateContent(of node: HTMLNode) -> HTMLNode? {
        isHTML(node, .template) ? HTMLNode(index: node.index + 1) : nil
    }

    /// The data of a text or comment; empty for other nodes.
    public func text(of node: HTMLNode) -> String { string(textRange(of: node)) }

    /// Where the data of a text or comment stands in `textBytes`; empty for other nodes.
    public func textRange(of node: HTMLNode) -> Range<Int> {
        let record = record(node)
        return record.kind == .text || record.kind == .comment ? record.dataRange : 0..<0
    }

    /// All text below the node in document order, or the text itself for a text node. Comments and the content of templates are left out,
    /// scripts and styles are not, as the DOM has it.
    public func textContent(of node: HTMLNode) -> String {
        if kind(of: node) == .text || kind(of: node) == .comment { return text(of: node) }
        var content: [UInt8] = []
        for descendant in descendants(of: node) where kind(of: descendant) == .text {
            content.append(contentsOf: bytes[record(descendant).dataRange])
        }
        return String(decoding: content, as: UTF8.self)
    }

    /// The public identifier of a document type; nil if it has none, and for other nodes.
    public func publicIdentifier(of node: HTMLNode) -> String? {
        identifier(of: node, having: .hasPublicIdentifier)
    }

    /// The system identifier of a document type; nil if it has none, and for other nodes.
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
