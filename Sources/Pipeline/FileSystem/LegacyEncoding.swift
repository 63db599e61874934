/// Says of text that is not UTF-8 what encoding it looks like.
package enum LegacyEncoding {
    /// What a message ends with.
    ///
    /// - Parameter byte: The first byte that is no UTF-8.
    package static func hint(for byte: UInt8) -> String {
        switch byte {
        case 0xA0...:
            "; it looks like Latin-1 (ISO-8859-1 or windows-1252), where this byte is \"\(Character(Unicode.Scalar(byte)))\"" + advice
        case 0x80...0x9F: "; it looks like windows-1252" + advice
        default: ""
        }
    }

    private static let advice = "; iconv -f windows-1252 -t utf-8 converts it"

    /// The same for the first place in some bytes that is no UTF-8.
    package static func hint(for bytes: some Collection<UInt8>) -> String {
        let bytes = Array(bytes)
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            return ""
        } catch {
            return hint(for: bytes[error.byteOffsets.lowerBound])
        }
    }
}
