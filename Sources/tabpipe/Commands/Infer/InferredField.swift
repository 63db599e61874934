internal import JSONParsing
internal import MailParsing

/// What the items of an answer have in a field: at their top level, or one object deeper.
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

    /// Whether the text is HTML: by its markup, or because it is named as APIs name rendered HTML.
    var isHTML: Bool { isText && (name == "rendered" || name == "html" || texts.contains { ContentFormat.auto.markup(in: $0) != nil }) }

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
