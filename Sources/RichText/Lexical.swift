internal import HTMLParsing
internal import JSONParsing

/// Lexical's editor state, with the nodes of Payload.
///
/// - SeeAlso: [Lexical, Nodes](https://lexical.dev/docs/concepts/nodes), [Payload, Rich Text](https://payloadcms.com/docs/rich-text/overview)
extension RichTextBuilder {
    mutating func appendLexical(_ state: RichTextNode) throws {
        try append([state.child("root") ?? state], to: document.root)
    }

    mutating func appendLexical(_ node: RichTextNode, to parent: HTMLNode) throws {
        let type = try node.type("type")
        let children = try node.children("children")
        switch type {
        case "root": try append(children, to: parent)
        case "text", "hashtag", "mention", "code-highlight", "emoji":
            add(try node.text("text") ?? "", try lexicalMarks(of: node), to: parent)
        case "linebreak": add("\n", to: parent)
        case "tab": add("\t", to: parent)
        case "paragraph": try add(.p, of: children, to: parent)
        case "heading": try append(children, to: addHeading(node.text("tag")?.last?.wholeNumberValue ?? 1, to: parent))
        case "quote":
            let paragraph = add(.p, to: add(.blockquote, to: parent))
            try append(children, to: paragraph)
            finish(paragraph)
        case "list":
            let isOrdered = node.string("listType") == "number" || node.string("tag") == "ol"
            try append(children, to: addList(isOrdered: isOrdered, start: node.integer("start"), to: parent))
        case "listitem": try appendLexicalItem(node, children, to: parent)
        case "code": addCode(try lexicalCode(children), language: try node.text("language"), to: parent)
        case "horizontalrule": add(.hr, to: parent)
        case "link", "autolink": try appendLexicalLink(node, children, to: parent)
        case "table":
            let table = add(.table, to: parent)
            try append(children, to: table)
            finishTable(table)
        case "tablerow": try add(.tr, of: children, to: parent)
        case "tablecell":
            var spans: [(String, String)] = []
            for name in ["colSpan", "rowSpan"] {
                if let span = try node.integer(name), span > 1 { spans.append((name.lowercased(), String(span))) }
            }
            try add(node.integer("headerState") ?? 0 > 0 ? .th : .td, spans, of: children, to: parent)
        case "image", "inline-image":
            guard let address = try node.text("src") else { return try addUnknown(node, type, to: parent) }
            let place = holdsBlocks(parent) ? add(.figure, to: parent) : parent
            addMedia(.image, address, MediaAttributes(title: try node.text("altText")), to: place)
            try appendLexicalCaption(of: node, to: place)
        case "youtube":
            guard let id = try node.text("videoID") else { return try addUnknown(node, type, to: parent) }
            addFigure(.frame, "https://www.youtube-nocookie.com/embed/\(id)", to: parent)
        case "upload": try appendLexicalUpload(node, to: parent)
        case "relationship":
            let (kind, id) = try lexicalReference(node)
            guard let target = target(kind, id, of: type) else { return }
            addLinkBlock(target.address, target.title, to: parent)
        default: try addUnknown(node, type, to: parent)
        }
    }

    /// Appends the caption of an image: a text, or an editor state of its own. The caption of an inline image follows it as text.
    private mutating func appendLexicalCaption(of node: RichTextNode, to place: HTMLNode) throws {
        let isFigure = document.isHTML(place, .figure)
        if let caption = node.string("caption") {
            return isFigure ? addCaption(caption, to: place) : add(caption, to: place)
        }
        guard let state = try node.child("caption") else { return }
        let caption = try state.child("editorState") ?? state
        let blocks = try (caption.child("root") ?? caption).children("children")
        let target = isFigure ? add(.figcaption, to: place) : place
        try append(blocks, to: target)
        guard isFigure else { return }
        let paragraphs = Array(document.children(of: target))
        if paragraphs.isEmpty { document.remove(target) }
        if paragraphs.count == 1, document.isHTML(paragraphs[0], .p) { document.unwrap(paragraphs[0]) }
    }

    /// The marks for the bits of the member `format`.
    private func lexicalMarks(of node: RichTextNode) throws -> [RichTextMark] {
        guard let format = node.object["format"], format.kind == .number else { return [] }
        let bits = try node.integer("format") ?? 0
        let marks: [(Int, RichTextMark)] = [
            (1, .strong), (2, .emphasis), (4, .strike), (8, .underline), (16, .code), (32, .subscript), (64, .superscript),
            (128, .highlight),
        ]
        return marks.filter { bits & $0.0 != 0 }.map(\.1)
    }

    /// Appends a list item. One with nothing but a list belongs to the item in front of it.
    private mutating func appendLexicalItem(_ node: RichTextNode, _ children: [RichTextNode], to parent: HTMLNode) throws {
        if let first = children.first, try first.type("type") == "list", let last = document.lastChild(of: parent),
            document.isHTML(last, .li)
        {
            return try append(children, to: last)
        }
        let item = add(.li, to: parent)
        if node.has("checked") { addBox(isChecked: try node.flag("checked"), to: item) }
        try append(children, to: item)
        finish(item)
    }

    private func lexicalCode(_ children: [RichTextNode]) throws -> String {
        var code = ""
        for child in children {
            switch try child.type("type") {
            case "linebreak": code += "\n"
            case "tab": code += "\t"
            default: code += try child.text("text") ?? ""
            }
        }
        return code
    }

    private mutating func appendLexicalLink(_ node: RichTextNode, _ children: [RichTextNode], to parent: HTMLNode) throws {
        // Payload keeps the URL or document of a link in `fields`.
        let fields = try node.child("fields")
        var address = try node.text("url") ?? fields?.text("url")
        if let document = try fields?.child("doc"), fields?.string("linkType") == "internal" {
            let (kind, id) = try lexicalReference(document)
            address = target(kind, id, of: "link")?.address
        }
        guard let address else { return try append(children, to: parent) }
        try add(.a, [("href", address)], of: children, to: parent)
    }

    /// The collection and the identifier of a document of Payload: `value` is the document or its identifier.
    private func lexicalReference(_ node: RichTextNode) throws -> (kind: String, id: String?) {
        let kind = try node.text("relationTo")?.lowercased() ?? "document"
        switch node.object["value"]?.kind {
        case .string: return (kind, try node.text("value"))
        case .number: return (kind, try node.integer("value").map { String($0) })
        case nil: return (kind, nil)
        default:
            let value = try node.child("value")
            return (kind, value?.string("id") ?? value?.object["id"]?.number?.int64.map { String($0) })
        }
    }

    private mutating func appendLexicalUpload(_ node: RichTextNode, to parent: HTMLNode) throws {
        let caption = try node.child("fields")?.string("caption")
        var file: RichTextNode?
        if node.object["value"]?.kind == .object { file = try node.child("value") }
        let title = try file?.text(ofFirst: "alt", "filename")
        guard let address = try file?.text("url") else {
            let (kind, id) = try lexicalReference(node)
            guard let target = target(kind, id, of: "upload") else { return addParagraph(caption ?? title, to: parent) }
            return addCaption(caption, to: addFigure(.image, target.address, MediaAttributes(title: target.title), to: parent))
        }
        let media = MediaKind(type: try file?.text("mimeType") ?? "image/")
        if media == .file { return addLinkBlock(address, title, to: parent) }
        let text = MediaAttributes(title: title, width: try file?.integer("width"), height: try file?.integer("height"))
        addCaption(caption, to: addFigure(media, address, text, to: parent))
    }
}
