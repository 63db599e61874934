public import JSONParsing

/// A field of a record that a component reads. It is declared once, and read through that, so that what `describe` and the schema say of
/// it is what happens.
///
///     private static let subject = RecordField("subject", .string, help: "The heading.")
///     let subject = try Self.subject.string(object["subject"])
public struct RecordField: Sendable {
    /// What a field holds.
    public indirect enum Kind: Sendable {
        /// A text.
        case string
        /// `true` or `false`.
        case boolean
        /// HTML as text, or a document that a stage has built.
        case html
        /// A list of objects with these fields.
        case list([RecordField])
    }

    /// The key.
    public let name: String
    /// What it holds.
    public let kind: Kind
    /// Whether it has to be there; otherwise it may be missing or null.
    public let isRequired: Bool
    /// What it is for, in a sentence.
    public let help: String

    /// Declares a field.
    public init(_ name: String, _ kind: Kind, isRequired: Bool = false, help: String) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
        self.help = help
    }

    /// The text in the field; nil if it is missing or null and may be so.
    ///
    /// - Parameters:
    ///   - value: What a record has there; nil if the key is missing.
    ///   - parent: The place of the object in the record, such as `.messages[2]`.
    /// - Throws: ``RecordError`` with the path, if the value is of another kind.
    public func string(_ value: JSONValue?, in parent: String = "") throws -> String? {
        guard let value = try present(value, "a string", in: parent) else { return nil }
        guard case .string(let text) = try value.decoded() else { throw wrongKind(value, "a string", in: parent) }
        return text
    }

    /// What the field says; nil if it is missing or null and may be so.
    ///
    /// - Parameters:
    ///   - value: What a record has there; nil if the key is missing.
    ///   - parent: The place of the object in the record.
    /// - Throws: ``RecordError`` with the path, if the value is of another kind.
    public func boolean(_ value: JSONValue?, in parent: String = "") throws -> Bool? {
        guard let value = try present(value, "true or false", in: parent) else { return nil }
        guard let bool = value.bool else { throw wrongKind(value, "true or false", in: parent) }
        return bool
    }

    /// Sees to it that the fields of an object hold what they are declared to hold. HTML and lists are left to those who read them.
    ///
    /// - Throws: ``RecordError`` with the path of the first that does not.
    public static func check(_ fields: [RecordField], of object: JSONObject, in parent: String = "") throws {
        for field in fields {
            switch field.kind {
            case .string: _ = try field.string(object[field.name], in: parent)
            case .boolean: _ = try field.boolean(object[field.name], in: parent)
            case .html, .list: break
            }
        }
    }

    private func present(_ value: JSONValue?, _ expected: String, in parent: String) throws -> JSONValue? {
        guard let value else {
            guard isRequired else { return nil }
            throw RecordError("missing; \(expected) was expected", at: "\(parent).\(name)")
        }
        // A `nil` that stood beside the value would be one of its kind, null.
        if value.isNull, !isRequired { return .none }
        return value
    }

    private func wrongKind(_ value: JSONValue, _ expected: String, in parent: String) -> RecordError {
        RecordError("expected \(expected), found \(value.kind.phrase)", at: "\(parent).\(name)")
    }
}
