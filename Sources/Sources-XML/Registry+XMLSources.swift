public import Pipeline

extension Registry {
    /// Adds the sources of documents in XML: `xml`, `feed` (with JSON Feed), `wordpress` and `sitemap`. They open URLs only where the registry
    /// has an opener (`addHTTP()` of the product HTTPReading).
    public mutating func addXMLSources() {
        add(XMLSource.self)
        add(FeedSource.self)
        add(WordPressSource.self)
        add(SitemapSource.self)
    }
}
