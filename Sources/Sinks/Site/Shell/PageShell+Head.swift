// The metadata of a page: description, canonical URL, feeds, and the tags of social networks.
extension PageShell {
    /// Writes the metadata of a page into its head.
    ///
    /// - SeeAlso: [The Open Graph protocol](https://ogp.me)
    func metadata(_ about: PageHead, _ head: inout Markup) {
        let description = about.shortDescription
        if !description.isEmpty { meta("name", "description", description, &head) }
        if !about.isListed { meta("name", "robots", "noindex", &head) }
        guard let web = settings.web, let path = about.path else { return }
        let address = web.base.address(of: path)
        link("canonical", type: nil, title: nil, address, &head)
        if about.hasFeeds {
            for feed in [SiteFileName.atom, .jsonFeed] where web.files.contains(feed) {
                link("alternate", type: feed.mediaType, title: heading(forArticles: true), web.base.address(of: feed.path), &head)
            }
        }
        meta("property", "og:type", about.isArticle ? "article" : "website", &head)
        meta("property", "og:title", about.title, &head)
        meta("property", "og:url", address, &head)
        meta("property", "og:site_name", publisher, &head)
        if let locale = settings.words.locale { meta("property", "og:locale", locale, &head) }
        if !description.isEmpty { meta("property", "og:description", description, &head) }
        if let date = about.date { meta("property", "article:published_time", date.moment, &head) }
        let image = web.base.image(about.image, on: path)
        if let image { meta("property", "og:image", image, &head) }
        meta("name", "twitter:card", image == nil ? "summary" : "summary_large_image", &head)
    }

    /// The name of the site's publisher: the option `publisher`, or the heading of the index.
    var publisher: String { settings.web?.publisher ?? heading(forArticles: true) }

    private func meta(_ kind: String, _ name: String, _ content: String, _ head: inout Markup) {
        head.open("meta", ["name": kind == "name" ? name : nil, "property": kind == "property" ? name : nil, "content": content])
        head.newline()
    }

    private func link(_ relation: String, type: String?, title: String?, _ address: String, _ head: inout Markup) {
        head.open("link", ["rel": relation, "type": type, "title": title, "href": address])
        head.newline()
    }
}
