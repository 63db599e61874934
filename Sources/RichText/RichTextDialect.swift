internal import JSONParsing

/// A format of rich text as JSON.
public enum RichTextDialect: String, CaseIterable, Sendable {
    /// Contentful: objects with `nodeType`.
    case contentful
    /// Portable Text of Sanity: blocks with `_type`, and annotations by key.
    case portableText = "portable_text"
    /// The blocks of Notion's API.
    case notion
    /// The blocks of Strapi.
    case strapi
    /// ProseMirror and Tiptap: objects with `type`, `attrs` and `marks`.
    case prosemirror
    /// Lexical, also as Payload stores it.
    case lexical
    /// Editor.js: blocks with `data`, whose texts are HTML.
    case editorjs
    /// The Atlassian Document Format of Jira and Confluence.
    case adf

    /// Finds the dialect from the shape of the outermost value and of its first block.
    ///
    /// - Returns: nil if the shape is that of no dialect, or if there is no block.
    /// - Throws: An error for JSON that cannot be decoded.
    static func dialect(of value: JSONValue) throws -> RichTextDialect? {
        if value.kind == .array { return try dialect(ofBlock: RichTextNode.first(of: value, at: .root)) }
        guard value.kind == .object else { return nil }
        let node = try RichTextNode(value, at: .root)
        if node.string("nodeType") != nil { return .contentful }
        if node.string("type") == "doc" { return node.has("version") ? .adf : .prosemirror }
        if node.string("type") == "root" { return .lexical }
        if let root = node.object["root"], root.kind == .object { return .lexical }
        if let blocks = node.object["blocks"], blocks.kind == .array { return .editorjs }
        if let object = node.string("object"), object == "list" || object == "page" { return .notion }
        return try dialect(ofBlock: node)
    }

    private static func dialect(ofBlock block: RichTextNode?) throws -> RichTextDialect? {
        guard let block else { return nil }
        if block.string("_type") != nil { return .portableText }
        if block.string("nodeType") != nil { return .contentful }
        guard let type = block.string("type") else { return nil }
        if block.string("object") == "block" || block.object[type]?.kind == .object && type != "image" { return .notion }
        if block.has("data") { return .editorjs }
        if block.has("attrs") || block.has("content") || block.has("marks") { return .prosemirror }
        return block.has("children") ? .strapi : nil
    }
}
