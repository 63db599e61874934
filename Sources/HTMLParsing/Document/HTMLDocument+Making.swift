extension HTMLDocument {
    /// Makes an element of HTML, SVG or MathML by its tag, not yet in the tree.
    ///
    /// - Parameters:
    ///   - tag: The element; `.svg` and what comes behind it in the list makes an element of that namespace. `.other` has no name.
    ///   - attributes: Its attributes; a name that comes twice counts once.
    public mutating func makeElement(_ tag: HTMLTag, attributes: [HTMLAttribute] = []) -> HTMLNode {
        let block = append(attributes: attributes)
        return add(element: tag, tag.homeNamespace, name: tag.nameID, attributes: block)
    }

    /// Makes an element by its name, not yet in the tree.
    ///
    /// - Parameters:
    ///   - name: The local name, for HTML in lower case.
    ///   - namespace: The namespace.
    ///   - attributes: Its attributes; a name that comes twice counts once.
    public mutating func makeElement(
        named name: String, namespace: HTMLNamespace = .html, attributes: [HTMLAttribute] = []
    ) -> HTMLNode {
        let id = names.add(name.utf8.span)
        let block = append(attributes: attributes)
        return add(element: HTMLTag(nameID: id) ?? .other, namespace, name: id, attributes: block)
    }

    /// Makes a text node, not yet in the tree.
    public mutating func makeText(_ text: String) -> HTMLNode {
        let range = append(text.utf8.span)
        return add(HTMLNodeRecord(.text, start: range.lowerBound, count: range.count))
    }

    /// Makes a comment, not yet in the tree.
    public mutating func makeComment(_ text: String) -> HTMLNode {
        let range = append(text.utf8.span)
        return add(HTMLNodeRecord(.comment, start: range.lowerBound, count: range.count))
    }

    /// Sets the data of a text or comment. Does nothing to other nodes.
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

    /// Adds an element, and behind a `template` element its content.
    mutating func add(element tag: HTMLTag, _ namespace: HTMLNamespace, name: HTMLNameID, attributes: UInt32) -> HTMLNode {
        let node = add(HTMLNodeRecord(tag, namespace, name: name, attributes: attributes))
        if tag == .template, namespace == .html { _ = add(HTMLNodeRecord(.templateContent)) }
        return node
    }

    /// Copies a node and all that is below it, from another document or from this one. The copy has no parent yet.
    ///
    /// - Parameters:
    ///   - node: A node of `other`. The root of a document is copied as the content of a template would be: a node that only has children.
    ///   - other: The document that the node belongs to.
    public mutating func copy(_ node: HTMLNode, from other: HTMLDocument) -> HTMLNode {
        var copier = HTMLNodeCopier(source: other)
        return copier.copy(node, into: &self)
    }
}

extension HTMLTag {
    /// The namespace that this tag's element is at home in.
    var homeNamespace: HTMLNamespace {
        rawValue < HTMLTag.svg.rawValue ? .html : rawValue < HTMLTag.math.rawValue ? .svg : .mathML
    }
}
