public import HTMLParsing

/// Writes HTML as Markdown: CommonMark with the tables, strikethrough and task lists of GitHub Flavored Markdown (GFM).
///
/// The output renders to the same structure and text as the document. Characters are escaped only where a parser would read them as
/// markup. Hidden content, scripts, styles and tracking pixels are left out. Quotes and lists nested deeper than 64 levels are written
/// at level 64, with all their text.
///
/// - SeeAlso: [CommonMark 0.31.2](https://spec.commonmark.org/0.31.2/), [GFM](https://github.github.com/gfm/)
public struct MarkdownWriter: Sendable {
    /// The options of the output.
    public var options: MarkdownOptions

    /// Creates a writer.
    ///
    /// - Parameter options: The options of the output.
    public init(options: MarkdownOptions = MarkdownOptions()) {
        self.options = options
    }

    /// Writes a document, or one node with its descendants.
    ///
    /// - Parameters:
    ///   - node: The node to write; nil for the whole document.
    ///   - document: The document that the node belongs to.
    ///   - kept: Elements that are written as HTML, limited to what the sanitiser allows. An element that Markdown cannot hold as HTML at its
    ///     place, such as a row of a table or a block in a heading, is written as Markdown.
    /// - Returns: UTF-8, with a line end after every line; empty if there is no visible content.
    public func bytes(_ node: HTMLNode? = nil, of document: HTMLDocument, keeping kept: Set<HTMLNode> = []) -> [UInt8] {
        FlowBuilder.write(node, of: document, options: FlowOptions(markdown: options), keeping: kept)
    }

    /// Writes a document, or one node with its descendants, as a string.
    ///
    /// - Parameters:
    ///   - node: The node to write; nil for the whole document.
    ///   - document: The document that the node belongs to.
    ///   - kept: Elements that are written as HTML.
    /// - Returns: The output of ``bytes(_:of:keeping:)``.
    public func string(_ node: HTMLNode? = nil, of document: HTMLDocument, keeping kept: Set<HTMLNode> = []) -> String {
        String(decoding: bytes(node, of: document, keeping: kept), as: UTF8.self)
    }

    /// Whether an element can be written as HTML: the sanitiser allows it, and it can stand without its list or table.
    ///
    /// - Parameters:
    ///   - node: An element.
    ///   - document: The document that it belongs to.
    public static func canKeep(_ node: HTMLNode, of document: HTMLDocument) -> Bool { FlowBuilder.canKeep(node, of: document) }
}
