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

    /// Names the word that most likely begins at a byte, such as the `NaN` that Python writes. There is no hint at offset 0: a text that is
    /// not JSON may begin with any letter.
    private func wordHint(_ byte: UInt8, _ expected: String) -> String {
        guard offset > 0 else { return "" }
        // After `[`, a value or the end is expected.
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
