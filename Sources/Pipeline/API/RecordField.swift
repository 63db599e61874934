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
    /// - Throws: ``RecordError`` with the path, if the value is of another kind, or a text that stands for no characters.
    public func string(_ value: JSONValue?, in parent: String = "") throws -> String? {
        guard let value = try checked(value, .string, in: parent) else { return nil }
        return try value.decoded(at: "\(parent).\(name)").string
    }

    /// What the field says; nil if it is missing or null and may be so.
    ///
    /// - Parameters:
    ///   - value: What a record has there; nil if the key is missing.
    ///   - parent: The place of the object in the record.
    /// - Throws: ``RecordError`` with the path, if the value is of another kind.
    public func boolean(_ value: JSONValue?, in parent: String = "") throws -> Bool? {
        try checked(value, .boolean, in: parent)?.bool
    }

    /// Sees to it that the fields of an object hold what they are declared to hold. HTML and lists are left to those who read them, and
    /// so is whether a text can be decoded: that takes as long as reading it.
    ///
    /// - Throws: ``RecordError`` with the path of the first that does not.
    public static func check(_ fields: [RecordField], of object: JSONObject, in parent: String = "") throws {
        for field in fields {
            switch field.kind {
            case .string: _ = try field.checked(object[field.name], .string, in: parent)
            case .boolean: _ = try field.checked(object[field.name], .boolean, in: parent)
            case .html, .list: break
            }
        }
    }

    /// The value if it is there and of its kind; nil if it is missing or null and may be so.
    private func checked(_ value: JSONValue?, _ kind: JSONKind, in parent: String) throws -> JSONValue? {
        let expected = kind == .boolean ? "true or false" : kind.phrase
        guard let value else {
            guard isRequired else { return nil }
            throw RecordError("missing; \(expected) was expected", at: "\(parent).\(name)")
        }
        // A `nil` that stood beside the value would be one of its kind, null.
        if value.isNull, !isRequired { return .none }
        guard value.kind == kind else {
            throw RecordError("expected \(expected), found \(value.kind.phrase)", at: "\(parent).\(name)")
        }
        return value
    }
}
