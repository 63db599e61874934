/// A position in a text as line and column, for messages.
public struct JSONPosition: Equatable, Sendable {
    /// The line, counted from 1.
    public let line: Int
    /// The column in characters (Unicode scalars), counted from 1.
    public let column: Int

    /// Counts lines and columns up to an offset. Takes linear time, so callers do it only when they print an error.
    ///
    /// - Parameters:
    ///   - offset: Bytes from the start of the text, at most its length.
    ///   - bytes: The whole text in UTF-8.
    public init(offset: Int, in bytes: [UInt8]) {
        var line = 1
        var column = 1
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.line = line
        self.column = column
    }
}
