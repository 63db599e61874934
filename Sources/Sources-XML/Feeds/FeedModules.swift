internal import HTMLParsing
internal import XMLParsing

/// Reads the modules that feeds in RSS and Atom share: Dublin Core, Media RSS and podcasts.
///
/// - SeeAlso: [Media RSS](https://www.rssboard.org/media-rss), [Podcast RSS](https://help.apple.com/itc/podcasts_connect/#/itcb54353390),
///   [Dublin Core](https://www.dublincore.org/specifications/dublin-core/dces/)
enum FeedModules {
    /// Reads the modules of an item into the fields that its format has left empty.
    static func read(_ element: XMLElement, into item: inout FeedItem, base: FeedBase) {
        if item.published == nil {
            let date =
                element.text(.dublinCore, "date") ?? element.text(.dublinCoreTerms, "issued")
                ?? element.text(.dublinCoreTerms, "created")
            item.published = item.date(date, of: "published")
        }
        if item.updated == nil { item.updated = item.date(element.text(.dublinCoreTerms, "modified"), of: "updated") }
        if item.authors.isEmpty {
            let creators = element.all(.dublinCore, "creator") + element.all(.dublinCoreTerms, "creator")
            for creator in creators { item.add(FeedPerson(written: creator.text)) }
        }
        if item.authors.isEmpty { item.add(element.text(.podcast, "author").flatMap(FeedPerson.init(written:))) }
        for subject in element.all(.dublinCore, "subject") { item.add(tag: subject.text) }
        for keyword in element.text(.podcast, "keywords")?.split(separator: ",") ?? [] { item.add(tag: String(keyword)) }
        if item.language == nil { item.language = element.text(.dublinCore, "language") }
        if item.summary == nil {
            let summary = element.text(.podcast, "summary") ?? element.text(.podcast, "subtitle")
            item.summary = summary == item.content ? nil : summary.map { base.resolved(html: $0) }
        }
        if !item.media.isEmpty, item.media[0].seconds == nil {
            item.media[0].seconds = FeedTextConverter.seconds(element.text(.podcast, "duration"))
        }
        let groups = [element] + element.all(.media, "group")
        for group in groups { for content in group.all(.media, "content") { readMedia(content, into: &item, base: base) } }
        item.image = image(of: element, groups, item, base: base)
        if item.title == nil { item.title = groups.lazy.compactMap { $0.text(.media, "title") }.first }
        if item.content == nil {
            let description = groups.lazy.compactMap { $0.first(.media, "description") }.first { $0.text.meaningful != nil }
            let isHTML = description?.value("type")?.lowercased() == "html"
            item.content = description?.text.meaningful.map { isHTML ? base.resolved(html: $0) : HTMLDocument.escaped($0) }
        }
    }

    private static func readMedia(_ content: XMLElement, into item: inout FeedItem, base: FeedBase) {
        guard let url = base.resolved(content.value("url")) else { return }
        item.add(
            FeedMedia(
                url: url, type: content.value("type"), bytes: FeedTextConverter.bytes(content.value("fileSize")),
                title: content.text(.media, "title").flatMap(FeedTextConverter.plain),
                seconds: FeedTextConverter.seconds(content.value("duration"))))
    }

    /// The image of an item: that of the podcast, a thumbnail, or the first image among its files.
    private static func image(of element: XMLElement, _ groups: [XMLElement], _ item: FeedItem, base: FeedBase) -> String? {
        if let image = base.resolved(element.first(.podcast, "image")?.value("href")) { return image }
        let contents = groups.flatMap { $0.all(.media, "content") }
        for place in groups + contents {
            if let image = base.resolved(place.first(.media, "thumbnail")?.value("url")) { return image }
        }
        if let image = contents.first(where: { $0.value("medium") == "image" }), let url = base.resolved(image.value("url")) { return url }
        return item.media.first { $0.type?.lowercased().hasPrefix("image/") == true }?.url
    }
}
