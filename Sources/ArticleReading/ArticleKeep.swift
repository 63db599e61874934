/// The optional parts of a page that the content keeps, such as images and tables.
public struct ArticleKeep: OptionSet, Sendable, Hashable {
    /// The bits of the parts.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The captions of figures.
    public static let captions = ArticleKeep(rawValue: 1)
    /// Footnotes and endnotes.
    public static let footnotes = ArticleKeep(rawValue: 2)
    /// Images, with the figures around them.
    public static let images = ArticleKeep(rawValue: 4)
    /// Tables of data.
    public static let tables = ArticleKeep(rawValue: 8)
    /// The comments of readers below the text.
    public static let comments = ArticleKeep(rawValue: 16)

    /// All but comments.
    public static let standard: ArticleKeep = [.captions, .footnotes, .images, .tables]
}
