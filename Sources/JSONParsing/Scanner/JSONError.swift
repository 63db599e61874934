/// What is wrong with a JSON text, and where.
///
/// The error carries facts; whoever prints it counts lines and columns (see ``JSONPosition``) and may add a file name.
public struct JSONError: Error, Equatable, Sendable {
    /// The kinds of fault that a reader tells apart.
    public enum Reason: Equatable, Sendable {
        /// A byte that cannot stand here. `expected` names what could.
        case unexpected(UInt8, expected: String)
        /// The text ended where something was still wanted.
        case endOfInput(expected: String)
        /// A byte that is not UTF-8 where it stands (RFC 3629); `after` is the first byte of the character that it cuts short. The
        /// offset is that of the first byte of the broken sequence.
        case invalidUTF8(UInt8, after: UInt8? = nil)
        /// An encoding that is not UTF-8, told from the first bytes.
        case wrongEncoding(String)
        /// A control character that stands raw in a string (RFC 8259, section 7).
        case controlCharacter(UInt8)
        /// An escape that JSON does not have, such as `\x`, or a `\u` without four hexadecimal digits.
        case invalidEscape(UInt8, expected: String)
        /// A `\u` escape for one half of a surrogate pair without its other half: it stands for no character.
        case loneSurrogate
        /// A number that does not go on as RFC 8259, section 6 wants it.
        case invalidNumber(UInt8, expected: String)
        /// Arrays and objects nested deeper than the limit.
        case tooDeep(limit: Int)
        /// One value (a record) longer than the limit, in bytes.
        case tooLarge(limit: Int)
        /// A key that an object has twice.
        case duplicateKey(String)
        /// The place where items were to be found is not there.
        case missing(path: String)
        /// The place where items were to be found holds something else.
        case wrongKind(path: String, expected: String, found: String)
    }

    /// The fault.
    public let reason: Reason
    /// Bytes from the start of the text to the fault, counted from 0. Where a value that was read before is decoded
    /// (``JSONValue/decoded()``, ``JSONValue/member(_:)``), from the start of that value as ``JSONValue/compactText`` has it.
    public let offset: Int

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - reason: The fault.
    ///   - offset: Bytes from the start of the text, counted from 0.
    public init(_ reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    /// One sentence without a place, such as `expected ":" after a key, found "}"`.
    public var message: String {
        switch reason {
        case .unexpected(let byte, let expected), .invalidEscape(let byte, let expected), .invalidNumber(let byte, let expected):
            "expected \(expected), found \(Self.name(of: byte))"
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

    /// The message and the offset in bytes.
    public var description: String { "\(message) (at byte \(offset))" }

    /// A byte as a reader of messages can recognise it; never a raw control character.
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
