/// A syntax error in the path of a field.
public struct FieldPathError: Error, Equatable, Sendable {
    /// The error in words.
    public let message: String
    /// The place of the error, in bytes from the start of the text.
    public let offset: Int
}
