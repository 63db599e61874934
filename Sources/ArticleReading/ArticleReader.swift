public import HTMLParsing

/// Finds the main content of a web page, and what the page says about it.
///
/// The work takes time in proportion to the page, and needs no recursion. Pages are untrusted, so that no page may make it fail.
public struct ArticleReader: Sendable {
    /// The optional parts that the content keeps.
    public var keeps: ArticleParts

    /// Creates a reader.
    ///
    /// - Parameter keeps: The optional parts that stay beside the text.
    public init(keeps: ArticleParts = .standard) { self.keeps = keeps }

    /// Reads a page.
    ///
    /// - Parameter document: The page, parsed whole. Its addresses stay as they are.
    public func read(_ document: HTMLDocument) -> Article {
        var page = document
        page.resolveLazyImages()
        page.resolveOfficeMarkup()
        let tree = PageTree(page, root: page.body ?? page.root, keeps: keeps)
        var reader = MetadataReader(DeclaredMetadata(page, tree))
        var metadata = reader.read()
        let found = ContentFinder(tree, keeps: keeps, title: metadata.value(.title)).find()
        var content: HTMLDocument?
        var wordCount = 0
        if let found {
            var writer = ContentWriter(found)
            content = writer.document()
            wordCount = writer.wordCount
            metadata.complete(from: found, in: content)
        }
        return Article(content: content, wordCount: wordCount, metadata: metadata)
    }
}
