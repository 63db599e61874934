internal import JSONParsing

/// The values in the messages of a check.
enum SchemaWords {
    /// The limit of values or schemas in one message.
    static let maxListed = 5
    /// The limit of a value in a message, in characters.
    private static let maxLength = 60

    /// A value of the schema.
    static func text(of value: JSONValue) -> String { shortened(value.compactText) }

    /// Values of the schema, such as `one of "a", "b"`.
    static func list(_ values: [JSONValue]) -> String {
        guard values.count != 1 else { return text(of: values[0]) }
        return "one of " + values.prefix(maxListed).map(text).joined(separator: ", ") + (values.count > maxListed ? ", …" : "")
    }

    /// A value that was found.
    ///
    /// - Parameter isSecret: Whether only the kind of a text or number may be shown.
    static func found(_ value: JSONValue, isSecret: Bool) -> String {
        switch value.kind {
        case .object: "an object"
        case .array: "an array"
        case .string where isSecret: "a string"
        case .number where isSecret: "a number"
        default: text(of: value)
        }
    }

    private static func shortened(_ text: String) -> String {
        text.count > maxLength ? String(text.prefix(maxLength - 1)) + "…" : text
    }
}
