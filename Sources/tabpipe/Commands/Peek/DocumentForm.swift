internal import HTMLParsing
internal import HTMLWriting
internal import JSONParsing
internal import MailParsing
internal import Pipeline

/// The form of HTML in a record that is shown.
enum DocumentForm: String, CaseIterable {
    case html, text, markdown

    /// The depth down to which strings are converted. Deeper ones stay as they are.
    private static let maxDepth = 32

    /// The content of a record.
    ///
    /// - Parameter convertsStrings: Whether the forms `text` and `markdown` also convert strings that are HTML, and not only documents that
    ///   stages have made.
    func value(of record: Record, convertsStrings: Bool = true) -> JSONValue {
        if self == .html { return record.value }
        let value = record.value(showing: text(of:))
        return convertsStrings ? converted(value) : value
    }

    private func text(of document: HTMLDocument) -> String {
        let text =
            switch self {
            case .html: document.serialized()
            case .text: TextWriter().string(of: document)
            case .markdown: MarkdownWriter().string(of: document)
            }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// Converts the strings in a value that are HTML.
    private func converted(_ value: JSONValue, depth: Int = 0) -> JSONValue {
        if depth == Self.maxDepth { return value }
        switch try? value.decoded() {
        case .string(let string)?:
            return ContentFormat.auto.markup(in: string).map { .string(text(of: $0.document())) } ?? value
        case .array(let elements)?: return .array(elements.map { converted($0, depth: depth + 1) })
        case .object(let object)?: return .object(JSONObject(object.map { ($0.key, converted($0.value, depth: depth + 1)) }))
        default: return value
        }
    }
}
