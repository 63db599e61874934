internal import HTTPReading
internal import JSONParsing
internal import MailParsing

/// The roles of fields in the items of a response, such as ID, title and text. They are found by names that many APIs use.
struct FieldRoles {
    private static let ids = ["id", "_id", "uuid", "guid", "key", "number", "slug", "url", "link"]
    private static let titles = ["title", "name", "subject", "heading", "headline", "label", "full_name"]
    private static let bodies = [
        "body", "content", "html", "body_html", "content_html", "text", "markdown", "description", "summary", "message",
    ]
    private static let details = [
        "id", "number", "slug", "url", "html_url", "link", "date", "created_at", "updated_at", "published_at", "state", "status", "author",
        "tags", "language",
    ]
    /// Objects that hold the fields of an item: those of JSON:API, Airtable and GeoJSON.
    private static let containers = ["attributes", "fields", "properties"]
    /// The largest number of fields that the description names.
    private static let maxNamed = 40

    let fields: [InferredField]

    /// The field with a different text or number in each item; nil if there is none.
    var id: InferredField? { first(Self.ids) { $0.isUnique } }
    /// The field `slug`, if its text differs in each item.
    var slug: InferredField? { first(["slug"]) { $0.isUnique && $0.isText } }
    /// The title that all items have.
    var title: InferredField? { first(Self.titles) { $0.isText && !$0.isOptional } }
    /// The field with the text of an item. Some items may lack it.
    var body: InferredField? { first(Self.bodies) { $0.isText && $0.path != title?.path } }

    /// The further fields for front matter. All items have them.
    var details: [InferredField] {
        Self.details.compactMap { name in
            let field = first([name]) { $0.isInAll && $0.values.first?.kind != .object && $0.keys.last != "rendered" }
            return field?.path == title?.path ? nil : field
        }
    }

    /// Whether an item has a field of the top level with a name.
    func has(_ name: String) -> Bool { fields.contains { $0.path == ".\(name)" } }

    /// The fields of the top level in words.
    var description: String {
        let top = fields.filter { !$0.path.dropFirst().contains(".") }
        let named = top.prefix(Self.maxNamed).map { "\($0.name) (\($0.kinds)\($0.isInAll ? "" : ", not in all"))" }.joined(separator: ", ")
        return named + (top.count > Self.maxNamed ? " and \(top.count - Self.maxNamed) more" : "")
    }

    /// Returns the first field with one of the names that meets a condition. It is a field of the top level, the member `rendered` of one,
    /// or a member of one of the ``containers``. For each name, the exact spelling comes before spellings with other case or separators.
    private func first(_ names: [String], where isFit: (InferredField) -> Bool) -> InferredField? {
        for name in names {
            let plain = name.plainName
            for isAsWritten in [true, false] {
                func isNamed(_ key: String) -> Bool { isAsWritten ? key == name : key.plainName == plain }
                let field = fields.first { field in
                    switch field.keys.count {
                    case 1: isNamed(field.keys[0]) && isFit(field)
                    case 2 where field.keys[1] == "rendered": isNamed(field.keys[0]) && isFit(field)
                    case 2: Self.containers.contains(field.keys[0].lowercased()) && isNamed(field.keys[1]) && isFit(field)
                    default: false
                    }
                }
                if let field { return field }
            }
        }
        return nil
    }
}

/// A field of the items of a response, with its values: at the top level of an item, or one object deeper.
struct InferredField {
    /// The path as jq writes it, such as `.title.rendered`.
    let path: String
    /// The keys of the path.
    let keys: [String]
    /// The key at the end of the path.
    var name: String { keys.last ?? "" }
    /// The values of the items that have the field, in order.
    let values: [JSONValue]
    /// Whether all items have the field.
    let isInAll: Bool

    /// Whether all values are strings or numbers, each in one item only.
    var isUnique: Bool {
        let texts = values.compactMap { [.string, .number].contains($0.kind) ? $0.compactText : nil }
        return isInAll && texts.count == values.count && Set(texts).count == texts.count
    }

    /// Whether the values are strings. Some may be null.
    var isText: Bool { values.contains { $0.kind == .string } && values.allSatisfy { $0.kind == .string || $0.isNull } }

    /// Whether some items lack the field, or have null in it.
    var isOptional: Bool { !isInAll || values.contains(where: \.isNull) }

    /// Whether the text is HTML: by its markup, or by a field name that APIs use for rendered HTML.
    var isHTML: Bool {
        isText && (name == "rendered" || name == "html" || texts.contains { ContentFormat.auto.markup(in: $0)?.isMarkdown == false })
    }

    /// Whether a text is most likely Markdown.
    var isMarkdown: Bool {
        texts.contains { text in
            text.contains("](") || text.contains("```") || text.contains("**") || text.hasPrefix("#") || text.contains("\n#")
                || text.contains("\n- ") || text.contains("\n* ")
        }
    }

    private var texts: [String] { values.compactMap(\.string) }

    /// The kinds of the values, such as `string` or `null or string`.
    var kinds: String { Set(values.map(\.kind.rawValue)).sorted().joined(separator: " or ") }

    /// The fields of items, in the order of the first item that has each: those of the top level, and those of objects there.
    static func list(of items: [JSONValue]) -> [InferredField] {
        var order: [[String]] = []
        var found: [[String]: [JSONValue]] = [:]
        func note(_ path: [String], _ value: JSONValue) {
            if found[path] == nil { order.append(path) }
            found[path, default: []].append(value)
        }
        for item in items {
            for member in item.object ?? [:] {
                note([member.key], member.value)
                for inner in member.value.object ?? [:] { note([member.key, inner.key], inner.value) }
            }
        }
        return order.map { path in
            let values = found[path] ?? []
            return InferredField(
                path: JSONPathStep.text(ofKeys: path), keys: path, values: values,
                isInAll: values.count == items.count)
        }
    }
}
