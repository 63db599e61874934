internal import JSONParsing
internal import Pipeline

/// A case study in the JSON format of its API, validated.
struct CaseStudy {
    /// The values of the option `hero`.
    enum HeroRequirement: String, CaseIterable, Sendable { case required, optional }

    /// An element of a section's body.
    enum Element {
        case text(String)
        case image(address: String, alt: String, caption: String?)
        case list([String])
    }

    struct Section {
        let title: String?
        let subtitle: String?
        let elements: [Element]
    }

    let title: String
    /// The address of the image above the title; nil if there is none.
    let heroImage: String?
    private(set) var sections: [Section] = []
    /// The address of every image as the JSON has it, with its path there.
    private(set) var imageAddresses: [(path: String, address: String)] = []
    /// The keys of sections and elements that the article does not use, without indexes of lists: `.sections[].body_elements[].video_url`.
    private(set) var unreadKeys: [String] = []

    /// Validates the members of a study.
    ///
    /// - Parameters:
    ///   - object: The study.
    ///   - hero: Whether the study needs a hero image.
    /// - Throws: ``RecordError`` that names all missing members, or the first member of a wrong kind with its path.
    init(_ object: JSONObject, hero: HeroRequirement = .required) throws {
        let needed = ["title", "teaser", "hero_image", "sections"].filter { $0 != "hero_image" || hero == .required }
        let missing = needed.filter { object[$0]?.isNull ?? true }
        guard missing.isEmpty else {
            let remedy = missing == ["hero_image"] ? "; \"hero\": \"optional\" keeps it" : ""
            throw RecordError("a case study needs \(missing.map { ".\($0)" }.joined(separator: " and ")), which this one lacks\(remedy)")
        }
        title = try Self.text(object["title"], at: ".title")
        if title.allSatisfy(\.isWhitespace) { throw RecordError("the title is empty; a case study needs one", at: ".title") }
        _ = try Self.text(object["teaser"], at: ".teaser")
        if let address = try Self.optionalText(object["hero_image"], at: ".hero_image"),
            hero == .required || !address.trimmingSpaces.isEmpty
        {
            imageAddresses.append((".hero_image", address))
            heroImage = ImageAddress.repaired(address) ?? address
        } else {
            heroImage = nil
        }
        for (index, value) in try Self.list(object["sections"], at: ".sections").enumerated() {
            let path = ".sections[\(index)]"
            let section = try Self.object(value, at: path)
            noteUnread(section, read: ["title", "subtitle", "body_elements"], at: ".sections[]")
            let title = try Self.optionalText(section["title"], at: "\(path).title")
            let subtitle = try Self.optionalText(section["subtitle"], at: "\(path).subtitle")
            var elements: [Element] = []
            for (place, element) in try Self.list(section["body_elements"], at: "\(path).body_elements").enumerated() {
                if let read = try readElement(element, at: "\(path).body_elements[\(place)]") { elements.append(read) }
            }
            sections.append(Section(title: title, subtitle: subtitle, elements: elements))
        }
    }

    /// Reads an element of a section's body: a text, a list or an image. Returns nil for an object without image, caption and `alt`.
    private mutating func readElement(_ element: JSONValue, at path: String) throws -> Element? {
        switch element.kind {
        case .string: return .text(try Self.text(element, at: path))
        case .array: return .list(try Self.list(element, at: path).enumerated().map { try Self.text($1, at: "\(path)[\($0)]") })
        default:
            let object = try Self.object(element, at: path)
            noteUnread(object, read: ["image_url", "alt", "caption"], at: ".sections[].body_elements[]")
            let caption = try Self.optionalText(object["caption"], at: "\(path).caption")
            let alt = try Self.optionalText(object["alt"], at: "\(path).alt")
            guard let address = try Self.optionalText(object["image_url"], at: "\(path).image_url") else {
                return (caption ?? alt).map { .text($0) }
            }
            imageAddresses.append(("\(path).image_url", address))
            return .image(address: ImageAddress.repaired(address) ?? address, alt: alt ?? "", caption: caption)
        }
    }

    private mutating func noteUnread(_ object: JSONObject, read: Set<String>, at path: String) {
        for member in object where !read.contains(member.key) && !member.value.isNull {
            unreadKeys.append(path + FieldPath.text(of: [.key(member.key)]))
        }
    }

    private static func optionalText(_ value: JSONValue?, at path: String) throws -> String? {
        guard let value, !value.isNull else { return nil }
        return try text(value, at: path)
    }

    private static func text(_ value: JSONValue?, at path: String) throws -> String {
        guard let value else { throw RecordError("missing; a string was expected", at: path) }
        guard case .string(let string) = try value.decoded(at: path) else {
            throw RecordError("expected a string, found \(value.kind.phrase)", at: path)
        }
        return string
    }

    private static func list(_ value: JSONValue?, at path: String) throws -> [JSONValue] {
        guard let value else { throw RecordError("missing; an array was expected", at: path) }
        guard case .array(let array) = try value.decoded(at: path) else {
            throw RecordError("expected an array, found \(value.kind.phrase)", at: path)
        }
        return array
    }

    private static func object(_ value: JSONValue, at path: String) throws -> JSONObject {
        guard case .object(let object) = try value.decoded(at: path) else {
            throw RecordError("expected an object, found \(value.kind.phrase)", at: path)
        }
        return object
    }
}

/// Checks and repairs the address of an image without fetching it.
enum ImageAddress {
    /// Returns an address without the schemes before the last one, as in `https://https://example.org/a.png`; nil if it has one scheme.
    static func repaired(_ address: String) -> String? {
        var start = address[...]
        var rest = start
        var count = 0
        while let scheme = ["http://", "https://"].first(where: { rest.prefix($0.count).lowercased() == $0 }) {
            start = rest
            rest = rest.dropFirst(scheme.count)
            count += 1
        }
        return count > 1 ? String(start) : nil
    }

    /// Describes the fault of an address; nil if there is none. A fault is only a warning: the case study is kept.
    static func fault(in address: String) -> String? {
        let lower = address.lowercased()
        if lower.hasPrefix("http://") || lower.hasPrefix("https://") {
            let rest = lower.drop { $0 != "/" }.dropFirst(2)
            let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            if host.isEmpty { return "the image address has no host" }
        }
        if address.trimmingSpaces.isEmpty { return "the image address is empty" }
        return address.utf8.contains { $0 <= 0x20 } ? "the image address holds white space" : nil
    }
}
