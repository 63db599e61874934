/// A fault in a JSON text with its byte offset.
///
/// The code that prints the error converts the offset to line and column (``JSONPosition``) and may add a file name.
public struct JSONError: Error, Equatable, Sendable {
    /// The kinds of faults.
    public enum Reason: Equatable, Sendable {
        /// A byte that the grammar does not allow here. `expected` names the valid input.
        case unexpected(UInt8, expected: String)
        /// The text ends too early. `expected` names the missing input.
        case endOfInput(expected: String)
        /// A byte that is invalid in UTF-8 (RFC 3629). `after` is the first byte of the character that it interrupts. The error's
        /// offset is that of the first byte of the invalid sequence.
        case invalidUTF8(UInt8, after: UInt8? = nil)
        /// An encoding other than UTF-8, detected by the first bytes.
        case wrongEncoding(String)
        /// An unescaped control character in a string (RFC 8259, section 7).
        case controlCharacter(UInt8)
        /// An unknown escape such as `\x`, or a `\u` without four hexadecimal digits.
        case invalidEscape(UInt8, expected: String)
        /// A `\u` escape for one half of a surrogate pair without its other half. It denotes no character.
        case loneSurrogate
        /// An invalid byte in a number (RFC 8259, section 6).
        case invalidNumber(UInt8, expected: String)
        /// Arrays and objects nested deeper than the limit.
        case tooDeep(limit: Int)
        /// One value (a record) longer than the limit, in bytes.
        case tooLarge(limit: Int)
        /// A key that occurs twice in one object.
        case duplicateKey(String)
        /// The path to the items does not exist.
        case missing(path: String)
        /// A value on the path to the items is of the wrong kind.
        case wrongKind(path: String, expected: String, found: String)
    }

    /// The fault.
    public let reason: Reason
    /// The offset of the fault in bytes from the start of the text. Errors of ``JSONValue/decoded()`` and
    /// ``JSONValue/member(_:)`` count from the start of that value.
    public let offset: Int

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - reason: The fault.
    ///   - offset: The offset of the fault in bytes from the start of the text.
    public init(_ reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

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
