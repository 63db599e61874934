internal import HTMLParsing
internal import JSONParsing

/// Builds the document of a rich text. An extension for each dialect reads its nodes.
struct RichTextBuilder {
    let dialect: RichTextDialect
    let resolve: RichTextResolver
    var document = HTMLDocument()
    private(set) var unknown: [(type: String, count: Int)] = []
    private var unknownPlaces: [String: Int] = [:]
    private var depth = 0
    /// The last run of text with marks: neighbours with the same outer marks share their elements.
    private var run: (parent: HTMLNode, marks: [RichTextMark], elements: [HTMLNode])?

    init(dialect: RichTextDialect, resolve: @escaping RichTextResolver) {
        self.dialect = dialect
        self.resolve = resolve
    }

    /// Reads a whole rich text.
    mutating func appendDocument(_ value: JSONValue) throws {
        switch dialect {
        case .contentful, .portableText, .strapi, .prosemirror, .adf:
            try append(value.kind == .array ? RichTextNode.list(value, at: .root) : [RichTextNode(value, at: .root)], to: document.root)
        case .notion: try appendNotion(value)
        case .lexical: try appendLexical(RichTextNode(value, at: .root))
        case .editorjs: try appendEditorJS(value)
        }
    }

    /// Reads nodes of the dialect.
    mutating func append(_ nodes: [RichTextNode], to parent: HTMLNode) throws {
        guard let first = nodes.first else { return }
        try nested(at: first.path) { (builder) throws in try builder.appendNodes(nodes, to: parent) }
    }

    private mutating func appendNodes(_ nodes: [RichTextNode], to parent: HTMLNode) throws {
        switch dialect {
        case .portableText: try appendPortableText(nodes, to: parent)
        case .notion: try appendNotion(nodes, to: parent)
        case .strapi: for node in nodes { try appendStrapi(node, to: parent) }
        case .contentful: for node in nodes { try appendContentful(node, to: parent) }
        case .prosemirror, .adf: for node in nodes { try appendProseMirror(node, to: parent) }
        case .lexical: for node in nodes { try appendLexical(node, to: parent) }
        case .editorjs: for node in nodes { try appendEditorJS(node, to: parent) }
        }
    }

    /// The member that says the type of a node.
    private var typeKey: String {
        switch dialect {
        case .contentful: "nodeType"
        case .portableText: "_type"
        case .notion, .strapi, .prosemirror, .lexical, .editorjs, .adf: "type"
        }
    }

    /// Counts a node or mark that the reader does not know, or a reference without a target.
    mutating func note(unknown type: String) {
        if let place = unknownPlaces[type] {
            unknown[place].count += 1
        } else if unknown.count < Self.maxUnknown {
            unknownPlaces[type] = unknown.count
            unknown.append((type, 1))
        } else {
            unknown[unknown.count - 1].count += 1
        }
    }

    /// The number of types that are counted. Further ones count as the last.
    private static let maxUnknown = 100
}

/// Elements, texts and marks.
extension RichTextBuilder {
    /// Appends an element.
    @discardableResult
    mutating func add(_ tag: HTMLTag, _ attributes: [(String, String)] = [], to parent: HTMLNode) -> HTMLNode {
        let element = document.makeElement(tag, attributes: attributes.map { HTMLAttribute(name: $0, value: $1) })
        document.append(element, to: parent)
        return element
    }

    /// Appends an element with the nodes in it. An empty paragraph is left out: editors put one after the last block.
    mutating func add(
        _ tag: HTMLTag, _ attributes: [(String, String)] = [], of nodes: [RichTextNode], to parent: HTMLNode
    ) throws {
        let element = add(tag, attributes, to: parent)
        try append(nodes, to: element)
        finish(element)
    }

    /// Removes an empty paragraph, and the paragraph around all text of a list item or cell.
    mutating func finish(_ element: HTMLNode) {
        switch document.tag(of: element) {
        case .p where document.firstChild(of: element) == nil: document.remove(element)
        case .li, .td, .th:
            let paragraphs = document.children(of: element).filter { document.isHTML($0, .p) }
            let holdsText = document.children(of: element).contains { document.kind(of: $0) == .text }
            guard paragraphs.count == 1, !holdsText else { return }
            document.unwrap(paragraphs[0])
        default: break
        }
    }

    /// Appends text with marks. Line breaks become `br`.
    mutating func add(_ text: String, _ marks: [RichTextMark] = [], to parent: HTMLNode) {
        guard !text.isEmpty else { return }
        let innermost = element(for: RichTextMark.nested(marks), in: parent)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { add(.br, to: innermost) }
            if !line.isEmpty { document.append(document.makeText(String(line)), to: innermost) }
        }
    }

    /// Appends a paragraph of plain text; none for an empty text.
    mutating func addParagraph(_ text: String?, to parent: HTMLNode) {
        if let text, !text.isEmpty { add(text, to: add(.p, to: parent)) }
    }

    /// Appends text as it is, for code.
    mutating func addRaw(_ text: String, to parent: HTMLNode) {
        if !text.isEmpty { document.append(document.makeText(text), to: parent) }
    }

    /// The innermost element for the marks of a text. Elements of the text before are shared as far as its marks are the same.
    private mutating func element(for marks: [RichTextMark], in parent: HTMLNode) -> HTMLNode {
        var elements: [HTMLNode] = []
        if let run, run.parent == parent, let first = run.elements.first, document.lastChild(of: parent) == first {
            elements = zip(run.elements, zip(run.marks, marks)).prefix { $0.1.0 == $0.1.1 }.map(\.0)
        }
        for mark in marks[elements.count...] {
            let element = document.makeElement(mark.tag, attributes: mark.attributes)
            document.append(element, to: elements.last ?? parent)
            elements.append(element)
        }
        run = (parent, marks, elements)
        return elements.last ?? parent
    }

    /// Appends a line break, inside of the marks of the text in front of it.
    mutating func addBreak(_ marks: [RichTextMark], to parent: HTMLNode) { add("\n", marks, to: parent) }
}

/// Unknown nodes, of which the texts stay.
extension RichTextBuilder {
    /// Members of unknown nodes that hold text for readers, in lower case.
    private static let textNames: Set<String> = [
        "value", "alt", "content", "name", "filename", "message", "plain_text", "author", "attribution", "intro", "desc", "role", "bio",
        "html",
        "markdown", "code", "expression", "latex", "emoji", "items", "rows", "cells",
    ]
    /// The ends of the names of other such members, in lower case: `buttonText`, `hero_heading`.
    private static let textEnds = [
        "text", "title", "caption", "label", "heading", "description", "body", "quote", "question", "answer", "summary",
    ]
    /// A text of this number of words is one for readers, whatever its name.
    private static let wordsOfText = 3
    /// Members of unknown nodes that hold an address.
    private static let addressKeys: Set<String> = ["url", "uri", "href", "src", "link"]
    /// The longest address that becomes a link, in bytes: longer ones hold data.
    private static let maxAddressBytes = 2048

    /// Counts a node, and appends the nodes of the dialect and the texts that it holds.
    mutating func addUnknown(_ node: RichTextNode, _ type: String, to parent: HTMLNode) throws {
        note(unknown: type)
        try addTexts(of: node, to: parent)
    }

    /// Appends the texts that the members of a node hold.
    mutating func addTexts(of node: RichTextNode, to parent: HTMLNode) throws {
        for member in node.object {
            if member.key == typeKey { continue }
            let isText = Self.holdsText(member.key)
            if Self.addressKeys.contains(member.key), let address = member.value.string, isLink(address) {
                let place = holdsBlocks(parent) ? add(.p, to: parent) : parent
                add(address, [.link(address)], to: place)
                continue
            }
            try addTexts(in: member.value, at: .key(node.path, member.key), isText: isText, to: parent)
        }
    }

    private static func holdsText(_ name: String) -> Bool {
        let name = name.lowercased()
        return textNames.contains(name) || textEnds.contains(where: name.hasSuffix)
    }

    private static func isProse(_ text: String?) -> Bool {
        text?.split(maxSplits: wordsOfText, whereSeparator: \.isWhitespace).count ?? 0 >= wordsOfText
    }

    /// Whether the names of an object's members are languages, such as `en` and `de-CH`, so that its values are one text.
    private static func isLocalized(_ object: JSONObject) -> Bool {
        !object.isEmpty
            && object.allSatisfy { member in
                let parts = member.key.split { $0 == "-" || $0 == "_" }
                return parts.first?.count == 2 && parts.count <= 2
                    && parts.allSatisfy { (2...4).contains($0.count) && $0.allSatisfy(\.isLetter) }
            }
    }

    private func isLink(_ address: String) -> Bool {
        address.utf8.count <= Self.maxAddressBytes && ["http://", "https://", "/"].contains { address.hasPrefix($0) }
    }

    private mutating func addTexts(in value: JSONValue, at path: RichTextPath, isText: Bool, to parent: HTMLNode) throws {
        switch value.kind {
        case .string where isText || Self.isProse(value.string):
            holdsBlocks(parent) ? addParagraph(value.string, to: parent) : add(value.string ?? "", to: parent)
        case .object:
            guard isText, let object = value.object, Self.isLocalized(object) else { return try addContent(value, at: path, to: parent) }
            for member in object { try addTexts(in: member.value, at: .key(path, member.key), isText: true, to: parent) }
        case .array:
            try nested(at: path) { (builder) throws in
                for (index, element) in (value.array ?? []).enumerated() {
                    try builder.addTexts(in: element, at: .index(path, index), isText: isText, to: parent)
                }
            }
        default: break
        }
    }

    /// Calls a function one level deeper, and checks the limit for the depth.
    mutating func nested(at path: RichTextPath, _ read: (inout RichTextBuilder) throws -> Void) throws {
        guard depth < RichTextReader.maxDepth else {
            throw RichTextError("nodes are nested deeper than the limit of \(RichTextReader.maxDepth)", at: path)
        }
        depth += 1
        try read(&self)
        depth -= 1
    }

    private mutating func addContent(_ value: JSONValue, at path: RichTextPath, to parent: HTMLNode) throws {
        let node = try RichTextNode(value, at: path)
        // The texts of Notion have a type, and are no blocks.
        if dialect == .notion, node.has("plain_text") { return try appendNotionText([node], to: parent) }
        // Files and icons of Notion have a type, too; blocks say what they are.
        if node.string(typeKey) != nil, dialect != .notion || node.string("object") == "block" {
            return try append([node], to: parent)
        }
        try nested(at: path) { (builder) throws in try builder.addTexts(of: node, to: parent) }
    }

    /// Whether an element holds paragraphs, rather than text.
    func holdsBlocks(_ element: HTMLNode) -> Bool {
        switch document.kind(of: element) {
        case .element: [.blockquote, .div, .aside, .details, .figure].contains(document.tag(of: element))
        default: true
        }
    }
}
