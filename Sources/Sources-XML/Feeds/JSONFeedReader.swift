internal import JSONParsing
internal import Pipeline

/// Reads feeds in JSON Feed.
///
/// - SeeAlso: [JSON Feed 1.1](https://www.jsonfeed.org/version/1.1/)
enum JSONFeedReader {
    /// Reads a feed.
    ///
    /// - Throws: ``FeedError`` for another document; ``JSONError`` for a value that cannot be decoded.
    static func read(_ value: JSONValue, base documentBase: FeedBase) throws -> (feed: FeedDocument, items: [FeedItem]) {
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
        try noteWrongKinds(of: value, feedMembers) { feed.note($0) }
        feed.authors = try persons(of: value, base: base) { feed.note($0) }
        feed.base = base
        let objects = items.filter { $0.kind == .object }
        feed.leftOut = items.count - objects.count
        return (feed, try objects.map { try item($0, of: feed) })
    }

    private static func item(_ value: JSONValue, of feed: FeedDocument) throws -> FeedItem {
        var item = FeedItem()
        let base = feed.base
        try noteWrongKinds(of: value, itemMembers) { item.note($0) }
        item.title = try value.text("title")
        item.url = base.resolved(try value.text("url") ?? value.text("external_url"))
        // Version 1 lets readers take a number for an identifier.
        item.id = try value.text("id") ?? value.member("id")?.number.map { $0.text } ?? item.url
        item.published = item.date(try value.text("date_published"), of: "published")
        item.updated = item.date(try value.text("date_modified"), of: "updated")
        for person in try persons(of: value, base: base, { item.note($0) }) { item.add(person) }
        if item.authors.isEmpty { feed.authors.forEach { item.add($0) } }
        item.content =
            try value.text("content_html").map { base.resolved(html: $0) } ?? value.text("content_text").map(FeedTextConverter.paragraphs)
        item.summary = try value.text("summary").map(FeedTextConverter.paragraphs)
        item.language = try value.text("language") ?? feed.language
        for tag in try elements(of: value, "tags", .string, { item.note($0) }) { item.add(tag: tag.string) }
        for attachment in try elements(of: value, "attachments", .object, { item.note($0) }) {
            try noteWrongKinds(of: attachment, attachmentMembers, at: "attachments[].") { item.note($0) }
            guard let url = base.resolved(try attachment.text("url")) else {
                item.note("attachments[].url: expected a string, found none; the attachment is left out")
                continue
            }
            item.add(
                FeedMedia(
                    url: url, type: try attachment.text("mime_type"), bytes: try attachment.integer("size_in_bytes"),
                    title: try attachment.text("title"), seconds: try attachment.integer("duration_in_seconds")))
        }
        item.image = base.resolved(try value.text("image") ?? value.text("banner_image"))
        return item
    }

    // MARK: Members of a wrong kind

    /// The members of a feed, and the kind that their values must have. The lists below are those of an item, an attachment and a person.
    private static let feedMembers: [(name: String, kind: JSONKind)] = [
        ("title", .string), ("home_page_url", .string), ("feed_url", .string), ("description", .string), ("language", .string),
        ("next_url", .string), ("authors", .array), ("author", .object),
    ]
    private static let itemMembers: [(name: String, kind: JSONKind)] = [
        ("title", .string), ("url", .string), ("external_url", .string), ("date_published", .string), ("date_modified", .string),
        ("content_html", .string), ("content_text", .string), ("summary", .string), ("language", .string), ("image", .string),
        ("banner_image", .string), ("tags", .array), ("attachments", .array), ("authors", .array), ("author", .object),
    ]
    private static let attachmentMembers: [(name: String, kind: JSONKind)] = [
        ("url", .string), ("mime_type", .string), ("title", .string), ("size_in_bytes", .number), ("duration_in_seconds", .number),
    ]
    private static let personMembers: [(name: String, kind: JSONKind)] = [("name", .string), ("url", .string)]

    /// Notes the members whose values are of a wrong kind. They count as missing.
    private static func noteWrongKinds(
        of value: JSONValue, _ members: [(name: String, kind: JSONKind)], at place: String = "", _ note: (String) -> Void
    ) throws {
        for (name, kind) in members {
            guard let found = try value.member(name)?.kind, found != kind, found != .null else { continue }
            note("\(place)\(name): expected \(kind.phrase), found \(found.phrase); it is left out")
        }
    }

    /// The elements of a list that are of a kind. Others are left out, with a note.
    private static func elements(
        of value: JSONValue, _ name: String, _ kind: JSONKind, _ note: (String) -> Void
    ) throws -> [JSONValue] {
        try (value.member(name)?.array ?? []).filter { element in
            if element.kind != kind, element.kind != .null {
                note("\(name)[]: expected \(kind.phrase), found \(element.kind.phrase); it is left out")
            }
            return element.kind == kind
        }
    }

    private static func persons(of value: JSONValue, base: FeedBase, _ note: (String) -> Void) throws -> [FeedPerson] {
        let listed = try elements(of: value, "authors", .object, note)
        let place = listed.isEmpty ? "author." : "authors[]."
        // Version 1 has one author.
        let all = listed.isEmpty ? try [value.member("author")].compactMap { $0 }.filter { $0.kind == .object } : listed
        return try all.map { author in
            try noteWrongKinds(of: author, personMembers, at: place, note)
            return FeedPerson(name: try author.text("name"), email: nil, url: base.resolved(try author.text("url")))
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
