internal import HTMLParsing

/// Contentful's rich text.
///
/// - SeeAlso: [Rich Text field type](https://www.contentful.com/developers/docs/concepts/rich-text/)
extension RichTextBuilder {
    mutating func appendContentful(_ node: RichTextNode, to parent: HTMLNode) throws {
        let type = try node.type("nodeType")
        let children = type == "text" ? [] : try node.children("content")
        switch type {
        case "document": try append(children, to: parent)
        case "text":
            var marks: [RichTextMark] = []
            for mark in try node.children("marks") { if let mark = contentfulMark(try mark.type("type")) { marks.append(mark) } }
            add(try node.text("value") ?? "", marks, to: parent)
        case "paragraph": try add(.p, of: children, to: parent)
        case "heading-1", "heading-2", "heading-3", "heading-4", "heading-5", "heading-6":
            try append(children, to: addHeading(type.last?.wholeNumberValue ?? 1, to: parent))
        case "unordered-list": try add(.ul, of: children, to: parent)
        case "ordered-list": try add(.ol, of: children, to: parent)
        case "list-item": try add(.li, of: children, to: parent)
        case "blockquote": try add(.blockquote, of: children, to: parent)
        case "hr": add(.hr, to: parent)
        case "table":
            let table = add(.table, to: parent)
            try append(children, to: table)
            finishTable(table)
        case "table-row": try add(.tr, of: children, to: parent)
        case "table-cell", "table-header-cell":
            let data = try node.child("data")
            var spans: [(String, String)] = []
            for name in ["colspan", "rowspan"] { if let span = try data?.integer(name), span > 1 { spans.append((name, String(span))) } }
            try add(type == "table-cell" ? .td : .th, spans, of: children, to: parent)
        case "hyperlink":
            guard let address = try node.child("data")?.text("uri"), !address.isEmpty else {
                note(unknown: type)
                return try append(children, to: parent)
            }
            try addLink(address, titled: node.child("data")?.text("title"), of: children, to: parent)
        case "entry-hyperlink", "asset-hyperlink", "resource-hyperlink":
            guard let target = try contentfulTarget(of: node, type) else { return try append(children, to: parent) }
            try addLink(target.address, titled: target.title, of: children, to: parent)
        case "embedded-asset-block": try appendContentfulAsset(node, type, to: parent)
        case "embedded-entry-block", "embedded-resource-block":
            guard let target = try contentfulTarget(of: node, type) else {
                return try appendContentfulFields(of: node, children, to: parent)
            }
            addLinkBlock(target.address, target.title, to: parent)
        case "embedded-entry-inline", "embedded-resource-inline":
            guard let target = try contentfulTarget(of: node, type) else {
                return try appendContentfulFields(of: node, children, to: parent)
            }
            add(target.title ?? target.address, [.link(target.address)], to: parent)
        default: try addUnknown(node, type, to: parent)
        }
    }

    private mutating func contentfulMark(_ type: String) -> RichTextMark? {
        switch type {
        case "bold": return .strong
        case "italic": return .emphasis
        case "underline": return .underline
        case "code": return .code
        case "strikethrough": return .strike
        case "superscript": return .superscript
        case "subscript": return .subscript
        default:
            note(unknown: "mark \(type)")
            return nil
        }
    }

    /// The target of a node: a file that the JSON embeds, or the address that the resolver gives.
    private mutating func contentfulTarget(of node: RichTextNode, _ type: String) throws -> RichTextTarget? {
        let target = try node.child("data")?.child("target")
        let fields = try target?.child("fields")
        if let address = try fields?.child("file")?.text("url") {
            return RichTextTarget(address: address, title: try fields?.text("title"))
        }
        let system = try target?.child("sys")
        let kind = try system?.text("linkType")?.lowercased() ?? (type.contains("asset") ? "asset" : "entry")
        return self.target(kind, try system?.text(ofFirst: "id", "urn"), of: type)
    }

    private mutating func appendContentfulAsset(_ node: RichTextNode, _ type: String, to parent: HTMLNode) throws {
        guard let target = try contentfulTarget(of: node, type) else { return try appendContentfulFields(of: node, [], to: parent) }
        let fields = try node.child("data")?.child("target")?.child("fields")
        let file = try fields?.child("file")
        let size = try file?.child("details")?.child("image")
        let media = MediaKind(type: try file?.text("contentType"), orAddress: target.address)
        let title = try fields?.text("description").flatMap { media != .image || $0.isEmpty ? nil : $0 } ?? target.title
        let text = MediaAttributes(title: title, width: try size?.integer("width"), height: try size?.integer("height"))
        if media == .file { return addLinkBlock(target.address, title, to: parent) }
        addFigure(media, target.address, text, to: parent)
    }

    /// Appends the texts that an entry without an address has in the JSON.
    private mutating func appendContentfulFields(
        of node: RichTextNode, _ children: [RichTextNode], to parent: HTMLNode
    ) throws {
        let fields = try node.child("data")?.child("target")?.child("fields")
        if let fields { try addTexts(of: fields, to: parent) }
        try append(children, to: parent)
    }
}
