internal import HTMLParsing
internal import JSONParsing

/// The blocks of Notion's API. The children of a block are in its member `children`, or in that of its type.
///
/// - SeeAlso: [Block](https://developers.notion.com/reference/block), [Rich text](https://developers.notion.com/reference/rich-text)
extension RichTextBuilder {
    mutating func appendNotion(_ value: JSONValue) throws {
        guard value.kind == .object else { return try append(RichTextNode.list(value, at: .root), to: document.root) }
        let node = try RichTextNode(value, at: .root)
        let isBlock = node.has("type") && node.string("object") != "list"
        if isBlock { return try append([node], to: document.root) }
        let (blocks, hasMore) = try notionList(node, in: node.has("results") ? "results" : "children")
        try append(blocks, to: document.root)
        if hasMore { note(unknown: "rest of list (has_more)") }
    }

    /// The blocks of a member: an array, or a list object of the API. Such a list states whether a further request gives more blocks.
    private func notionList(_ node: RichTextNode, in key: String) throws -> (blocks: [RichTextNode], hasMore: Bool) {
        var hasMore = try node.flag("has_more")
        guard node.object[key]?.kind == .object, let list = try node.child(key), list.has("results") else {
            return (try node.children(key), hasMore)
        }
        if try list.flag("has_more") { hasMore = true }
        return (try list.children("results"), hasMore)
    }

    /// Reads blocks. Notion has list items but no lists: neighbouring items of one type become a list.
    mutating func appendNotion(_ blocks: [RichTextNode], to parent: HTMLNode) throws {
        var list: (type: String, node: HTMLNode)?
        for block in blocks {
            let type = try block.type("type")
            guard ["bulleted_list_item", "numbered_list_item", "to_do"].contains(type) else {
                list = nil
                try appendNotionBlock(block, type, to: parent)
                continue
            }
            let content = try block.child(type)
            let target: HTMLNode
            if let list, list.type == type {
                target = list.node
            } else {
                target = addList(isOrdered: type == "numbered_list_item", start: try content?.integer("list_start_index"), to: parent)
            }
            list = (type, target)
            let item = add(.li, to: target)
            if type == "to_do" { addBox(isChecked: try content?.flag("checked") ?? false, to: item) }
            try appendNotionText(of: content, to: item)
            try appendNotionChildren(of: block, content, type, to: item)
        }
    }

    private mutating func appendNotionBlock(_ block: RichTextNode, _ type: String, to parent: HTMLNode) throws {
        let content = try block.child(type)
        var inner = parent
        switch type {
        case "paragraph":
            let paragraph = add(.p, to: parent)
            try appendNotionText(of: content, to: paragraph)
            finish(paragraph)
        case "heading_1", "heading_2", "heading_3", "heading_4":
            try appendNotionText(of: content, to: addHeading(type.last?.wholeNumberValue ?? 1, to: parent))
        case "quote", "callout":
            inner = add(type == "quote" ? .blockquote : .aside, to: parent)
            let paragraph = add(.p, to: inner)
            if let emoji = try content?.child("icon")?.text("emoji") {
                add(emoji + " ", to: paragraph)
            }
            try appendNotionText(of: content, to: paragraph)
            finish(paragraph)
        case "toggle":
            inner = add(.details, to: parent)
            try appendNotionText(of: content, to: add(.summary, to: inner))
        case "code":
            let code = try notionPlainText(content?.children("rich_text") ?? [])
            let language = try content?.text("language")
            let caption = try notionPlainText(content?.children("caption") ?? [])
            let place = caption.isEmpty ? parent : add(.figure, to: parent)
            addCode(code, language: language == "plain text" ? nil : language, to: place)
            addCaption(caption, to: place)
        case "equation": addFormula(try content?.text("expression") ?? "", isBlock: true, to: parent)
        case "divider": add(.hr, to: parent)
        case "image", "video", "audio", "file", "pdf": try appendNotionFile(content, type, to: parent)
        case "embed", "bookmark", "link_preview":
            guard let address = try content?.text("url") else { break }
            let caption = try notionPlainText(content?.children("caption") ?? [])
            if type == "embed" {
                addCaption(caption, to: addFigure(.frame, address, to: parent))
            } else {
                addLinkBlock(address, caption, to: parent)
            }
        case "table": return try appendNotionTable(block, content, to: parent)
        case "column_list", "column", "synced_block": break
        case "table_of_contents", "breadcrumb": break
        case "child_page", "child_database", "link_to_page": try appendNotionPage(block, content, type, to: parent)
        default: return try addUnknown(block, type, to: parent)
        }
        try appendNotionChildren(of: block, content, type, to: inner)
    }

    /// Appends the children of a block. Counts those that the JSON lacks, because the API gives them in a request of their own.
    private mutating func appendNotionChildren(
        of block: RichTextNode, _ content: RichTextNode?, _ type: String, to parent: HTMLNode
    ) throws {
        let (children, hasMore) = try notionChildren(of: block, content)
        if try hasMore || children.isEmpty && block.flag("has_children") { note(unknown: "children of \(type)") }
        try append(children, to: parent)
    }

    private func notionChildren(of block: RichTextNode, _ content: RichTextNode?) throws -> (blocks: [RichTextNode], hasMore: Bool) {
        let children = try notionList(block, in: "children")
        guard children.blocks.isEmpty, let content else { return children }
        let inner = try notionList(content, in: "children")
        return (inner.blocks, inner.hasMore || children.hasMore)
    }

    private mutating func appendNotionFile(_ content: RichTextNode?, _ type: String, to parent: HTMLNode) throws {
        let caption = try notionPlainText(content?.children("caption") ?? [])
        guard let content, let address = try content.child("external")?.text("url") ?? content.child("file")?.text("url") else {
            note(unknown: type)
            return addParagraph(caption, to: parent)
        }
        let name = try content.text("name")
        switch type {
        case "image": addCaption(caption, to: addFigure(.image, address, to: parent))
        // A film of another host is a page with a player.
        case "video": addCaption(caption, to: addFigure(content.has("external") ? .frame : .video, address, to: parent))
        case "audio": addCaption(caption, to: addFigure(.audio, address, to: parent))
        default: addLinkBlock(address, caption.isEmpty ? name : caption, to: parent)
        }
    }

    private mutating func appendNotionTable(_ block: RichTextNode, _ content: RichTextNode?, to parent: HTMLNode) throws {
        let (hasHead, hasRowHeads) = (try content?.flag("has_column_header") ?? false, try content?.flag("has_row_header") ?? false)
        let table = add(.table, to: parent)
        let (rows, hasMore) = try notionChildren(of: block, content)
        if hasMore || rows.isEmpty { note(unknown: "children of table") }
        for (place, row) in rows.enumerated() {
            let line = add(.tr, to: table)
            for (column, cell) in (try row.child("table_row")?.elements("cells") ?? []).enumerated() {
                let isHead = hasHead && place == 0 || hasRowHeads && column == 0
                try appendNotionText(RichTextNode.list(cell.value, at: cell.path), to: add(isHead ? .th : .td, to: line))
            }
        }
        finishTable(table)
    }

    private mutating func appendNotionPage(
        _ block: RichTextNode, _ content: RichTextNode?, _ type: String, to parent: HTMLNode
    ) throws {
        let id = try content?.text(ofFirst: "page_id", "database_id") ?? block.text("id")
        let title = try content?.text("title")
        guard let target = target("page", id, of: type) else {
            return addParagraph(title, to: parent)
        }
        addLinkBlock(target.address, title ?? target.title, to: parent)
    }

    private mutating func appendNotionText(of content: RichTextNode?, to parent: HTMLNode) throws {
        // Old versions of the API name it `text`.
        try appendNotionText(content?.children(content?.has("rich_text") == true ? "rich_text" : "text") ?? [], to: parent)
    }

    mutating func appendNotionText(_ parts: [RichTextNode], to parent: HTMLNode) throws {
        for part in parts {
            var marks: [RichTextMark] = []
            let annotations = try part.child("annotations")
            let names: [(String, RichTextMark)] = [
                ("bold", .strong), ("italic", .emphasis), ("strikethrough", .strike), ("underline", .underline), ("code", .code),
            ]
            for (name, mark) in names where try annotations?.flag(name) == true { marks.append(mark) }
            if let address = try notionAddress(of: part) { marks.append(.link(address)) }
            let text = try notionPlainText([part])
            if part.string("type") == "equation" {
                addFormula(text, isBlock: false, to: parent)
            } else {
                add(text, marks, to: parent)
            }
        }
    }

    private mutating func notionAddress(of part: RichTextNode) throws -> String? {
        if let mention = try part.child("mention"), let page = try mention.child("page") ?? mention.child("database") {
            return try target("page", page.text("id"), of: "mention")?.address ?? part.text("href")
        }
        guard let address = try part.text("href") ?? part.child("text")?.child("link")?.text("url"), !address.isEmpty else { return nil }
        // A page of the same workspace: a slash and its identifier.
        guard address.hasPrefix("/"), address.utf8.count == 33 else { return address }
        return target("page", String(address.dropFirst()), of: "link")?.address ?? address
    }

    private func notionPlainText(_ parts: [RichTextNode]) throws -> String {
        var text = ""
        for part in parts {
            text += try part.text("plain_text") ?? part.child("text")?.text("content") ?? part.child("equation")?.text("expression") ?? ""
        }
        return text
    }
}
