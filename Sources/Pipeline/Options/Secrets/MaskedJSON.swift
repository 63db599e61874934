public import JSONParsing

/// A JSON value of a pipeline file together with its form for messages.
///
/// Texts from the environment and other files are secret. So are strings whose key has a sensitive name, such as `client_secret`.
/// String interpolation of a `MaskedJSON` inserts the form for messages.
public struct MaskedJSON: Sendable, Equatable, CustomStringConvertible {
    /// The value as the program uses it.
    public let value: JSONValue
    /// The form for messages and `explain`: secrets are `***`, and URLs have no credentials.
    public let shown: JSONValue
    /// Whether a part of the value is secret.
    public let isSecret: Bool
    /// The secret texts in the value.
    ///
    /// Package access: the source `http` masks them in what servers say; a plug-in masks its own texts.
    package let secretTexts: [MaskedText]

    /// Creates a value that has no secrets.
    public init(_ value: JSONValue) {
        self.value = value
        shown = value
        isSecret = false
        secretTexts = []
    }

    /// Masks the secrets in a value that a program has made.
    init(_ value: JSONValue, secrets: SecretValues) {
        self.value = value
        shown = secrets.masked(value)
        secretTexts = Self.texts(of: value, otherThanIn: shown)
        isSecret = !secretTexts.isEmpty
    }

    /// The texts of a value that its masked form hides.
    private static func texts(of value: JSONValue, otherThanIn shown: JSONValue) -> [MaskedText] {
        if let elements = value.array, let others = shown.array {
            return zip(elements, others).flatMap { texts(of: $0, otherThanIn: $1) }
        }
        if let members = value.object, let others = shown.object {
            return members.flatMap { member in others[member.key].map { texts(of: member.value, otherThanIn: $0) } ?? [] }
        }
        guard value != shown, let text = try? value.textOrJSON() else { return [] }
        return [MaskedText(literalSecret: text)]
    }

    init(_ value: ConfigValue) {
        self.value = value.plainValue
        shown = value.maskedValueByNames
        isSecret = value.hasSecrets
        secretTexts = value.secretTexts
    }

    /// The form for messages as compact JSON.
    public var description: String { shown.compactText }
}
