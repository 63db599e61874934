internal import JSONParsing

/// Renders the feeds of a site: its newest articles with their teasers.
struct SiteFeeds {
    let shell: PageShell
    let web: SitePublication

    private var title: String { shell.heading(forArticles: true) }
    private var home: String { web.base.address(of: shell.settings.index) }

    /// Returns the feed in the format Atom.
    ///
    /// - SeeAlso: [RFC 4287](https://www.rfc-editor.org/rfc/rfc4287)
    func atom(_ entries: [FeedEntry]) -> [UInt8] {
        var xml = XMLMarkup(SiteWideFile.atom.mark)
        xml.element("feed", ["xmlns": "http://www.w3.org/2005/Atom", "xml:lang": shell.settings.words.tag]) { feed in
            feed.element("id", text: web.base.address)
            feed.element("title", text: title)
            feed.element("updated", text: entries.first?.date ?? Self.noDate)
            feed.element("author") { $0.element("name", text: shell.publisher) }
            feed.empty(
                "link", ["rel": "self", "type": SiteWideFile.atom.mediaType, "href": web.base.address(of: SiteWideFile.atom.path)])
            feed.empty("link", ["rel": "alternate", "type": "text/html", "href": home])
            for entry in entries {
                feed.element("entry") { item in
                    item.element("id", text: entry.address)
                    item.element("title", text: entry.title)
                    item.empty("link", ["rel": "alternate", "type": "text/html", "href": entry.address])
                    item.element("published", text: entry.date)
                    item.element("updated", text: entry.date)
                    if !entry.summary.isEmpty { item.element("summary", text: entry.summary) }
                }
            }
        }
        return xml.bytes
    }

    /// The date of a feed that has lost its last entry. A feed without entries still needs one.
    private static let noDate = "1970-01-01T00:00:00Z"

    /// Returns the feed in the format JSON Feed.
    ///
    /// - SeeAlso: [JSON Feed 1.1](https://www.jsonfeed.org/version/1.1/)
    func json(_ entries: [FeedEntry]) -> [UInt8] {
        let feed: JSONObject = [
            "version": "https://jsonfeed.org/version/1.1", "title": .string(title), "home_page_url": .string(home),
            "feed_url": .string(web.base.address(of: SiteWideFile.jsonFeed.path)), "language": .string(shell.settings.words.tag),
            "authors": .array([.object(["name": .string(shell.publisher)])]), "items": .array(entries.map(Self.item)),
        ]
        // The mark contains the opening brace and the first member.
        return Array("\(SiteWideFile.jsonFeed.mark)\(JSONValue.object(feed).compactText.dropFirst())\n".utf8)
    }

    private static func item(_ entry: FeedEntry) -> JSONValue {
        var item: JSONObject = [
            "id": .string(entry.address), "url": .string(entry.address), "title": .string(entry.title),
            "content_text": .string(entry.summary.isEmpty ? entry.title : entry.summary),
        ]
        if let image = entry.image { item["image"] = .string(image) }
        item["date_published"] = .string(entry.date)
        return .object(item)
    }
}

/// An article in a feed.
struct FeedEntry {
    let title: String
    /// The canonical URL of the page, which is also the permanent identifier of the entry.
    let address: String
    let summary: String
    /// The absolute URL of the image; nil if there is none.
    let image: String?
    /// The moment of publication in UTC.
    let date: String

    /// The largest number of entries in a feed.
    private static let maxCount = 50

    /// Returns the newest articles of a site, the newest first. Articles without a date are left out.
    ///
    /// The dates come from the records alone, so that a run without changes writes the same feed again.
    static func newest(_ entries: [SiteEntry], _ base: SiteBaseURL) -> [FeedEntry] {
        let dated = entries.enumerated().filter { $0.element.date != nil && $0.element.isArticle }
        let sorted = dated.sorted { first, second in
            let (one, other) = (first.element.date?.moment ?? "", second.element.date?.moment ?? "")
            return one == other ? first.offset < second.offset : one > other
        }
        return sorted.prefix(maxCount).compactMap { FeedEntry($0.element, base) }
    }

    private init?(_ entry: SiteEntry, _ base: SiteBaseURL) {
        guard case .article(let teaser, let heroImage, _) = entry.kind, let date = entry.date else { return nil }
        title = entry.title
        address = base.address(of: entry.path)
        summary = teaser
        image = base.image(heroImage, on: entry.path)
        self.date = date.moment
    }
}
