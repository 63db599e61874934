/// The optional parts of a page that the content keeps, such as images and tables.
public struct ArticleParts: OptionSet, Sendable, Hashable {
    /// The bits of the parts.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The captions of figures.
    public static let captions = ArticleParts(rawValue: 1)
    /// Footnotes and endnotes.
    public static let footnotes = ArticleParts(rawValue: 2)
    /// Images, with the figures around them.
    public static let images = ArticleParts(rawValue: 4)
    /// Tables of data.
    public static let tables = ArticleParts(rawValue: 8)
    /// The comments of readers below the text.
    public static let comments = ArticleParts(rawValue: 16)

    /// All but comments.
    public static let standard: ArticleParts = [.captions, .footnotes, .images, .tables]
}
