/// A fault in the text of a program, with its offset.
public struct QueryError: Error, Equatable, Sendable {
    /// One sentence without a place, such as `the function selct/1 is not defined`.
    public let message: String
    /// Bytes from the start of the source to the fault, counted from 0.
    public let offset: Int
    /// The nearest known name, if the fault is an unknown one.
    public let suggestion: String?
    /// The name that is unknown, if that is the fault, and the number of its arguments.
    let unknownName: String?
    let arity: Int

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
        unknownName = nil
        arity = 0
    }

    /// Makes the error of a function that is not defined.
    init(unknown name: String, arity: Int, offset: Int, suggestion: String?) {
        message = "\(name)/\(arity) is not defined"
        self.offset = offset
        self.suggestion = suggestion
        unknownName = name
        self.arity = arity
    }

    /// Whether two errors say the same.
    public static func == (left: QueryError, right: QueryError) -> Bool {
        left.message == right.message && left.offset == right.offset && left.suggestion == right.suggestion
    }
}

extension QueryError: CustomStringConvertible {
    /// The message, the offset and the suggestion.
    public var description: String {
        "\(message) (at byte \(offset))" + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
    }
}
