internal import HTMLParsing
internal import WebAddresses

/// The metadata in the head of a page, for search engines and social networks.
struct PageMetadata: Sendable {
    let title: String
    /// The path components relative to the sink's folder; nil for a page that is shown at any URL.
    let path: [String]?
    /// The description of the page; empty for none.
    var description = ""
    /// The URL of the image that stands for the page; empty if there is none.
    var image = ""
    /// Whether `og:type` is `article`; otherwise it is `website`.
    var isArticle = false
    /// The date of an article.
    var date: SiteDate?
    /// Whether search engines may list the page.
    var isListed = true
    /// Whether the feeds of the site have entries, as far as the page knows.
    var hasFeeds = false
    /// The path components of the page's Markdown; nil if there is none.
    var markdown: [String]?

    /// The largest number of characters that search engines show.
    private static let maxDescription = 160

    /// The description as one line, cut after a word.
    var shortDescription: String { Self.shortened(description, to: Self.maxDescription) }

    /// Returns a text as one line, cut after a word.
    static func shortened(_ text: String, to limit: Int) -> String {
        var line = ""
        var count = 0
        let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:))
        for word in text.split(whereSeparator: \.isWhitespace) {
            let length = word.count + (line.isEmpty ? 0 : 1)
            // One character is for the ellipsis, unless the word is the last one.
            guard count + length < limit || count + length == limit && word.endIndex == end else {
                return line.isEmpty ? String(word.prefix(limit - 1)) + "…" : line + "…"
            }
            line += line.isEmpty ? word : " " + word
            count += length
        }
        return line
    }
}

// The metadata of a page: description, canonical URL, feeds, and the tags of social networks.
extension PageShell {
    /// Writes the metadata of a page into its head.
    ///
    /// - SeeAlso: [The Open Graph protocol](https://ogp.me)
    func metadata(_ about: PageMetadata, _ head: inout HTMLMarkup) {
        let description = about.shortDescription
        if !description.isEmpty { meta("name", "description", description, &head) }
        if !about.isListed { meta("name", "robots", "noindex", &head) }
        if let markdown = about.markdown, let path = about.path {
            link(
                "alternate", type: "text/markdown", title: nil, PercentEncoding.shortestPath(from: path, to: markdown), &head)
        }
        guard let web = settings.web, let path = about.path else { return }
        let address = web.base.address(of: path)
        link("canonical", type: nil, title: nil, address, &head)
        if about.hasFeeds {
            for feed in [SiteWideFile.atom, .jsonFeed] where settings.files.contains(feed) {
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

    private func meta(_ kind: String, _ name: String, _ content: String, _ head: inout HTMLMarkup) {
        head.open("meta", ["name": kind == "name" ? name : nil, "property": kind == "property" ? name : nil, "content": content])
        head.newline()
    }

    private func link(_ relation: String, type: String?, title: String?, _ address: String, _ head: inout HTMLMarkup) {
        head.open("link", ["rel": relation, "type": type, "title": title, "href": address])
        head.newline()
    }
}

// The parts of the theme on every page.
extension PageShell {
    /// Writes the icon and the rules of the theme into the head of a page.
    func theme(_ head: inout HTMLMarkup) {
        head.open("link", ["rel": "icon", "href": settings.theme.icon])
        head.newline()
        if !settings.theme.style.isEmpty {
            head.raw(settings.theme.style, in: "style")
            head.newline()
        }
    }

    /// Writes the logo and the header of the theme, above the content of a page.
    ///
    /// - Parameter path: The path components of the page; nil for a page that is shown at any URL.
    func header(at path: [String]?, _ page: inout HTMLMarkup) {
        let theme = settings.theme
        guard theme.logo != nil || theme.header != nil else { return }
        page.element("div", ["class": "site-header"]) { header in
            if let logo = theme.logo {
                header.element("a", ["class": "logo", "href": home(from: path)]) {
                    $0.open("img", ["src": logo, "alt": publisher])
                }
            }
            if let section = theme.header { header.document(section.document(linkedFrom: start(from: path))) }
        }
        page.newline()
    }

    /// Writes the footer of the theme, below the content of a page.
    func footer(at path: [String]?, _ page: inout HTMLMarkup) {
        guard let section = settings.theme.footer else { return }
        page.element("footer", ["class": "site-footer"]) { $0.document(section.document(linkedFrom: start(from: path))) }
        page.newline()
    }

    /// The URL of the index.
    private func home(from path: [String]?) -> String {
        guard let path else { return settings.web?.base.address(of: settings.index) ?? "" }
        return PercentEncoding.relativePath(from: path, to: settings.index)
    }

    /// The URL of the sink's folder, with a slash at its end; empty for a page in the folder itself.
    private func start(from path: [String]?) -> String {
        guard let path else { return settings.web?.base.address ?? "" }
        return String(repeating: "../", count: path.count - 1)
    }
}
