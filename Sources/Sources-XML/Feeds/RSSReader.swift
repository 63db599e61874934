internal import XMLParsing

/// Reads feeds in RSS: versions 0.9x and 2.0, and version 1.0, which is RDF.
///
/// - SeeAlso: [RSS 2.0](https://www.rssboard.org/rss-specification), [RSS 1.0](https://web.resource.org/rss/1.0/spec),
///   [RSS Best Practices Profile](https://www.rssboard.org/rss-profile)
enum RSSReader {
    /// Reads what a feed says about itself.
    ///
    /// - Parameters:
    ///   - root: The root element without its content.
    ///   - channel: The channel without its items; nil for a feed that has none.
    ///   - documentBase: The base of the document.
    static func feed(_ root: XMLElement, channel: XMLElement?, base documentBase: FeedBase) -> FeedDocument {
        var feed = FeedDocument()
        let channel = channel ?? XMLElement(name: XMLName(local: "channel"))
        var base = documentBase
        // A file has no URL. Its link "self" has the URL of the feed; the link of the site is the next best base.
        if !base.isKnown { base = base.moved(to: AtomReader.link("self", of: channel)?.value("href") ?? link(of: channel)) }
        base = base.inside(root).inside(channel)
        feed.title = FeedTextConverter.plain(channel.text(.rss, "title"))
        feed.url = base.resolved(link(of: channel))
        feed.description = FeedTextConverter.plain(channel.text(.rss, "description") ?? channel.text(.podcast, "summary"))
        feed.language = channel.text(.rss, "language") ?? channel.text(.dublinCore, "language") ?? root.value("xml:lang")
        feed.continuation = AtomReader.continuation(of: channel, base: base)
        feed.base = base
        return feed
    }

    /// The URL of the page of a channel or an item.
    private static func link(of element: XMLElement) -> String? {
        element.text(.rss, "link") ?? AtomReader.link("alternate", of: element)?.value("href")
    }

    /// Reads an item.
    static func item(_ element: XMLElement, of feed: FeedDocument) -> FeedItem {
        let base = feed.base.inside(element)
        var item = FeedItem()
        item.title = FeedTextConverter.plain(element.text(.rss, "title"))
        let guid = element.first(.rss, "guid")
        let identifier = guid?.text.meaningful
        let isPermanent = guid?.value("isPermaLink")?.lowercased() != "false"
        let permanent = isPermanent ? identifier.flatMap { isAddress($0) ? $0 : nil } : nil
        item.url = base.resolved(link(of: element) ?? permanent)
        item.id = identifier ?? element.text(.atom, "id") ?? element.value("rdf:about") ?? item.url
        item.published = item.date(element.text(.rss, "pubDate") ?? element.text(.atom, "published"), of: "published")
        item.updated = item.date(element.text(.atom, "updated"), of: "updated")
        for person in AtomReader.persons(element, base: base) { item.add(person) }
        for author in element.all(.rss, "author") { item.add(FeedPerson(written: author.text)) }
        // Many feeds have an email address in author, and the name in dc:creator.
        if item.authors.count == 1, item.authors[0].name == nil, let creator = element.text(.dublinCore, "creator"),
            let person = FeedPerson(written: creator), person.email == nil
        {
            item.authors[0].name = person.name
        }
        for category in element.all(.rss, "category") { item.add(tag: category.text) }
        item.language = element.text(.dublinCore, "language") ?? element.value("xml:lang") ?? feed.language
        readTexts(of: element, into: &item, base: base)
        for enclosure in element.all(.rss, "enclosure") {
            guard let url = base.resolved(enclosure.value("url")) else { continue }
            item.add(FeedMedia(url: url, type: enclosure.value("type"), bytes: FeedTextConverter.bytes(enclosure.value("length"))))
        }
        FeedModules.read(element, into: &item, base: base)
        return item
    }

    /// Reads the content: `content:encoded`, otherwise a body in XHTML, otherwise the description. A description beside one of the others
    /// is the summary.
    private static func readTexts(of element: XMLElement, into item: inout FeedItem, base: FeedBase) {
        let description = element.first(.rss, "description").flatMap { description -> String? in
            FeedTextConverter.html(of: description).map { base.inside(description).resolved(html: $0) }
        }
        let encoded = element.first(.content, "encoded").flatMap { encoded -> String? in
            FeedTextConverter.html(of: encoded).map { base.inside(encoded).resolved(html: $0) }
        }
        let body = (element.first(.xhtml, "body") ?? element.first(.xhtml, "div")).flatMap { body -> String? in
            FeedTextConverter.html(ofXHTML: body.content).meaningful.map { base.inside(body).resolved(html: $0) }
        }
        item.content = encoded ?? body ?? description
        if encoded != nil || body != nil { item.summary = description }
    }

    private static func isAddress(_ text: String) -> Bool {
        let start = text.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }
}
