/// Puts `b`, `i`, `s`, `sup` and `sub` into elements whose style shows their text so.
enum StyledText {
    /// The number of inline elements around a text among which a heading is looked for.
    private static let maximumAncestors = 64

    /// - Parameter export: The classes of a document that Google Docs has exported; nil for other documents.
    static func resolve(in document: inout HTMLDocument, _ export: GoogleExport?) {
        let style = document.names.find("style".utf8.span)
        // Elements that are made here have higher numbers.
        for index in document.nodes.indices {
            let record = document.nodes[index]
            guard record.kind == .element, record.namespace == .html, record.parent >= 0, record.firstChild >= 0 else { continue }
            switch record.tag {
            case .span, .font, .b, .i, .p: break
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
        switch tag {
        // Google Docs writes a bold element of normal weight around what it copies.
        case .b where look.isBold == false, .i where look.isItalic == false:
            let span = document.makeElement(.span, attributes: document.attributes(of: node))
            document.insert(span, before: node)
            document.moveChildren(of: node, to: span)
            document.remove(node)
        case .b, .i: break
        default:
            // Headings are bold by themselves.
            let isBold = look.isBold == true && !isInHeading(node, of: document)
            let tags: [(HTMLTag, Bool)] = [
                (.sup, look.position == .above), (.sub, look.position == .below), (.s, look.isStruck), (.i, look.isItalic == true),
                (.b, isBold),
            ]
            for (tag, isWanted) in tags where isWanted {
                let element = document.makeElement(tag)
                document.moveChildren(of: node, to: element)
                document.append(element, to: node)
            }
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
