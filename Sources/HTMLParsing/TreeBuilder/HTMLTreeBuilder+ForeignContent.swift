// Foreign content (SVG and MathML): HTML 13.2.6.5.

extension HTMLTreeBuilder {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign>
    mutating func inForeignContent(_ token: HTMLStartTag, _ current: HTMLOpenElement) -> HTMLTokenOutcome {
        if token.tag.endsForeignContent || token.tag == .font && hasFontAttribute(token) {
            leaveForeignContent()
            return processByMode(token)
        }
        insertForeign(token, current.namespace)
        return .consumed
    }

    mutating func inForeignContent(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        if token.tag == .br || token.tag == .p {
            leaveForeignContent()
            return processByMode(token)
        }
        var index = stack.count - 1
        while index > 0 {
            let entry = stack.entries[index]
            if entry.namespace == .html { return processByMode(token) }
            let name = document.nodes[Int(entry.node)].nameID
            if name == token.name || HTMLKnownName.loweredElements[name] == token.name {
                while let element = popElement(), element.node != entry.node {}
                return .consumed
            }
            index -= 1
        }
        return .consumed
    }

    private func hasFontAttribute(_ token: HTMLStartTag) -> Bool {
        [HTMLKnownName.color, HTMLKnownName.face, HTMLKnownName.size].contains {
            document.attributeBytes($0, at: token.attributes) != nil
        }
    }

    private mutating func leaveForeignContent() {
        while let current = stack.last, current.namespace != .html,
            !current.traits.contains(.mathMLTextIntegrationPoint), !current.traits.contains(.htmlIntegrationPoint)
        {
            popElement()
        }
    }

    /// Inserts an element of SVG or MathML, and leaves it open unless the tag ends with `/>`.
    ///
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#insert-a-foreign-element>
    mutating func insertForeign(_ token: HTMLStartTag, _ namespace: HTMLNamespace) {
        var name = token.name
        if namespace == .svg { name = HTMLKnownName.adjustedElements[name] ?? name }
        adjustAttributes(at: token.attributes, in: namespace)
        let tag = HTMLTag(nameID: name) ?? .other
        if !token.isSelfClosing { makeRoom() }
        let node = document.add(element: tag, namespace, name: name, attributes: token.attributes).index
        place(node, at: insertionLocation())
        if token.isSelfClosing {
            acknowledgeSelfClosing()
            return
        }
        let isHTML = tag == .annotationXML && namespace == .mathML && isHTMLEncoding(at: token.attributes)
        push(HTMLOpenElement(node: node, tag: tag, namespace: namespace, isHTMLAnnotation: isHTML))
    }

    private func isHTMLEncoding(at attributes: UInt32) -> Bool {
        guard let encoding = document.attributeBytes(HTMLKnownName.encoding, at: attributes) else { return false }
        let lowered = String(decoding: encoding.map(\.asciiLowercased), as: UTF8.self)
        return lowered == "text/html" || lowered == "application/xhtml+xml"
    }

    /// Restores the upper-case letters in attribute names.
    ///
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes>
    private mutating func adjustAttributes(at start: UInt32, in namespace: HTMLNamespace) {
        if start == HTMLNodeRecord.noAttributes { return }
        var index = Int(start)
        while true {
            let name = document.attributeRecords[index].name
            if namespace == .svg, let adjusted = HTMLKnownName.adjustedAttributes[name] {
                document.attributeRecords[index].name = adjusted
            } else if namespace == .mathML, name == HTMLKnownName.definitionURL.lower {
                document.attributeRecords[index].name = HTMLKnownName.definitionURL.adjusted
            }
            if document.attributeRecords[index].isLast { return }
            index += 1
        }
    }
}
