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

    /// Two values that differ: of long ones that begin alike, and of long strings, the part around the first difference.
    func texts(of one: JSONValue, and other: JSONValue) -> (String, String) {
        let whole = (text(of: one), text(of: other))
        if let a = one.string, let b = other.string {
            return parts(of: a, and: b) { JSONValue.string($0).compactText } ?? whole
        }
        return parts(of: one.compactText, and: other.compactText, ifAlike: true) { $0 } ?? whole
    }

    /// The parts of two texts around their first difference; nil if they are short.
    ///
    /// - Parameters:
    ///   - ifAlike: Whether texts that differ at once have no parts.
    ///   - form: Gives a part the form in which it is shown.
    private func parts(
        of a: String, and b: String, ifAlike: Bool = false, _ form: (String) -> String
    ) -> (String, String)? {
        let length = Self.context.before + Self.context.behind
        let start = max(0, zip(a, b).prefix { $0 == $1 }.count - Self.context.before)
        let isShort = max(a.count, b.count) <= length && max(form(a).printable.count, form(b).printable.count) <= maxLength
        guard !isShort, !ifAlike || start > 0 else { return nil }
        func part(_ text: String) -> String {
            let part = text.dropFirst(start).prefix(length)
            return (start > 0 ? "…" : "") + form(String(part)).printable + (start + part.count < text.count ? "…" : "")
        }
        return (part(a), part(b))
    }
}
