public import JSONParsing

/// A field of a record that a component reads.
///
/// The component declares it once and reads records through this value. So `describe` and the schema match what the component does.
///
///     private static let subject = RecordField("subject", .string, help: "The heading.")
///     let subject = try Self.subject.string(object["subject"])
public struct RecordField: Sendable {
    /// The type of a field's value.
    public indirect enum Kind: Sendable {
        /// A JSON string.
        case string
        /// `true` or `false`.
        case boolean
        /// A JSON string or a JSON number, as APIs write IDs.
        case stringOrNumber
        /// A JSON string, or an object with these fields.
        case stringOrObject([RecordField])
        /// HTML as a string, or a document from an earlier stage.
        case html
        /// An array of objects with these fields.
        case list([RecordField])
    }

    /// The key in the object.
    public let name: String
    /// The type of the value.
    public let kind: Kind
    /// Whether the field must be present and not null.
    public let isRequired: Bool
    /// The purpose of the field in one sentence.
    public let help: String

    /// Declares a field.
    ///
    /// - Parameters:
    ///   - name: The key in the object.
    ///   - kind: The type of the value.
    ///   - isRequired: Whether the field must be present and not null.
    ///   - help: The purpose of the field in one sentence.
    public init(_ name: String, _ kind: Kind, isRequired: Bool = false, help: String) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
        self.help = help
    }

    /// The text of the field, or nil if an optional field is missing or null.
    ///
    /// - Parameters:
    ///   - value: The value in the object; nil if the key is missing.
    ///   - parent: The path of the object in the record, such as `.messages[2]`.
    /// - Throws: ``RecordError`` with the path if a required field is missing, the value is no string, or it has half a surrogate pair.
    public func string(_ value: JSONValue?, in parent: String = "") throws -> String? {
        guard let value = try checked(value, [.string], in: parent) else { return nil }
        return try value.decoded(at: "\(parent).\(name)").string
    }

    /// The text of the field, or the digits of its number; nil if an optional field is missing or null.
    ///
    /// - Parameters:
    ///   - value: The value in the object; nil if the key is missing.
    ///   - parent: The path of the object in the record, such as `.messages[2]`.
    /// - Throws: ``RecordError`` with the path if a required field is missing, the value is neither string nor number, or it has half a
    ///   surrogate pair.
    public func stringOrNumber(_ value: JSONValue?, in parent: String = "") throws -> String? {
        guard let value = try checked(value, [.string, .number], in: parent) else { return nil }
        let decoded = try value.decoded(at: "\(parent).\(name)")
        if case .number(let number) = decoded { return number.text }
        return decoded.string
    }

    /// The truth value of the field, or nil if an optional field is missing or null.
    ///
    /// - Parameters:
    ///   - value: The value in the object; nil if the key is missing.
    ///   - parent: The path of the object in the record, such as `.messages[2]`.
    /// - Throws: ``RecordError`` with the path if a required field is missing, or the value is not a boolean.
    public func boolean(_ value: JSONValue?, in parent: String = "") throws -> Bool? {
        try checked(value, [.boolean], in: parent)?.bool
    }

    /// Checks that the string, number and boolean fields of an object have their declared type.
    ///
    /// It checks neither HTML nor lists, and decodes no strings: decoding costs as much as reading, so the reader of a field does that.
    ///
    /// - Parameters:
    ///   - fields: The declared fields.
    ///   - object: The object.
    ///   - parent: The path of the object in the record, such as `.messages[2]`.
    /// - Throws: ``RecordError`` with the path of the first field that is missing or has another type.
    public static func check(_ fields: [RecordField], of object: JSONObject, in parent: String = "") throws {
        for field in fields {
            switch field.kind {
            case .string: _ = try field.checked(object[field.name], [.string], in: parent)
            case .boolean: _ = try field.checked(object[field.name], [.boolean], in: parent)
            case .stringOrNumber: _ = try field.checked(object[field.name], [.string, .number], in: parent)
            case .stringOrObject: _ = try field.checked(object[field.name], [.string, .object], in: parent)
            case .html, .list: break
            }
        }
    }

    /// The value if it has one of the given types, or nil if an optional field is missing or null.
    private func checked(_ value: JSONValue?, _ kinds: [JSONKind], in parent: String) throws -> JSONValue? {
        let expected = kinds == [.boolean] ? "true or false" : kinds.map(\.phrase).joined(separator: " or ")
        guard let value else {
            guard isRequired else { return nil }
            throw RecordError("missing; \(expected) was expected", at: "\(parent).\(name)")
        }
        // A plain `nil` would be the literal of a JSONValue, which is JSON's null.
        if value.isNull, !isRequired { return .none }
        guard kinds.contains(value.kind) else {
            throw RecordError("expected \(expected), found \(value.kind.phrase)", at: "\(parent).\(name)")
        }
        return value
    }
}

/// A kind of record that a component accepts, with its fields, for `describe` and the schema.
public struct RecordShape: Sendable {
    /// The kind with its article, such as "an article".
    public let name: String
    /// The fields that the component reads.
    public let fields: [RecordField]

    /// Declares a kind of record.
    ///
    /// - Parameters:
    ///   - name: The kind with its article, such as "an article".
    ///   - fields: The fields that the component reads.
    public init(_ name: String, _ fields: [RecordField]) {
        self.name = name
        self.fields = fields
    }
}
