internal import HTMLParsing

/// The rich text of Strapi's blocks editor.
///
/// - SeeAlso: [Rich Text (Blocks)](https://docs.strapi.io/cms/features/content-manager#rich-text-blocks)
extension RichTextBuilder {
    mutating func appendStrapi(_ node: RichTextNode, to parent: HTMLNode) throws {
        let type = try node.type("type")
        let children = try node.children("children")
        switch type {
        case "text":
            var marks: [RichTextMark] = []
            let names: [(String, RichTextMark)] = [
                ("bold", .strong), ("italic", .emphasis), ("underline", .underline), ("strikethrough", .strike), ("code", .code),
            ]
            for (name, mark) in names where try node.flag(name) { marks.append(mark) }
            add(try node.text("text") ?? "", marks, to: parent)
        case "paragraph": try add(.p, of: children, to: parent)
        case "heading": try append(children, to: addHeading(node.integer("level") ?? 1, to: parent))
        case "list":
            // A nested list stands beside the item that it belongs to.
            let isNested = document.isHTML(parent, .ul) || document.isHTML(parent, .ol)
            let place = isNested ? itemForNested(in: parent) : parent
            try append(children, to: addList(isOrdered: node.text("format") == "ordered", to: place))
        case "list-item": try add(.li, of: children, to: parent)
        case "quote":
            let paragraph = add(.p, to: add(.blockquote, to: parent))
            try append(children, to: paragraph)
            finish(paragraph)
        case "code":
            var code = ""
            for child in children {
                let type = try child.type("type")
                if type != "text" { note(unknown: type) }
                code += try child.text("text") ?? ""
            }
            addCode(code, language: try node.text("language"), to: parent)
        case "image":
            guard let image = try node.child("image"), let address = try image.text("url") else {
                return try addUnknown(node, type, to: parent)
            }
            let (title, caption) = (try image.text("alternativeText"), try image.text("caption"))
            let media = MediaKind(type: try image.text("mime"), orAddress: address)
            guard media != .file else {
                addLinkBlock(address, try image.text(ofFirst: "alternativeText", "name"), to: parent)
                return addParagraph(caption, to: parent)
            }
            let text = MediaAttributes(title: title, width: try image.integer("width"), height: try image.integer("height"))
            addCaption(caption, to: addFigure(media, address, text, to: parent))
        case "link": try addLink(node.text("url") ?? "", titled: nil, of: children, to: parent)
        default: try addUnknown(node, type, to: parent)
        }
    }
}
