public import JSONParsing

/// An error that a program ended with.
public struct QueryRuntimeError: Error, Equatable, Sendable {
    /// What `error` was called with; a string for the errors that the language itself raises.
    public let value: JSONValue
    /// The error in words.
    public let message: String
    /// Whether a limit was exceeded. The program itself cannot catch such an error.
    public let isLimit: Bool

    /// Makes an error from what a program threw.
    ///
    /// - Parameter value: Any value; a string is the message itself.
    public init(value: JSONValue) {
        self.value = value
        isLimit = false
        message = value.string ?? "\(ValueText.described(value)) is not a string"
    }

    /// Makes an error from a message.
    ///
    /// - Parameter message: One sentence.
    public init(_ message: String) {
        self.value = .string(message)
        self.message = message
        isLimit = false
    }

    init(limit message: String) {
        self.value = .string(message)
        self.message = message
        isLimit = true
    }
}

extension QueryRuntimeError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
