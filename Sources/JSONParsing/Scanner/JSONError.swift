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

extension JSONError: CustomStringConvertible {
    /// The message without an offset, such as `expected ":" after a key, found "}"`.
    public var message: String {
        switch reason {
        case .unexpected(let byte, let expected), .invalidEscape(let byte, let expected), .invalidNumber(let byte, let expected):
            "expected \(expected), found \(Self.name(of: byte))\(wordHint(byte, expected))"
        case .endOfInput(let expected): "the text ends where \(expected) was expected"
        case .invalidUTF8(let byte, nil): "expected UTF-8, found \(Self.name(of: byte))"
        case .invalidUTF8(let byte, let first?):
            "expected UTF-8, found \(Self.name(of: byte)) in the character that begins with \(Self.name(of: first))"
        case .wrongEncoding(let name): "the text is in \(name); JSON has to be in UTF-8"
        case .controlCharacter(let byte): "a string holds \(Self.name(of: byte)), a control character that has to be escaped"
        case .loneSurrogate: "this \\u escape is half of a surrogate pair and stands for no character"
        case .tooDeep(let limit): "arrays and objects are nested deeper than the limit of \(limit)"
        case .tooLarge(let limit): "one value is longer than the limit of \(limit) bytes"
        case .duplicateKey(let key): "the key \(JSONValue.string(key).compactText) stands twice in one object"
        case .missing(let path): "nothing found at \(path)"
        case .wrongKind(let path, let expected, let found): "expected \(expected) at \(path), found \(found)"
        }
    }

    /// Names the word that most likely begins at a byte, such as the `NaN` that Python writes. There is no hint at offset 0: a text that is not
    /// JSON may begin with any letter.
    private func wordHint(_ byte: UInt8, _ expected: String) -> String {
        guard offset > 0 else { return "" }
        // Behind `[`, a value or the end is expected.
        let wantsValue = expected.hasPrefix("a value")
        switch byte {
        case UInt8(ascii: "N") where wantsValue || expected == "a digit": return "; JSON has no NaN or None, write null"
        case UInt8(ascii: "I") where wantsValue || expected == "a digit": return "; JSON has no Infinity"
        case UInt8(ascii: "a") where expected == "true, false or null": return "; JSON has no nan, write null"
        case UInt8(ascii: "u") where wantsValue: return "; JSON has no undefined, write null"
        case UInt8(ascii: "'") where wantsValue: return "; JSON strings need double quotation marks"
        default: return ""
        }
    }

    /// The message and the offset in bytes.
    public var description: String { "\(message) (at byte \(offset))" }

    /// A readable name of a byte for messages; never a raw control character.
    private static func name(of byte: UInt8) -> String {
        switch byte {
        case 0x21...0x7E where byte != UInt8(ascii: "\""): "\"\(Character(Unicode.Scalar(byte)))\""
        case UInt8(ascii: "\""): "a quotation mark"
        case 0x20: "a space"
        case 0x0A: "a line break"
        default: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
}
