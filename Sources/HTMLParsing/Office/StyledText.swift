/// Wraps the content of elements in `b`, `i`, `s`, `sup` or `sub` if their style has that effect.
enum StyledText {
    /// The maximum number of inline ancestors of a text that are searched for a heading.
    private static let maximumAncestors = 64

    /// - Parameter export: The classes of a document that Google Docs has exported; nil for other documents.
    static func resolve(in document: inout HTMLDocument, _ export: GoogleDocsExport?) {
        let style = document.names.find("style".utf8.span)
        // The loop ends before the elements that it makes, which have higher indices.
        for index in document.nodes.indices {
            let record = document.nodes[index]
            guard record.kind == .element, record.namespace == .html, record.parent >= 0, record.firstChild >= 0 else { continue }
            switch record.tag {
            case .span, .font, .b, .strong, .i, .em, .p: break
            default: continue
            }
            let node = HTMLNode(index: Int32(truncatingIfNeeded: index))
            var look = export?.look(of: node, in: document) ?? TextLook()
            if let style, let attribute = document.attributeIndex(style, of: record) {
                look = look.changed(by: HTMLInlineStyle(document.bytes, in: document.attributeRecords[attribute].range).textLook)
            }
            if !look.isEmpty { apply(look, to: node, record.tag, in: &document) }
        }
    }

    private static func apply(_ look: TextLook, to node: HTMLNode, _ tag: HTMLTag, in document: inout HTMLDocument) {
        var place = node
        var (isBold, isItalic) = (look.isBold == true, look.isItalic == true)
        switch tag {
        // Google Docs wraps copied text in a bold element of normal weight.
        case .b where look.isBold == false, .strong where look.isBold == false, .i where look.isItalic == false,
            .em where look.isItalic == false:
            place = document.makeElement(.span, attributes: document.attributes(of: node))
            document.insert(place, before: node)
            document.moveChildren(of: node, to: place)
            document.remove(node)
        case .b, .strong: isBold = false
        case .i, .em: isItalic = false
        default: break
        }
        // Headings are bold by themselves, and blocks cannot be raised.
        if isBold, isInHeading(place, of: document) { isBold = false }
        let position = tag == .p ? nil : look.position
        let tags: [(HTMLTag, Bool)] = [
            (.sup, position == .above), (.sub, position == .below), (.s, look.isStruck), (.i, isItalic), (.b, isBold),
        ]
        for (tag, isWanted) in tags where isWanted {
            let element = document.makeElement(tag)
            document.moveChildren(of: place, to: element)
            document.append(element, to: place)
        }
    }

    private static func isInHeading(_ node: HTMLNode, of document: HTMLDocument) -> Bool {
        var place = node
        for _ in 0..<maximumAncestors {
            guard let parent = document.parent(of: place) else { return false }
            switch document.tag(of: parent) {
            case .h1, .h2, .h3, .h4, .h5, .h6, .th: return true
            case let tag where tag.isInlineInHTML || tag == .p: place = parent
            default: return false
            }
        }
        return false
    }
}
