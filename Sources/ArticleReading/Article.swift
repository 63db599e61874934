public import HTMLParsing

/// The result of reading a page: its main content and its metadata.
public struct Article: Sendable {
    /// The main content as a document without a body; nil if the page has no text.
    public var content: HTMLDocument?
    /// The number of words in the content. A character of Chinese or Japanese counts as one.
    public var wordCount: Int
    /// The metadata of the page, such as title and language.
    public var metadata: ArticleMetadata
}

/// The fields of an article's metadata, by their names in records.
public enum ArticleField: String, CaseIterable, Sendable {
    /// The title, without the name of the site.
    case title
    /// The author or authors.
    case byline
    /// When the text appeared: in ISO 8601 where the page's date is one, otherwise as it stands there.
    case published
    /// When the text was last changed, as ``published``.
    case modified
    /// The language, as a tag of BCP 47.
    case language
    /// The direction of the script: `ltr` or `rtl`.
    case direction
    /// The name of the site.
    case siteName = "site_name"
    /// The canonical address, as the page has it.
    case address
    /// A description of the text.
    case description
    /// The address of the lead image, as the page has it.
    case image
    /// The keywords of the article.
    case tags
}

/// Metadata of an article (title, language, tags), each with the page element it came from.
public struct ArticleMetadata: Sendable {
    /// The values of a field, and where the page has them.
    public struct Finding: Sendable, Equatable {
        /// The values; several for tags alone.
        public let values: [String]
        /// The place, such as `json-ld`, `meta og:title`, `h1`.
        public let place: String
    }

    private var findings: [ArticleField: Finding] = [:]

    init() {}

    /// The finding of a field; nil if the page does not say it.
    public internal(set) subscript(_ field: ArticleField) -> Finding? {
        get { findings[field] }
        set { findings[field] = newValue }
    }

    /// Notes a value if it is the first one of its field, and not empty.
    mutating func note(_ field: ArticleField, _ value: String?, _ place: String) {
        guard let value, findings[field] == nil, !value.isEmpty else { return }
        findings[field] = Finding(values: [value], place: place)
    }

    /// The value of a field; the first one of several, nil if the page does not say it.
    public func value(_ field: ArticleField) -> String? { findings[field]?.values.first }

    /// The keywords of the article; empty without any.
    public var tags: [String] { findings[.tags]?.values ?? [] }
}
