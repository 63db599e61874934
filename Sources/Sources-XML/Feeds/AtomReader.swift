internal import Pipeline
internal import XMLParsing

/// Reads feeds in Atom.
///
/// - SeeAlso: [RFC 4287](https://www.rfc-editor.org/rfc/rfc4287)
enum AtomReader {
    /// Reads what a feed says about itself.
    ///
    /// - Parameters:
    ///   - root: The root element without its entries.
    ///   - documentBase: The base of the document.
    static func feed(_ root: XMLElement, base documentBase: FeedBase) -> FeedDocument {
        var base = documentBase
        // A file has no URL. Its link "self" has the URL of the feed.
        if !base.isKnown { base = base.moved(to: link("self", of: root)?.value("href")) }
        base = base.inside(root)
        var feed = FeedDocument()
        feed.title = text(root.first(.atom, "title"))
        feed.description = text(root.first(.atom, "subtitle") ?? root.first(.atom, "tagline"))
        feed.language = root.value("xml:lang")
        feed.url = base.resolved(link("alternate", of: root)?.value("href"))
        feed.continuation = continuation(of: root, base: base)
        feed.authors = persons(root, base: base)
        feed.base = base
        return feed
    }

    /// The link of an element to a further document of the feed. RSS uses the link element of Atom, too.
    static func continuation(of element: XMLElement, base: FeedBase) -> FeedDocument.Continuation? {
        if let next = base.resolved(link("next", of: element)?.value("href")) { return .next(next) }
        return base.resolved(link("prev-archive", of: element)?.value("href")).map { .archive($0) }
    }

    /// The first link with a relation. Among alternates, one to HTML comes first; among others, one that is not to HTML.
    static func link(_ relation: String, of element: XMLElement) -> XMLElement? {
        let links = element.all(.atom, "link").filter {
            ($0.value("rel") ?? "alternate").lowercased() == relation && $0.value("href") != nil
        }
        // The other relations lead to feeds, which may have a twin in HTML.
        let wantsPage = relation == "alternate"
        return links.first { ($0.value("type") ?? (wantsPage ? "text/html" : "")).lowercased().hasPrefix("text/html") == wantsPage }
            ?? links.first
    }

    /// Reads an entry.
    static func item(_ entry: XMLElement, of feed: FeedDocument) -> FeedItem {
        let base = feed.base.inside(entry)
        var item = FeedItem()
        item.title = text(entry.first(.atom, "title"))
        item.url = base.resolved(link("alternate", of: entry)?.value("href"))
        item.id = entry.text(.atom, "id") ?? item.url
        item.published = item.date(entry.text(.atom, "published") ?? entry.text(.atom, "issued"), of: "published")
        item.updated = item.date(entry.text(.atom, "updated") ?? entry.text(.atom, "modified"), of: "updated")
        item.language = entry.value("xml:lang") ?? feed.language
        for person in persons(entry, base: base) { item.add(person) }
        if item.authors.isEmpty, let source = entry.first(.atom, "source") { persons(source, base: base).forEach { item.add($0) } }
        if item.authors.isEmpty { feed.authors.forEach { item.add($0) } }
        for category in entry.all(.atom, "category") { item.add(tag: category.value("label") ?? category.value("term")) }
        item.summary = html(entry.first(.atom, "summary"), base: base, of: "summary", &item)
        if let content = entry.first(.atom, "content") {
            if let source = base.inside(content).resolved(content.value("src")) {
                item.add(FeedMedia(url: source, type: content.value("type")))
                if item.url == nil { item.url = source }
            } else {
                item.content = html(content, base: base, of: "content", &item)
            }
        }
        for link in entry.all(.atom, "link") where link.value("rel")?.lowercased() == "enclosure" {
            guard let url = base.inside(link).resolved(link.value("href")) else { continue }
            item.add(
                FeedMedia(
                    url: url, type: link.value("type"), bytes: FeedTextConverter.bytes(link.value("length")), title: link.value("title")))
        }
        FeedModules.read(entry, into: &item, base: base)
        return item
    }

    /// The authors of a feed, an entry or a source.
    static func persons(_ element: XMLElement, base: FeedBase) -> [FeedPerson] {
        element.all(.atom, "author").map { author in
            let url = author.text(.atom, "uri") ?? author.text(.atom, "url")
            return FeedPerson(
                name: author.text(.atom, "name"), email: author.text(.atom, "email"), url: base.inside(author).resolved(url))
        }.filter { !$0.isEmpty }
    }

    /// A text construct as plain text.
    ///
    /// - SeeAlso: [RFC 4287, section 3.1](https://www.rfc-editor.org/rfc/rfc4287#section-3.1)
    static func text(_ construct: XMLElement?) -> String? {
        guard let construct else { return nil }
        return switch type(of: construct) {
        case "html", "text/html": FeedTextConverter.plain(construct.text)
        default: FeedTextConverter.oneLine(construct.text)
        }
    }

    /// A text construct or content as HTML.
    ///
    /// - SeeAlso: [RFC 4287, section 4.1.3.3, Processing Model](https://www.rfc-editor.org/rfc/rfc4287#section-4.1.3.3)
    private static func html(_ construct: XMLElement?, base: FeedBase, of field: String, _ item: inout FeedItem) -> String? {
        guard let construct else { return nil }
        let base = base.inside(construct)
        let type = type(of: construct)
        switch type {
        case "xhtml", "application/xhtml+xml":
            return FeedTextConverter.html(ofXHTML: construct.first(.xhtml, "div")?.content ?? construct.content).meaningful
                .map { base.resolved(html: $0) }
        case "html", "text/html": return FeedTextConverter.html(of: construct).map { base.resolved(html: $0) }
        case "text", "": return construct.text.meaningful.map(FeedTextConverter.paragraphs)
        case _ where type.hasPrefix("text/"): return construct.text.meaningful.map(FeedTextConverter.paragraphs)
        default:
            if !construct.content.isEmpty { item.note("\(field): content of the type \(type.prefix(100).printable) is left out") }
            return nil
        }
    }

    /// The type of a text; Atom 0.3 wrote media types.
    private static func type(of construct: XMLElement) -> String {
        let type = (construct.value("type") ?? "text").lowercased()
        return type.prefix { $0 != ";" }.trimmingSpaces
    }
}
