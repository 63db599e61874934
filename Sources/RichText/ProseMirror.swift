internal import HTMLParsing
internal import JSONParsing

/// ProseMirror's JSON with the names of its own schema, of Tiptap, and of the Atlassian Document Format.
///
/// - SeeAlso: [ProseMirror guide, Documents](https://prosemirror.net/docs/guide/#doc), [Tiptap extensions](https://tiptap.dev/docs/editor/extensions/overview),
///   [Atlassian Document Format](https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/)
extension RichTextBuilder {
    mutating func appendProseMirror(_ node: RichTextNode, to parent: HTMLNode) throws {
        let type = try node.type("type")
        let children = try node.children("content")
        let attributes = try node.child("attrs")
        // Tiptap writes bulletList, and ProseMirror's own schema bullet_list.
        switch type.filter({ $0 != "_" }).lowercased() {
        case "doc": try append(children, to: parent)
        case "text": add(try node.text("text") ?? "", try proseMirrorMarks(of: node), to: parent)
        case "hardbreak": addBreak(try proseMirrorMarks(of: node), to: parent)
        case "paragraph": try add(.p, of: children, to: parent)
        case "heading": try append(children, to: addHeading(attributes?.integer("level") ?? 1, to: parent))
        case "blockquote": try add(.blockquote, of: children, to: parent)
        case "codeblock": addCode(try proseMirrorText(children), language: try attributes?.text(ofFirst: "language", "params"), to: parent)
        case "horizontalrule", "rule": add(.hr, to: parent)
        case "bulletlist", "tasklist", "decisionlist": try append(children, to: addListBeside(isOrdered: false, start: nil, in: parent))
        case "orderedlist":
            let start = try attributes?.integer("order") ?? attributes?.integer("start")
            try append(children, to: addListBeside(isOrdered: true, start: start, in: parent))
        case "listitem", "decisionitem": try add(.li, of: children, to: parent)
        case "taskitem":
            let isChecked = try attributes?.flag("checked") ?? false
            let item = add(.li, to: parent)
            try append(children, to: item)
            finish(item)
            addBox(isChecked: isChecked || attributes?.string("state") == "DONE", inFrontOf: document.firstChild(of: item), in: item)
        case "table":
            let table = add(.table, to: parent)
            try append(children, to: table)
            finishTable(table)
        case "tablerow": try add(.tr, of: children, to: parent)
        case "tablecell", "tableheader":
            var spans: [(String, String)] = []
            for name in ["colspan", "rowspan"] {
                if let span = try attributes?.integer(name), span > 1 { spans.append((name, String(span))) }
            }
            try add(type.lowercased().hasSuffix("header") ? .th : .td, spans, of: children, to: parent)
        case "image": try appendProseMirrorImage(node, attributes, to: parent)
        case "figure": try add(.figure, of: children, to: parent)
        case "figcaption", "caption": try add(.figcaption, of: children, to: parent)
        case "youtube", "iframe", "video", "audio", "twitch":
            guard let attributes, let address = try attributes.text("src"), !address.isEmpty else {
                return try addUnknown(node, type, to: parent)
            }
            let media: MediaKind = type == "video" ? .video : type == "audio" ? .audio : .frame
            addFigure(media, address, MediaAttributes(title: attributes.string("title")), to: parent)
        case "inlinemath", "mathinline", "blockmath", "mathblock", "mathdisplay", "math":
            let isBlock = !type.lowercased().contains("inline") && holdsBlocks(parent)
            let formula = try attributes?.text(ofFirst: "latex", "tex", "formula") ?? proseMirrorText(children)
            addFormula(formula, isBlock: isBlock, to: parent)
        case "details", "expand", "nestedexpand":
            let details = add(.details, to: parent)
            if let title = try attributes?.text("title"), !title.isEmpty { add(title, to: add(.summary, to: details)) }
            try append(children, to: details)
        case "detailssummary": try add(.summary, of: children, to: parent)
        case "detailscontent", "columns", "column", "layoutsection", "layoutcolumn": try append(children, to: parent)
        case "mention":
            let name = try attributes?.text(ofFirst: "text", "label", "id") ?? ""
            add(name.isEmpty || name.hasPrefix("@") ? name : "@" + name, try proseMirrorMarks(of: node), to: parent)
        case "emoji":
            add(try attributes?.text(ofFirst: "text", "emoji", "shortName", "name") ?? "", try proseMirrorMarks(of: node), to: parent)
        default: try appendADF(node, type, attributes, children, to: parent)
        }
    }

    /// Appends a list. A list directly inside of a list belongs to the item in front of it.
    private mutating func addListBeside(isOrdered: Bool, start: Int?, in parent: HTMLNode) -> HTMLNode {
        let isNested = document.isHTML(parent, .ul) || document.isHTML(parent, .ol)
        return addList(isOrdered: isOrdered, start: start, to: isNested ? itemForNested(in: parent) : parent)
    }

    private mutating func addBox(isChecked: Bool, inFrontOf first: HTMLNode?, in item: HTMLNode) {
        addBox(isChecked: isChecked, to: item)
        guard let first, let space = document.lastChild(of: item), let box = document.previousSibling(of: space) else { return }
        document.insert(box, before: first)
        document.insert(space, before: first)
    }

    private mutating func appendProseMirrorImage(
        _ node: RichTextNode, _ attributes: RichTextNode?, to parent: HTMLNode
    ) throws {
        guard let attributes, let address = try attributes.text("src"), !address.isEmpty else {
            return try addUnknown(node, "image", to: parent)
        }
        let text = MediaAttributes(title: try attributes.text("alt"))
        let caption = try attributes.text("caption")
        if caption == nil, !holdsBlocks(parent) || document.isHTML(parent, .figure) {
            addMedia(.image, address, text, to: parent)
        } else {
            addCaption(caption, to: addFigure(.image, address, text, to: parent))
        }
    }

    /// The text of a block of code.
    func proseMirrorText(_ nodes: [RichTextNode]) throws -> String {
        var text = ""
        for node in nodes { text += try ["hardBreak", "hard_break"].contains(node.type("type")) ? "\n" : node.text("text") ?? "" }
        return text
    }

    /// The marks of a text. Colours, fonts and alignment have no meaning, and are left out.
    func proseMirrorMark(_ mark: RichTextNode, _ type: String) throws -> RichTextMark? {
        let attributes = try mark.child("attrs")
        switch type {
        case "bold", "strong": return .strong
        case "italic", "em": return .emphasis
        case "underline": return .underline
        case "strike", "strikethrough", "s": return .strike
        case "code": return .code
        case "highlight": return .highlight
        case "superscript", "sup": return .superscript
        case "subscript", "sub": return .subscript
        case "subsup": return try attributes?.text("type") == "sup" ? .superscript : .subscript
        case "link": return .link(try attributes?.text("href") ?? "", title: try attributes?.text("title"))
        default: return nil
        }
    }

    /// Marks that are left out without a note, because they do not change the meaning of the text.
    private static let silentMarks: Set<String> = [
        "textStyle", "textColor", "backgroundColor", "color", "fontFamily", "fontSize", "alignment", "indentation", "breakout", "border",
        "annotation", "comment", "fragment", "dataConsumer",
    ]

    mutating func proseMirrorMarks(of node: RichTextNode) throws -> [RichTextMark] {
        var marks: [RichTextMark] = []
        for mark in try node.children("marks") {
            let type = try mark.type("type")
            if let found = try proseMirrorMark(mark, type) {
                marks.append(found)
            } else if !Self.silentMarks.contains(type) {
                note(unknown: "mark \(type)")
            }
        }
        return marks
    }
}
