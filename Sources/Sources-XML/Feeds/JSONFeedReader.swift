internal import JSONParsing
internal import Pipeline

/// Reads feeds in JSON Feed.
///
/// - SeeAlso: [JSON Feed 1.1](https://www.jsonfeed.org/version/1.1/)
enum JSONFeedReader {
    /// Reads a feed.
    ///
    /// - Throws: ``FeedError`` for another document; ``JSONError`` for a value that cannot be decoded.
    static func read(_ value: JSONValue, base documentBase: FeedBase) throws -> FeedDocument {
        guard try value.text("version")?.contains("jsonfeed.org/version/") == true, let items = try value.member("items")?.array else {
            throw FeedError(
                message: "expected a feed, found JSON without the version of JSON Feed or without a list items; the source json reads JSON")
        }
        var base = documentBase
        if !base.isKnown { base = base.moved(to: try value.text("feed_url") ?? value.text("home_page_url")) }
        var feed = FeedDocument()
        feed.title = try value.text("title")
        feed.url = base.resolved(try value.text("home_page_url"))
        feed.description = try value.text("description")
        feed.language = try value.text("language")
        feed.continuation = base.resolved(try value.text("next_url")).map { .next($0) }
        let authors = try persons(of: value, base: base)
        feed.items = try items.map { try item($0, authors: authors, language: feed.language, base: base) }
        return feed
    }

    private static func item(_ value: JSONValue, authors: [FeedPerson], language: String?, base: FeedBase) throws -> FeedItem {
        guard value.kind == .object else {
            throw FeedError(message: "expected each item to be an object, found \(value.kind.phrase)")
        }
        var item = FeedItem()
        try noteWrongKinds(of: value, in: &item)
        item.title = try value.text("title")
        item.url = base.resolved(try value.text("url") ?? value.text("external_url"))
        // Version 1 lets readers take a number for an identifier.
        item.id = try value.text("id") ?? value.member("id")?.number.map { $0.text } ?? item.url
        item.published = item.date(try value.text("date_published"), of: "published")
        item.updated = item.date(try value.text("date_modified"), of: "updated")
        for person in try persons(of: value, base: base) { item.add(person) }
        if item.authors.isEmpty { authors.forEach { item.add($0) } }
        item.content = try value.text("content_html").map { base.resolved(html: $0) } ?? value.text("content_text").map(FeedText.paragraphs)
        item.summary = try value.text("summary").map(FeedText.paragraphs)
        item.language = try value.text("language") ?? language
        for tag in try value.member("tags")?.array ?? [] { item.add(tag: tag.string) }
        for attachment in try value.member("attachments")?.array ?? [] where attachment.kind == .object {
            guard let url = base.resolved(try attachment.text("url")) else { continue }
            item.add(
                FeedMedia(
                    url: url, type: try attachment.text("mime_type"), bytes: try attachment.integer("size_in_bytes"),
                    title: try attachment.text("title"), seconds: try attachment.integer("duration_in_seconds")))
        }
        item.image = base.resolved(try value.text("image") ?? value.text("banner_image"))
        return item
    }

    /// The members of an item that are strings, and those that are lists.
    private static let texts = [
        "title", "url", "external_url", "date_published", "date_modified", "content_html", "content_text", "summary", "language", "image",
        "banner_image",
    ]
    private static let lists = ["tags", "attachments", "authors"]

    /// Notes the members whose values are of a wrong kind. They count as missing.
    private static func noteWrongKinds(of value: JSONValue, in item: inout FeedItem) throws {
        for (names, kind, phrase) in [(texts, JSONKind.string, "a string"), (lists, .array, "an array")] {
            for name in names {
                guard let found = try value.member(name)?.kind, found != kind, found != .null else { continue }
                item.note("\(name): expected \(phrase), found \(found.phrase); it is left out")
            }
        }
    }

    private static func persons(of value: JSONValue, base: FeedBase) throws -> [FeedPerson] {
        let listed = try value.member("authors")?.array ?? []
        let all = listed.isEmpty ? [try value.member("author")].compactMap { $0 } : listed
        return try all.filter { $0.kind == .object }.map { author in
            FeedPerson(name: try author.text("name"), email: nil, url: base.resolved(try author.text("url")))
        }.filter { !$0.isEmpty }
    }
}

extension JSONValue {
    /// The text of a member that is a string with content; nil for any other.
    fileprivate func text(_ key: String) throws -> String? { try member(key)?.string?.meaningful }

    /// A member that is a number, as a whole one; nil for any other.
    fileprivate func integer(_ key: String) throws -> Int? {
        guard let number = try member(key)?.number?.double, number >= 0, number < 1e15 else { return nil }
        return Int(number.rounded())
    }
}
