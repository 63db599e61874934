internal import HTMLParsing
internal import JSONParsing

/// The output of Editor.js and its common tools. Texts are HTML.
///
/// - SeeAlso: [Editor.js, Output Data](https://editorjs.io/saving-data/), [Tools](https://github.com/editor-js)
extension RichTextBuilder {
    mutating func appendEditorJS(_ value: JSONValue) throws {
        guard value.kind == .object else { return try append(RichTextNode.list(value, at: .root), to: document.root) }
        try append(RichTextNode(value, at: .root).children("blocks"), to: document.root)
    }

    mutating func appendEditorJS(_ block: RichTextNode, to parent: HTMLNode) throws {
        let type = try block.type("type")
        let data = try block.child("data") ?? RichTextNode(.object([:]), at: block.path)
        switch type.lowercased() {
        case "paragraph", "text":
            let paragraph = add(.p, to: parent)
            addHTML(try data.text("text"), to: paragraph)
            finish(paragraph)
        case "header", "heading": addHTML(try data.text("text"), to: addHeading(try data.integer("level") ?? 2, to: parent))
        case "list", "nestedlist", "editorjslist": try appendEditorJSList(data, style: data.text("style"), to: parent)
        case "checklist": try appendEditorJSList(data, style: "checklist", to: parent)
        case "quote":
            let quote = add(.blockquote, to: parent)
            addHTML(try data.text("text"), to: add(.p, to: quote))
            if let caption = try data.text("caption"), !caption.isEmpty { addHTML(caption, to: add(.cite, to: add(.p, to: quote))) }
        case "code": addCode(try data.text("code") ?? "", language: try data.text(ofFirst: "language", "languageCode"), to: parent)
        case "delimiter": add(.hr, to: parent)
        case "image", "simpleimage":
            guard let address = try data.child("file")?.text("url") ?? data.text("url") else {
                return try addUnknown(block, type, to: parent)
            }
            addHTMLCaption(try data.text("caption"), to: addFigure(.image, address, to: parent))
        case "embed":
            guard let address = try data.text(ofFirst: "embed", "source") else { return try addUnknown(block, type, to: parent) }
            let text = MediaAttributes(width: try data.integer("width"), height: try data.integer("height"))
            addHTMLCaption(try data.text("caption"), to: addFigure(.frame, address, text, to: parent))
        case "table": try appendEditorJSTable(data, to: parent)
        case "linktool":
            guard let address = try data.text("link") else { return try addUnknown(block, type, to: parent) }
            let meta = try data.child("meta")
            addLinkBlock(address, meta?.string("title"), to: parent)
            addParagraph(meta?.string("description"), to: parent)
        case "attaches":
            guard let file = try data.child("file"), let address = try file.text("url") else {
                return try addUnknown(block, type, to: parent)
            }
            addLinkBlock(address, try data.text(ofFirst: "title") ?? file.text("name"), to: parent)
        case "warning", "alert":
            let aside = add(.aside, to: parent)
            if let title = try data.text("title"), !title.isEmpty { addHTML(title, to: add(.strong, to: add(.p, to: aside))) }
            addHTML(try data.text(ofFirst: "message", "text"), to: add(.p, to: aside))
        case "raw", "html": addHTML(try data.text("html"), to: parent)
        default: try addUnknown(block, type, to: parent)
        }
    }

    /// Appends a list. An item is a text, or an object with a text and a list of its own.
    private mutating func appendEditorJSList(_ node: RichTextNode, style: String?, to parent: HTMLNode) throws {
        let items = try node.elements("items")
        guard let first = items.first else { return }
        let list = addList(isOrdered: style == "ordered", start: try node.child("meta")?.integer("start"), to: parent)
        try nested(at: first.path) { (builder) throws in
            for (value, path) in items { try builder.appendEditorJSItem(value, at: path, style: style, to: list) }
        }
    }

    private mutating func appendEditorJSItem(_ value: JSONValue, at path: RichTextPath, style: String?, to list: HTMLNode) throws {
        let item = add(.li, to: list)
        guard value.kind == .object else { return addHTML(try RichTextNode.text(value, at: path), to: item) }
        let node = try RichTextNode(value, at: path)
        if style == "checklist" { addBox(isChecked: try (try node.child("meta") ?? node).flag("checked"), to: item) }
        addHTML(try node.text(ofFirst: "content", "text"), to: item)
        try appendEditorJSList(node, style: style, to: item)
    }

    private mutating func appendEditorJSTable(_ data: RichTextNode, to parent: HTMLNode) throws {
        let hasHead = try data.flag("withHeadings")
        let table = add(.table, to: parent)
        for (place, row) in try data.elements("content").enumerated() {
            let line = add(.tr, to: table)
            guard let cells = row.value.array else {
                throw RichTextError("expected an array, found \(RichTextNode.phrase(row.value.kind))", at: row.path)
            }
            for (column, cell) in cells.enumerated() {
                let element = add(hasHead && place == 0 ? .th : .td, to: line)
                addHTML(try RichTextNode.text(cell, at: .index(row.path, column)), to: element)
            }
        }
        finishTable(table)
    }

    /// Appends HTML.
    private mutating func addHTML(_ html: String?, to parent: HTMLNode) {
        guard let html, !html.isEmpty else { return }
        document.append(contentOf: HTMLDocument(parsingFragment: html), to: parent)
    }

    private mutating func addHTMLCaption(_ caption: String?, to figure: HTMLNode) {
        guard let caption, !caption.allSatisfy(\.isWhitespace) else { return }
        addHTML(caption, to: add(.figcaption, to: figure))
    }
}
