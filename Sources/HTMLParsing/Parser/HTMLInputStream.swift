/// The parse errors of the input stream.
///
/// - SeeAlso: [HTML 13.2.3.5, Preprocessing the input stream](https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream)
enum HTMLInputStream {
    /// Finds control characters and noncharacters.
    ///
    /// - Parameters:
    ///   - bytes: Well-formed UTF-8 that holds whole characters.
    ///   - base: The offset of `bytes` in the input, in bytes.
    static func errors(in bytes: Span<UInt8>, base: Int) -> [HTMLParseError] {
        var errors: [HTMLParseError] = []
        for index in bytes.indices {
            let byte = bytes[index]
            if byte >= 0x20 && byte < 0x7F || byte.isHTMLWhitespace || byte == 0 { continue }
            if byte < 0x80 || isHighControl(bytes, at: index) {
                errors.append(HTMLParseError(code: .controlCharacterInInputStream, offset: base + index))
            } else if isNoncharacter(bytes, at: index) {
                errors.append(HTMLParseError(code: .noncharacterInInputStream, offset: base + index))
            }
        }
        return errors
    }

    private static func isHighControl(_ bytes: Span<UInt8>, at index: Int) -> Bool {
        bytes[index] == 0xC2 && index + 1 < bytes.count && bytes[index + 1] < 0xA0
    }

    private static func isNoncharacter(_ bytes: Span<UInt8>, at index: Int) -> Bool {
        if bytes[index] == 0xEF, index + 2 < bytes.count {
            let (second, third) = (bytes[index + 1], bytes[index + 2])
            return second == 0xB7 && third >= 0x90 && third <= 0xAF || second == 0xBF && third >= 0xBE
        }
        guard bytes[index] >= 0xF0, index + 3 < bytes.count else { return false }
        return bytes[index + 1] & 0x0F == 0x0F && bytes[index + 2] == 0xBF && bytes[index + 3] >= 0xBE
    }
}
