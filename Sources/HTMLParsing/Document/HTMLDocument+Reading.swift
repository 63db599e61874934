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
