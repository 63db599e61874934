public import HTMLParsing

/// Writes HTML as readable plain text: paragraphs, lists, quotes with `> `, table rows with ` | ` between the cells.
///
/// Hidden content, scripts, styles and tracking pixels are left out. Images are replaced by their alternative text.
public struct TextWriter: Sendable {
    /// The options of the output.
    public var options: TextOptions

    /// Creates a writer.
    ///
    /// - Parameter options: The options of the output.
    public init(options: TextOptions = TextOptions()) {
        self.options = options
    }

    /// Writes a document, or one node with its descendants.
    ///
    /// - Parameters:
    ///   - node: The node to write; nil for the whole document.
    ///   - document: The document that the node belongs to.
    /// - Returns: UTF-8, with a line end behind every line; empty if there is no visible content.
    public func bytes(_ node: HTMLNode? = nil, of document: HTMLDocument) -> [UInt8] {
        var flow = FlowOptions(isPlain: true, showsAddresses: options.links == .inline)
        flow.markdown.wrapWidth = options.wrapWidth
        flow.markdown.supSub =
            switch options.supSub {
            case .unicode: .unicode
            case .caret: .caret
            case .plain: .plain
            }
        return FlowBuilder.write(node, of: document, options: flow)
    }

    /// Writes a document, or one node with its descendants, as a string.
    ///
    /// - Parameters:
    ///   - node: The node to write; nil for the whole document.
    ///   - document: The document that the node belongs to.
    /// - Returns: The output of ``bytes(_:of:)``.
    public func string(_ node: HTMLNode? = nil, of document: HTMLDocument) -> String {
        String(decoding: bytes(node, of: document), as: UTF8.self)
    }

    /// Returns the beginning of the visible text in one line, with collapsed white space.
    ///
    /// - Parameters:
    ///   - node: The node to read; nil for the whole document.
    ///   - document: The document that the node belongs to.
    ///   - maxCharacters: The limit in characters, including the ellipsis. Longer text is cut behind a word and gets an ellipsis.
    public func blurb(_ node: HTMLNode? = nil, of document: HTMLDocument, maxCharacters: Int) -> String {
        var collector = BlurbCollector(document: document, maximumCharacters: maxCharacters)
        document.walk(node ?? document.root, &collector)
        return collector.blurb
    }
}
