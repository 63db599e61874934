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
    static func newest(_ entries: [SiteEntry], _ base: SiteBase) -> [FeedEntry] {
        let dated = entries.enumerated().filter { $0.element.date != nil && $0.element.isArticle }
        let sorted = dated.sorted { first, second in
            let (one, other) = (first.element.date?.moment ?? "", second.element.date?.moment ?? "")
            return one == other ? first.offset < second.offset : one > other
        }
        return sorted.prefix(maxCount).compactMap { FeedEntry($0.element, base) }
    }

    private init?(_ entry: SiteEntry, _ base: SiteBase) {
        guard case .article(let teaser, let heroImage, _) = entry.kind, let date = entry.date else { return nil }
        title = entry.title
        address = base.address(of: entry.path)
        summary = teaser
        image = base.image(heroImage, on: entry.path)
        self.date = date.moment
    }
}
