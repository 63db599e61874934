public import JSONParsing

/// The value of an option that is the path of a field, or a jq program for a value that no path leads to.
///
/// A path is the better one where it is enough: a document in the field stays parsed.
public enum FieldOrQuery: Sendable {
    /// The path of a field.
    case field(FieldPath)
    /// A jq program.
    case query(RecordQuery)

    /// Returns the value for a record: that at the path, or the first output of the program; nil without one.
    ///
    /// - Throws: As ``Record/get(_:)-(FieldPath)`` does; the error of the program.
    public func value(for record: Record) throws -> JSONValue? {
        switch self {
        case .field(let path): try record.get(path)
        case .query(let query): try query.first(record)
        }
    }

    /// Characters that tell a program from a bare name.
    private static let programBytes = Set("$|?(){},;=<>\"\n".utf8)

    /// Whether a text names a field: it is a path with its dot, or a bare name.
    fileprivate static func isField(_ text: String) -> Bool {
        guard let path = try? FieldPath(text), !path.isOfElements else { return false }
        if text.utf8.first == UInt8(ascii: ".") { return true }
        // A name with a blank has no dot: `if .a then .b else .c end` is a program.
        let hasBlank = text.utf8.contains(UInt8(ascii: " ")) && text.utf8.contains(UInt8(ascii: "."))
        return !hasBlank && !text.utf8.contains(where: programBytes.contains)
    }
}

extension OptionReader {
    /// Reads the path of a field, or a jq program; nil if the option is missing or null.
    public mutating func optionalFieldOrQuery(_ name: String, help: String) -> FieldOrQuery? { optional(name, .fieldOrQuery, help) }
}

extension OptionType where Value == FieldOrQuery {
    /// A program as far as the schema and descriptions are concerned, because most paths are programs, too.
    static var fieldOrQuery: Self {
        Self(kind: .query, placeholder: .query(.identity)) { reader, value, key in
            if case .string(let text) = value.content, FieldOrQuery.isField(text) {
                return reader.singleField(value, key, isRead: true).map { .field($0) }
            }
            return reader.compiledQuery(value, key).map { .query($0) }
        }
    }
}
