/// Why a text is no path of a field.
public struct FieldPathError: Error, Equatable, Sendable {
    /// What is wrong, as a message says it.
    public let message: String
    /// Where it is, in bytes from the start of the text.
    public let offset: Int
}
