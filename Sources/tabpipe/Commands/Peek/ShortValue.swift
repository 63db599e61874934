internal import JSONParsing
internal import Pipeline

/// Values on one line of a terminal, shortened.
enum ShortValue {
    /// The longest value that is shown whole, in characters.
    private static let maxLength = 72
    /// The number of equal characters that stay in front of a difference.
    private static let context = 12

    /// A value as compact JSON.
    static func text(of value: JSONValue) -> String { shortened(value.compactText) }

    /// Two values with what differs between them: of long texts that begin alike, the equal beginning is left out.
    static func texts(from old: JSONValue, to new: JSONValue) -> (old: String, new: String) {
        let (old, new) = (old.compactText, new.compactText)
        let equal = zip(old, new).prefix { $0 == $1 }.count
        guard max(old.count, new.count) > maxLength, equal > 2 * context else { return (shortened(old), shortened(new)) }
        let start = equal - context
        return ("…" + shortened(String(old.dropFirst(start))), "…" + shortened(String(new.dropFirst(start))))
    }

    private static func shortened(_ text: String) -> String {
        let text = text.printable
        return text.count > maxLength ? text.prefix(maxLength) + "…" : text
    }
}
