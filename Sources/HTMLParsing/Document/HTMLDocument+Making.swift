extension HTMLDocument {
    /// Creates an element of HTML, SVG or MathML. It has no parent yet.
    ///
    /// - Parameters:
    ///   - tag: The element's tag, which determines the namespace. `.other` creates an element with an empty name.
    ///   - attributes: The attributes. The first of two attributes with one name counts.
    public mutating func makeElement(_ tag: HTMLTag, attributes: [HTMLAttribute] = []) -> HTMLNode {
        let block = append(attributes: attributes)
        return add(element: tag, tag.homeNamespace, name: tag.nameID, attributes: block)
    }

    /// Creates an element with any name. It has no parent yet.
    ///
    /// - Parameters:
    ///   - name: The local name; lower case for HTML.
    ///   - namespace: The namespace.
    ///   - attributes: The attributes. The first of two attributes with one name counts.
    public mutating func makeElement(
        named name: String, namespace: HTMLNamespace = .html, attributes: [HTMLAttribute] = []
    ) -> HTMLNode {
        let id = names.add(name.utf8.span)
        let block = append(attributes: attributes)
        return add(element: HTMLTag(nameID: id) ?? .other, namespace, name: id, attributes: block)
    }

    /// Creates a text node. It has no parent yet.
    public mutating func makeText(_ text: String) -> HTMLNode { makeText(text.utf8.span) }

    /// Creates a text node from UTF-8. It has no parent yet.
    mutating func makeText(_ text: Span<UInt8>) -> HTMLNode {
        let range = append(text)
        return add(HTMLNodeRecord(.text, start: range.lowerBound, count: range.count))
    }

    /// Creates a comment. It has no parent yet.
    public mutating func makeComment(_ text: String) -> HTMLNode {
        let range = append(text.utf8.span)
        return add(HTMLNodeRecord(.comment, start: range.lowerBound, count: range.count))
    }

    /// Sets the data of a text node or comment. Does nothing to other nodes.
    public mutating func setText(_ text: String, of node: HTMLNode) {
        guard kind(of: node) == .text || kind(of: node) == .comment else { return }
        let range = append(text.utf8.span)
        nodes[Int(node.index)].first = UInt32(truncatingIfNeeded: range.lowerBound)
        nodes[Int(node.index)].second = UInt32(truncatingIfNeeded: range.count)
    }

    mutating func add(_ record: HTMLNodeRecord) -> HTMLNode {
        nodes.append(record)
        return HTMLNode(index: Int32(truncatingIfNeeded: nodes.count &- 1))
    }

    /// Adds an element. Adds the content node of a `template` element right after it.
    mutating func add(element tag: HTMLTag, _ namespace: HTMLNamespace, name: HTMLNameID, attributes: UInt32) -> HTMLNode {
        let node = add(HTMLNodeRecord(tag, namespace, name: name, attributes: attributes))
        if tag == .template, namespace == .html { _ = add(HTMLNodeRecord(.templateContent)) }
        return node
    }

    /// Copies a node with its descendants, from another document or from this one. The copy has no parent yet.
    ///
    /// - Parameters:
    ///   - node: A node of `other`. The root of a document is copied as a node of kind `.templateContent`.
    ///   - other: The document of the node.
    public mutating func copy(_ node: HTMLNode, from other: HTMLDocument) -> HTMLNode {
        var copier = HTMLNodeCopier(source: other)
        return copier.copy(node, into: &self)
    }

    /// Appends copies of all nodes of another document, and notes the macros that it leaves out.
    ///
    /// - Parameters:
    ///   - other: The other document.
    ///   - parent: The node that the copies are appended to.
    public mutating func append(contentOf other: HTMLDocument, to parent: HTMLNode) {
        for node in other.children(of: other.root) { append(copy(node, from: other), to: parent) }
        unreadMacros += other.unreadMacros
    }
}

extension HTMLTag {
    /// The namespace in which this tag's element is defined.
    var homeNamespace: HTMLNamespace {
        rawValue < HTMLTag.svg.rawValue ? .html : rawValue < HTMLTag.math.rawValue ? .svg : .mathML
    }
}

/// Copies subtrees from one document into another without recursion, including the content of `template` elements.
private struct HTMLNodeCopier {
    let source: HTMLDocument
    /// The template contents that are still to be copied: source and destination.
    private var contents: [(from: Int32, to: HTMLNode)] = []

    init(source: HTMLDocument) {
        self.source = source
    }

    mutating func copy(_ node: HTMLNode, into target: inout HTMLDocument) -> HTMLNode {
        let copy = copyOne(node.index, into: &target)
        copyChildren(of: node.index, to: copy, in: &target)
        while let content = contents.popLast() { copyChildren(of: content.from, to: content.to, in: &target) }
        return copy
    }

    private mutating func copyChildren(of ancestor: Int32, to copyOfAncestor: HTMLNode, in target: inout HTMLDocument) {
        var current = source.nodes[Int(ancestor)].firstChild
        var parent = copyOfAncestor
        while current >= 0 {
            let copy = copyOne(current, into: &target)
            target.link(copy, asLastChildOf: parent)
            let record = source.nodes[Int(current)]
            if record.firstChild >= 0 {
                parent = copy
                current = record.firstChild
                continue
            }
            while current != ancestor, source.nodes[Int(current)].next < 0 {
                current = source.nodes[Int(current)].parent
                if current != ancestor { parent = target.parent(of: parent) ?? copyOfAncestor }
            }
            current = current == ancestor ? -1 : source.nodes[Int(current)].next
        }
    }

    private mutating func copyOne(_ index: Int32, into target: inout HTMLDocument) -> HTMLNode {
        let record = source.nodes[Int(index)]
        switch record.kind {
        case .text, .comment:
            let range = target.append(source.bytes[record.dataRange].span)
            return target.add(HTMLNodeRecord(record.kind, start: range.lowerBound, count: range.count))
        case .element:
            let name = copyName(record.nameID, into: &target)
            let attributes = copyAttributes(source.attributeIndices(of: record), into: &target)
            let node = target.add(element: record.tag, record.namespace, name: name, attributes: attributes)
            if let content = target.templateContent(of: node) { contents.append((index + 1, content)) }
            return node
        case .documentType:
            let start = Int(record.first)
            var copy = record
            copy.first = copyAttributes(start..<start + 3, into: &target)
            return target.add(copy.detached)
        case .document, .templateContent:
            return target.add(HTMLNodeRecord(.templateContent))
        }
    }

    private func copyAttributes(_ indices: Range<Int>, into target: inout HTMLDocument) -> UInt32 {
        let block = indices.map { index in
            let attribute = source.attributeRecords[index]
            let range = target.append(source.bytes[attribute.range].span)
            let name = copyName(attribute.name, into: &target)
            return HTMLAttributeRecord(name: name, start: range.lowerBound, count: range.count, isLast: false)
        }
        return target.append(block)
    }

    private func copyName(_ id: HTMLNameID, into target: inout HTMLDocument) -> HTMLNameID {
        if Int(id) < HTMLNameTable.standard.count { return id }
        var name: [UInt8] = []
        source.names.append(id, to: &name)
        return target.names.add(name.span)
    }
}
