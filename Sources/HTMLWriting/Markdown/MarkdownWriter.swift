public import HTMLParsing

/// Writes HTML as Markdown: CommonMark with the tables, strikethrough and task lists of GitHub's dialect.
///
/// What is written renders to the same structure and the same text. Characters are escaped only where a reader would take them for
/// markup. Hidden content, scripts, styles and tracking pixels leave nothing behind. Blocks nested deeper than 64 levels of quotes and
/// list items flow on at that level, with all their text.
public struct MarkdownWriter: Sendable {
    /// How to write.
    public var options: MarkdownOptions

    /// - Parameter options: How to write.
    public init(options: MarkdownOptions = MarkdownOptions()) {
        self.options = options
    }

    /// Writes a document, or one node of it with all that is below it.
    ///
    /// - Parameters:
    ///   - node: The node to begin at; nil writes the whole document.
    ///   - document: The document that the node belongs to.
    /// - Returns: UTF-8, with a line end behind every line; empty if there is nothing to show.
    public func bytes(_ node: HTMLNode? = nil, of document: HTMLDocument) -> [UInt8] {
        FlowBuilder.write(node, of: document, options: FlowOptions(markdown: options))
    }

    /// Writes a document, or one node of it with all that is below it, as `bytes(_:of:)` does.
    public func string(_ node: HTMLNode? = nil, of document: HTMLDocument) -> String {
        String(decoding: bytes(node, of: document), as: UTF8.self)
    }
}
