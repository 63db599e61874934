public import HTMLParsing

/// Writes HTML as plain text for people: paragraphs, lists, quotes behind `> `, rows of tables with ` | ` between their cells.
///
/// Hidden content, scripts, styles and tracking pixels leave nothing behind; images are named by their alternative text.
public struct TextWriter: Sendable {
    /// How to write.
    public var options: TextOptions

    /// - Parameter options: How to write.
    public init(options: TextOptions = TextOptions()) {
        self.options = options
    }

    /// Writes a document, or one node of it with all that is below it.
    ///
    /// - Parameters:
    ///   - node: The node to begin at; nil writes the whole document.
    ///   - document: The document that the node belongs to.
    /// - Returns: UTF-8, with a line end behind every line; empty if there is nothing to show.
    public func bytes(_ node: HTMLNode? = nil, of document: HTMLDocument) -> [UInt8] {
        var flow = FlowOptions(isPlain: true, showsAddresses: options.links == .inline)
        flow.markdown.wrapWidth = options.wrapWidth
        return FlowBuilder.write(node, of: document, options: flow)
    }

    /// Writes a document, or one node of it with all that is below it, as `bytes(_:of:)` does.
    public func string(_ node: HTMLNode? = nil, of document: HTMLDocument) -> String {
        String(decoding: bytes(node, of: document), as: UTF8.self)
    }

    /// The beginning of the visible text in one line, with all white space folded.
    ///
    /// - Parameters:
    ///   - node: The node to begin at; nil takes the whole document.
    ///   - document: The document that the node belongs to.
    ///   - maxCharacters: How long it may be. Longer text is cut behind a word, and an ellipsis that counts as one shows it.
    public func blurb(_ node: HTMLNode? = nil, of document: HTMLDocument, maxCharacters: Int) -> String {
        var collector = BlurbCollector(document: document, maximumCharacters: maxCharacters)
        document.walk(node ?? document.root, &collector)
        return collector.blurb
    }
}
