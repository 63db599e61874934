/// A violation of the standard in a document. Parsing continues after every error.
public struct HTMLParseError: Error, Hashable, Sendable {
    /// The kind of error.
    public let code: HTMLParseErrorCode
    /// The offset in bytes from the start of the input; the length of the input for errors at its end.
    public let offset: Int

    /// Creates an error.
    public init(code: HTMLParseErrorCode, offset: Int) {
        self.code = code
        self.offset = offset
    }
}
