/// Where a document does not keep to the standard. Parsing goes on after every error.
public struct HTMLParseError: Error, Hashable, Sendable {
    /// What is wrong.
    public let code: HTMLParseErrorCode
    /// Where, in bytes from the start of what was parsed; the number of all bytes for what the end of the input cut off.
    public let offset: Int

    /// Makes an error from its code and its place.
    public init(code: HTMLParseErrorCode, offset: Int) {
        self.code = code
        self.offset = offset
    }
}
