internal import JSONParsing
internal import Pipeline

/// Values on one line of a terminal, shortened.
struct ShortValue {
    /// For lines with one value of many.
    static let field = ShortValue(maxLength: 72)
    /// For lines that are about one record.
    static let record = ShortValue(maxLength: 300)

    /// The longest value that is shown whole, in characters.
    let maxLength: Int
    /// The numbers of characters of a long text that are shown before and behind its first difference from another text.
    private static let context = (before: 20, behind: 60)

    /// A value as compact JSON.
    func text(of value: JSONValue) -> String {
        let text = value.compactText.printable
        return text.count > maxLength ? text.prefix(maxLength) + "…" : text
    }

    /// Two values that differ: of long strings, the part around the first difference.
    func texts(of one: JSONValue, and other: JSONValue) -> (String, String) {
        guard let a = one.string, let b = other.string, max(a.count, b.count) > Self.context.before + Self.context.behind else {
            return (text(of: one), text(of: other))
        }
        let start = max(0, zip(a, b).prefix { $0 == $1 }.count - Self.context.before)
        return (Self.part(of: a, from: start), Self.part(of: b, from: start))
    }

    private static func part(of text: String, from start: Int) -> String {
        let part = text.dropFirst(start).prefix(context.before + context.behind)
        let quoted = JSONValue.string(String(part)).compactText.printable
        return (start > 0 ? "…" : "") + quoted + (start + part.count < text.count ? "…" : "")
    }
}
