internal import Pipeline

/// Writes the files about a published site as a whole.
struct SiteFilesWriter {
    let shell: PageShell

    /// Writes the files that the options ask for.
    ///
    /// E-mail is private, so a site of threads has neither sitemap nor feeds.
    ///
    /// - Parameter entries: The entries of the index.
    func write(_ entries: [SiteEntry], to writer: inout FolderWriter) throws {
        guard let web = shell.settings.web else { return }
        let articles = entries.filter(\.isArticle)
        let isPublic = articles.count == entries.count
        for file in web.files {
            switch file {
            case .sitemap:
                // An index with threads is not for search engines, either.
                var pages: [(path: [String], date: SiteDate?)] = isPublic ? [(shell.settings.index, nil)] : []
                for article in articles { pages.append((article.path, article.date)) }
                guard !pages.isEmpty else { continue }
                for part in Sitemap(base: web.base).files(pages) { try writer.write(part.bytes, to: part.file) }
            case .atom, .jsonFeed: break
            case .notFound: try writer.write(NotFoundPage(shell: shell, web: web).bytes, to: file.path)
            case .robots: try writer.write(robots(web, hasSitemap: !articles.isEmpty || isPublic), to: file.path)
            }
        }
        try writeFeeds(articles, web, &writer)
    }

    private func writeFeeds(_ articles: [SiteEntry], _ web: SiteWeb, _ writer: inout FolderWriter) throws {
        let feeds = web.files.filter { $0.mediaType != nil }
        let newest = FeedEntry.newest(articles, web.base)
        let content = SiteFeeds(shell: shell, web: web)
        var missing: [String] = []
        for feed in feeds {
            // A feed of an earlier run would keep entries that are gone.
            if newest.isEmpty, try writer.beginning(of: feed.path, limit: 1) == nil {
                missing.append(feed.rawValue)
            } else {
                try writer.write(feed == .atom ? content.atom(newest) : content.json(newest), to: feed.path)
            }
        }
        guard !missing.isEmpty, !articles.isEmpty else { return }
        writer.note("\(missing.joined(separator: " and ")) \(missing.count == 1 ? "is" : "are") not written: no article has a date")
    }

    private func robots(_ web: SiteWeb, hasSitemap: Bool) -> [UInt8] {
        let sitemap = hasSitemap && web.files.contains(.sitemap) ? "Sitemap: \(web.base.address(of: SiteFileName.sitemap.path))\n" : ""
        return Array("\(SiteFileName.robots.mark)User-agent: *\nAllow: /\n\(sitemap)".utf8)
    }
}
