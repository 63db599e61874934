internal import HTMLParsing
internal import JSONParsing

/// Portable Text.
///
/// - SeeAlso: [Portable Text Specification](https://github.com/portabletext/portabletext)
extension RichTextBuilder {
    /// Reads blocks. List items are blocks with a level: neighbouring items become nested lists.
    mutating func appendPortableText(_ blocks: [RichTextNode], to parent: HTMLNode) throws {
        /// The open lists, the outermost first.
        var lists: [(kind: String, node: HTMLNode)] = []
        for block in blocks {
            guard try block.type("_type") == "block" || block.has("listItem"), let kind = try block.text("listItem") else {
                lists = []
                try appendPortableBlock(block, to: parent)
                continue
            }
            let level = min(max(try block.integer("level") ?? 1, 1), RichTextReader.maxDepth)
            while lists.count > level { lists.removeLast() }
            if lists.count == level, lists.last?.kind != kind { lists.removeLast() }
            while lists.count < level {
                var place = parent
                if let outer = lists.last { place = itemForNested(in: outer.node) }
                lists.append((kind, addList(isOrdered: kind == "number", to: place)))
            }
            if kind != "number", kind != "bullet" { note(unknown: "listItem \(kind)") }
            guard let list = lists.last?.node else { continue }
            try appendPortableSpans(of: block, to: add(.li, to: list))
        }
    }

    private mutating func appendPortableBlock(_ block: RichTextNode, to parent: HTMLNode) throws {
        let type = try block.type("_type")
        switch type {
        case "block":
            guard block.has("children") else { return try addUnknown(block, "block without children", to: parent) }
            let element = try portableElement(of: block, in: parent)
            try appendPortableSpans(of: block, to: element)
            finish(element)
        case "span": add(try block.text("text") ?? "", to: holdsBlocks(parent) ? add(.p, to: parent) : parent)
        case "image": try appendPortableImage(block, to: parent)
        case "code", "codeBlock":
            addCode(try block.text(ofFirst: "code", "text") ?? "", language: try block.text("language"), to: parent)
        case "break", "hr", "divider", "horizontalRule": add(.hr, to: parent)
        case "table":
            let table = add(.table, to: parent)
            for row in try block.children("rows") {
                let line = add(.tr, to: table)
                for cell in try row.texts("cells") { add(cell, to: add(.td, to: line)) }
            }
            finishTable(table)
        case "youtube", "vimeo", "video", "embed", "iframe":
            guard let address = try block.text(ofFirst: "url", "src", "href") else { return try addUnknown(block, type, to: parent) }
            let figure = addFigure(.frame, address, MediaAttributes(title: try block.text("title")), to: parent)
            addCaption(try block.text("caption"), to: figure)
        case "reference":
            guard let target = target("reference", try block.text("_ref"), of: type) else { return }
            addLinkBlock(target.address, target.title, to: parent)
        case "file":
            guard let target = try portableAsset(of: block, type) else { return try addUnknown(block, type, to: parent) }
            addLinkBlock(target.address, try block.text(ofFirst: "title", "caption") ?? target.title, to: parent)
        default: try addUnknown(block, type, to: parent)
        }
    }

    private mutating func portableElement(of block: RichTextNode, in parent: HTMLNode) throws -> HTMLNode {
        let style = try block.text("style") ?? "normal"
        switch style {
        case "normal": return add(.p, to: parent)
        case "h1", "h2", "h3", "h4", "h5", "h6": return addHeading(style.last?.wholeNumberValue ?? 1, to: parent)
        case "blockquote": return add(.p, to: add(.blockquote, to: parent))
        default:
            note(unknown: "style \(style)")
            return add(.p, to: parent)
        }
    }

    private mutating func appendPortableSpans(of block: RichTextNode, to parent: HTMLNode) throws {
        var annotations: [String: RichTextMark] = [:]
        var silent: Set<String> = []
        for definition in try block.children("markDefs") {
            let key = try definition.type("_key")
            guard let mark = try portableAnnotation(definition) else {
                silent.insert(key)
                continue
            }
            annotations[key] = mark
        }
        for span in try block.children("children") {
            guard try span.type("_type") == "span" else {
                try appendPortableInline(span, to: parent)
                continue
            }
            var marks: [RichTextMark] = []
            for name in try span.texts("marks") {
                if let mark = annotations[name] ?? Self.portableDecorators[name] {
                    marks.append(mark)
                } else if !silent.contains(name) {
                    note(unknown: "mark \(name)")
                }
            }
            add(try span.text("text") ?? "", marks, to: parent)
        }
    }

    private static let portableDecorators: [String: RichTextMark] = [
        "strong": .strong, "em": .emphasis, "code": .code, "underline": .underline, "strike-through": .strike, "strike": .strike,
        "sub": .subscript,
        "sup": .superscript, "highlight": .highlight,
    ]

    private mutating func portableAnnotation(_ definition: RichTextNode) throws -> RichTextMark? {
        let type = try definition.type("_type")
        if let address = try definition.text(ofFirst: "href", "url") { return .link(address) }
        let reference = definition.has("_ref") ? definition : try definition.child("reference") ?? definition.child("internalLink")
        guard type == "link" || type == "internalLink" || reference != nil else {
            note(unknown: "mark \(type)")
            return nil
        }
        return target("reference", try reference?.text("_ref"), of: "mark \(type)").map { .link($0.address, title: nil) }
    }

    private mutating func appendPortableInline(_ node: RichTextNode, to parent: HTMLNode) throws {
        guard try node.type("_type") == "image", let target = try portableAsset(of: node, "image") else {
            return try addUnknown(node, node.type("_type"), to: parent)
        }
        addMedia(.image, target.address, MediaAttributes(title: try node.text("alt") ?? target.title), to: parent)
        add(try portableCaption(of: node), to: parent)
    }

    /// The text below an image: its caption and its attribution.
    private func portableCaption(of node: RichTextNode) throws -> String {
        try [node.text("caption"), node.text("attribution")].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    }

    private mutating func appendPortableImage(_ node: RichTextNode, to parent: HTMLNode) throws {
        let alt = try node.text("alt")
        let caption = try portableCaption(of: node)
        guard let target = try portableAsset(of: node, "image") else {
            for text in [alt, caption] { addParagraph(text, to: parent) }
            return
        }
        addCaption(caption, to: addFigure(.image, target.address, MediaAttributes(title: alt ?? target.title), to: parent))
    }

    /// The address of a file. The JSON contains it if the query has resolved the reference; otherwise, there is only the id.
    private mutating func portableAsset(of node: RichTextNode, _ type: String) throws -> RichTextTarget? {
        let asset = try node.child("asset")
        if let address = try asset?.text("url") ?? node.text(ofFirst: "url", "src") {
            return RichTextTarget(address: address, title: try asset?.text("altText"))
        }
        return target("asset", try asset?.text(ofFirst: "_ref", "_id"), of: type)
    }
}
