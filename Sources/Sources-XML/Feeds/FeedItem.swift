internal import JSONParsing
internal import Pipeline

/// A person that a feed names.
struct FeedPerson: Equatable, Sendable {
    var name: String?
    var email: String?
    var url: String?

    var isEmpty: Bool { name == nil && email == nil && url == nil }

    /// Reads a person in RSS: `lee@example.org (Lee Jones)`, `Lee Jones <lee@example.org>`, an address, or a name.
    ///
    /// - Returns: nil for a text without content.
    init?(written text: String) {
        guard let text = text.meaningful else { return nil }
        func parts(_ open: Character, _ close: Character) -> (outside: String, inside: String)? {
            guard text.last == close, let start = text.firstIndex(of: open) else { return nil }
            return (String(text[..<start]).trimmingSpaces, String(text[text.index(after: start)...].dropLast()).trimmingSpaces)
        }
        if let (email, name) = parts("(", ")"), Self.isAddress(email) {
            (self.email, self.name) = (email, name.meaningful)
        } else if let (name, email) = parts("<", ">"), Self.isAddress(email) {
            (self.email, self.name) = (email, name.meaningful)
        } else if Self.isAddress(text) {
            email = text
        } else {
            name = text
        }
    }

    init(name: String?, email: String?, url: String?) {
        self.name = name
        self.email = email
        self.url = url
    }

    private static func isAddress(_ text: String) -> Bool { text.contains("@") && !text.contains { $0.isWhitespace } }

    var json: JSONValue { ["name": .optional(name), "email": .optional(email), "url": .optional(url)] }
}

/// A file that belongs to an item: an episode, a film, an image.
struct FeedMedia: Equatable, Sendable {
    var url: String
    var type: String?
    var bytes: Int?
    var title: String?
    /// The length of a sound or film in seconds.
    var seconds: Int?

    var json: JSONValue {
        [
            "url": .optional(url), "type": .optional(type), "bytes": .optional(bytes), "title": .optional(title),
            "seconds": .optional(seconds),
        ]
    }
}

/// An item of a feed in any format, as a record shows it.
struct FeedItem: Equatable, Sendable {
    var id: String?
    var title: String?
    var url: String?
    var published: String?
    var updated: String?
    var authors: [FeedPerson] = []
    /// The content as HTML.
    var content: String?
    /// A summary beside the content, as HTML.
    var summary: String?
    var tags: [String] = []
    var language: String?
    var media: [FeedMedia] = []
    var image: String?
    /// Warnings of the record, about parts of the item that are left out or kept as they are.
    var remarks: [String] = []

    /// The record.
    ///
    /// - Parameter feed: The feed of the item.
    func json(in feed: JSONValue) -> JSONValue {
        [
            "id": .optional(id), "title": .optional(title), "url": .optional(url), "published": .optional(published),
            "updated": .optional(updated),
            "authors": .array(authors.map(\.json)), "content": .optional(content), "summary": .optional(summary),
            "tags": .array(tags.map { .string($0) }), "language": .optional(language), "image": .optional(image),
            "media": .array(media.map(\.json)), "feed": feed,
        ]
    }

    /// Adds a person, once.
    mutating func add(_ person: FeedPerson?) {
        guard let person, !person.isEmpty, !authors.contains(person) else { return }
        guard authors.count < Self.maxParts else { return note("more than \(Self.maxParts) authors: the others are left out") }
        authors.append(person)
    }

    /// Adds a tag, once.
    mutating func add(tag: String?) {
        guard let tag = tag?.meaningful, !tags.contains(tag) else { return }
        guard tags.count < Self.maxParts else { return note("more than \(Self.maxParts) tags: the others are left out") }
        tags.append(tag)
    }

    /// Adds a file. A second mention of an address adds what the first one lacks.
    mutating func add(_ file: FeedMedia) {
        guard let place = media.firstIndex(where: { $0.url == file.url }) else {
            if media.count < Self.maxParts { media.append(file) } else { note("more than \(Self.maxParts) files: the others are left out") }
            return
        }
        media[place].type = media[place].type ?? file.type
        media[place].bytes = media[place].bytes ?? file.bytes
        media[place].title = media[place].title ?? file.title
        media[place].seconds = media[place].seconds ?? file.seconds
    }

    /// Adds a warning, once.
    mutating func note(_ remark: String) {
        if !remarks.contains(remark) { remarks.append(remark) }
    }

    /// The largest number of persons, of tags and of files of an item.
    private static let maxParts = 1000
}

extension JSONValue {
    /// A string; null for none.
    static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// A number; null for none.
    static func optional(_ number: Int?) -> JSONValue { number.map { .number(JSONNumber($0)) } ?? .null }
}
