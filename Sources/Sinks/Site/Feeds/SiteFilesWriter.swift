internal import Pipeline

/// Writes the files about a whole site: the sitemap, feeds, `robots.txt`, `llms.txt` and the page for missing URLs.
struct SiteFilesWriter {
    let shell: PageShell

    /// Writes the files that the options ask for.
    ///
    /// E-mail is private, so a site of threads has neither sitemap nor feeds.
    ///
    /// - Parameter entries: The entries of the index.
    func write(_ entries: [SiteEntry], to writer: inout FolderWriter) throws {
        let files = shell.settings.files
        let articles = entries.filter(\.isArticle)
        if files.contains(.llms) { try writeTextList(articles, &writer) }
        guard let web = shell.settings.web else { return }
        let isPublic = articles.count == entries.count
        for file in files {
            switch file {
            case .sitemap:
                // An index that lists threads is private, too.
                var pages: [(path: [String], date: SiteDate?)] = isPublic ? [(shell.settings.index, nil)] : []
                for article in articles { pages.append((article.path, article.date)) }
                guard !pages.isEmpty else { continue }
                for part in Sitemap(base: web.base).files(pages) { try writer.write(part.bytes, to: part.file) }
            case .atom, .jsonFeed, .llms: break
            case .notFound: try writer.write(NotFoundPage(shell: shell, web: web).bytes, to: file.path)
            case .robots: try writer.write(robots(web, hasSitemap: !articles.isEmpty || isPublic), to: file.path)
            }
        }
        try writeFeeds(articles, web, &writer)
    }

    private func writeTextList(_ articles: [SiteEntry], _ writer: inout FolderWriter) throws {
        let file = SiteWideFile.llms
        // An empty list still replaces that of an earlier run, which would keep entries that are gone.
        if articles.isEmpty, try writer.beginning(of: file.path, limit: 1) == nil {
            writer.note("\(file.rawValue) is not written: there is no article")
        } else {
            try writer.write(LLMsTextFile(shell: shell).bytes(articles), to: file.path)
        }
    }

    private func writeFeeds(_ articles: [SiteEntry], _ web: SitePublication, _ writer: inout FolderWriter) throws {
        let feeds = shell.settings.files.filter { $0.mediaType != nil }
        let newest = FeedEntry.newest(articles, web.base)
        let content = SiteFeeds(shell: shell, web: web)
        var missing: [String] = []
        for feed in feeds {
            // An empty feed still replaces that of an earlier run, which would keep entries that are gone.
            if newest.isEmpty, try writer.beginning(of: feed.path, limit: 1) == nil {
                missing.append(feed.rawValue)
            } else {
                try writer.write(feed == .atom ? content.atom(newest) : content.json(newest), to: feed.path)
            }
        }
        guard !missing.isEmpty, !articles.isEmpty else { return }
        writer.note("\(missing.joined(separator: " and ")) \(missing.count == 1 ? "is" : "are") not written: no article has a date")
    }

    private func robots(_ web: SitePublication, hasSitemap: Bool) -> [UInt8] {
        let sitemap =
            hasSitemap && shell.settings.files.contains(.sitemap) ? "Sitemap: \(web.base.address(of: SiteWideFile.sitemap.path))\n" : ""
        return Array("\(SiteWideFile.robots.mark)User-agent: *\nAllow: /\n\(sitemap)".utf8)
    }
}

/// Renders the sitemap of a site, in several files if it is long.
///
/// - SeeAlso: [Sitemaps XML format](https://www.sitemaps.org/protocol.html)
struct Sitemap {
    /// The largest number of URLs in a file.
    private static let maxCount = 50_000
    /// The size limit of the sitemap protocol for one file, in bytes.
    private static let maxBytes = 50 << 20
    /// An upper limit for the bytes before and after the URLs of a file.
    private static let frameBytes = 1024
    /// The largest length of a URL in characters.
    private static let maxAddress = 2047
    private static let namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"

    let base: SiteBaseURL
    private let maxCount: Int
    private let maxBytes: Int

    /// - Parameters:
    ///   - maxCount: The largest number of URLs in a file.
    ///   - maxBytes: The largest length of a file in bytes.
    init(base: SiteBaseURL, maxCount: Int = Self.maxCount, maxBytes: Int = Self.maxBytes) {
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
        guard parts.count > 1 else { return [(file: SiteWideFile.sitemap.marked, bytes: Self.file("urlset", parts[0].urls))] }
        let files = parts.enumerated().map { number, part -> (file: MarkedFile, bytes: [UInt8]) in
            (file: SiteWideFile.sitemap.marked(at: ["sitemap-\(number + 1).xml"]), bytes: Self.file("urlset", part.urls))
        }
        var list = XMLMarkup()
        for file in files { list.element("sitemap") { $0.element("loc", text: base.address(of: file.file.path)) } }
        return files + [(file: SiteWideFile.sitemap.marked, bytes: Self.file("sitemapindex", list))]
    }

    private static func file(_ name: StaticString, _ content: XMLMarkup) -> [UInt8] {
        var xml = XMLMarkup(SiteWideFile.sitemap.mark)
        xml.element(name, ["xmlns": namespace]) { $0.append(content) }
        return xml.bytes
    }
}

/// Renders the page that a host shows for a URL without a page. Its links are absolute, because the URL can have any depth.
private struct NotFoundPage {
    let shell: PageShell
    let web: SitePublication

    var bytes: [UInt8] {
        let words = shell.settings.words
        let title = words(.notFound)
        var page = shell.start(.article, PageMetadata(title: title, path: nil, isListed: false))
        page.open("body", ["class": "reading"])
        page.newline()
        shell.skipLink(&page)
        shell.header(at: nil, &page)
        page.element("main", ["id": "content"]) { main in
            main.element("article") { article in
                article.element("h1", ["lang": words.foreign], text: title)
                article.element("p", ["lang": words.foreign], text: words(.notFoundReason))
                article.element("p") {
                    $0.element(
                        "a", ["href": web.base.address(of: shell.settings.index), "dir": "auto"], text: shell.heading(forArticles: true))
                }
            }
        }
        page.newline()
        shell.footer(at: nil, &page)
        page.append(shell.end(.article))
        return page.bytes
    }
}
