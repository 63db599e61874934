/// Guesses the encoding of text that is not UTF-8, for error messages.
public enum LegacyEncoding {
    /// Returns the end of a message about text that is not UTF-8, with the likely encoding and the command that converts it.
    ///
    /// - Parameter byte: The first byte that is not valid UTF-8.
    /// - Returns: "" if no encoding is likely.
    public static func hint(for byte: UInt8) -> String {
        switch byte {
        case 0xA0...:
            "; it looks like Latin-1 (ISO-8859-1 or windows-1252), where this byte is \"\(Character(Unicode.Scalar(byte)))\"" + advice
        case 0x80...0x9F: "; it looks like windows-1252" + advice
        default: ""
        }
    }

    private static let advice = "; iconv -f windows-1252 -t utf-8 converts it"

    /// Returns the end of a message about bytes that are not UTF-8, as for their first invalid byte.
    ///
    /// - Parameter bytes: The text.
    /// - Returns: "" if the bytes are valid UTF-8 or no encoding is likely.
    public static func hint(for bytes: some Collection<UInt8>) -> String {
        let bytes = Array(bytes)
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            return ""
        } catch {
            return hint(for: bytes[error.byteOffsets.lowerBound])
        }
    }
}
