public import HTMLParsing
public import JSONParsing

/// Reads rich text that a content management system stores as JSON, and makes an HTML document of it.
///
/// Addresses are kept as they are: the document is no safer than its JSON, and a sanitiser has to follow.
public struct RichTextReader: Sendable {
    /// The largest number of nodes that are nested in one another.
    public static let maxDepth = 100

    private let dialect: RichTextDialect?
    private let resolve: RichTextResolver

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - dialect: The dialect; nil finds it from the shape of each rich text.
    ///   - resolve: Finds entries, pages and files that a rich text names by their identifiers. By default, there are none.
    public init(dialect: RichTextDialect? = nil, resolve: @escaping RichTextResolver = { _ in nil }) {
        self.dialect = dialect
        self.resolve = resolve
    }

    /// Reads a rich text.
    ///
    /// - Parameter value: The rich text. An empty array is an empty document.
    /// - Throws: ``RichTextError`` if a member has a kind that its dialect does not know, or if no dialect has the shape of the value.
    public func read(_ value: JSONValue) throws -> RichTextConversion {
        guard let dialect = try dialect ?? RichTextDialect.dialect(of: value) else {
            if value.array?.isEmpty == true { return RichTextConversion(document: HTMLDocument(), dialect: nil, unknown: []) }
            let names = RichTextDialect.allCases.map(\.rawValue).joined(separator: ", ")
            throw RichTextError(
                "expected rich text of one of \(names), found \(RichTextNode.phrase(value.kind)) of another shape", at: .root)
        }
        var builder = RichTextBuilder(dialect: dialect, resolve: resolve)
        try builder.appendDocument(value)
        return RichTextConversion(document: builder.document, dialect: dialect, unknown: builder.unknown)
    }
}

/// Finds what a rich text refers to; nil if it is not known.
public typealias RichTextResolver = @Sendable (RichTextReference) -> RichTextTarget?

/// An entry, page or file that a rich text names by its identifier.
public struct RichTextReference: Hashable, Sendable {
    /// The kind in the dialect's words, in lower case, such as `entry`, `asset` or `page`.
    public let kind: String
    /// The identifier in the content system.
    public let id: String

    /// Creates a reference.
    public init(kind: String, id: String) {
        self.kind = kind
        self.id = id
    }
}

/// The address of an entry, page or file.
public struct RichTextTarget: Hashable, Sendable {
    /// The address of the page or file.
    public let address: String
    /// The text that the rich text may lack: the text of a link, or the alternative text of an image.
    public let title: String?

    /// Creates a target.
    public init(address: String, title: String? = nil) {
        self.address = address
        self.title = title
    }
}

/// A rich text as HTML.
public struct RichTextConversion: Sendable {
    /// The document. Its root holds the blocks.
    public let document: HTMLDocument
    /// The dialect that was read; nil for an empty array, which every dialect may have.
    public let dialect: RichTextDialect?
    /// The types of nodes and marks that the reader does not know, and references without a target, each with their number and in the order
    /// of the first one. Their texts are in the document.
    public let unknown: [(type: String, count: Int)]
}

/// A fault of a rich text.
public struct RichTextError: Error, Equatable, Sendable {
    /// The fault in one sentence.
    public let message: String
    /// The path of the fault in the JSON, as jq writes it.
    public let path: String

    init(_ message: String, at path: RichTextPath) {
        self.message = message
        self.path = path.text
    }
}
