internal import Pipeline

/// Renders the sitemap of a site, in several files if it is long.
///
/// - SeeAlso: [Sitemaps XML format](https://www.sitemaps.org/protocol.html)
struct Sitemap {
    /// The largest number of URLs in a file.
    private static let maxCount = 50_000
    /// The largest length of a file in bytes.
    private static let maxBytes = 50 << 20
    /// More bytes than the beginning and the end of a file have.
    private static let frameBytes = 1024
    /// The largest length of a URL in characters.
    private static let maxAddress = 2047
    private static let namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"

    let base: SiteBase
    private let maxCount: Int
    private let maxBytes: Int

    /// - Parameters:
    ///   - maxCount: The largest number of URLs in a file.
    ///   - maxBytes: The largest length of a file in bytes.
    init(base: SiteBase, maxCount: Int = Self.maxCount, maxBytes: Int = Self.maxBytes) {
        self.base = base
        self.maxCount = maxCount
        self.maxBytes = maxBytes
    }

    /// Returns the files: `sitemap.xml` alone, or the files `sitemap-1.xml` and so on, and then `sitemap.xml` as their index.
    ///
    /// - Parameter pages: The paths of the pages, and the dates of those that have one.
    func files(_ pages: [(path: [String], date: SiteDate?)]) -> [(file: MarkedFile, bytes: [UInt8])] {
        var parts: [(urls: XMLMarkup, count: Int)] = [(XMLMarkup(), 0)]
        for page in pages {
            let address = base.address(of: page.path)
            if address.utf8.count > Self.maxAddress { continue }
            var url = XMLMarkup()
            url.element("url") {
                $0.element("loc", text: address)
                if let date = page.date { $0.element("lastmod", text: date.text) }
            }
            let end = parts.count - 1
            if parts[end].count == maxCount || parts[end].urls.bytes.count + url.bytes.count > maxBytes - Self.frameBytes {
                parts.append((XMLMarkup(), 0))
            }
            parts[parts.count - 1].urls.append(url)
            parts[parts.count - 1].count += 1
        }
        guard parts.count > 1 else { return [(file: SiteFileName.sitemap.marked, bytes: Self.file("urlset", parts[0].urls))] }
        let files = parts.enumerated().map { number, part -> (file: MarkedFile, bytes: [UInt8]) in
            (file: SiteFileName.sitemap.marked(at: ["sitemap-\(number + 1).xml"]), bytes: Self.file("urlset", part.urls))
        }
        var list = XMLMarkup()
        for file in files { list.element("sitemap") { $0.element("loc", text: base.address(of: file.file.path)) } }
        return files + [(file: SiteFileName.sitemap.marked, bytes: Self.file("sitemapindex", list))]
    }

    private static func file(_ name: StaticString, _ content: XMLMarkup) -> [UInt8] {
        var xml = XMLMarkup(SiteFileName.sitemap.mark)
        xml.element(name, ["xmlns": namespace]) { $0.append(content) }
        return xml.bytes
    }
}
