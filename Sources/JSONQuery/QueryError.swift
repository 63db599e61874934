/// What is wrong with the text of a program, and where.
public struct QueryError: Error, Equatable, Sendable {
    /// One sentence without a place, such as `the function selct/1 is not defined`.
    public let message: String
    /// Bytes from the start of the source to the fault, counted from 0.
    public let offset: Int
    /// The nearest known name, if the fault is an unknown one.
    public let suggestion: String?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - message: One sentence without a place.
    ///   - offset: Bytes from the start of the source.
    ///   - suggestion: The nearest known name.
    public init(_ message: String, offset: Int, suggestion: String? = nil) {
        self.message = message
        self.offset = offset
        self.suggestion = suggestion
    }
}

extension QueryError: CustomStringConvertible {
    /// The message, the offset and the suggestion.
    public var description: String {
        "\(message) (at byte \(offset))" + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
    }
}
