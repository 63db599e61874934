/// Names and strings of CSS with escapes.
///
/// - SeeAlso: [CSSOM 2.1, Common serializing idioms](https://www.w3.org/TR/cssom-1/#common-serializing-idioms)
enum CSSEscaping {
    /// The maximum length of a name, in bytes.
    static let maximumBytes = 200

    /// Returns the text of a name or a string without escapes; nil if it is longer than a limit in bytes.
    static func decoded(_ range: Range<Int>, _ bytes: Span<UInt8>, limit: Int = maximumBytes) -> String? {
        guard range.count <= limit else { return nil }
        var result: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            index += 1
            if byte == 0 {
                result.appendReplacementCharacter()
            } else if byte == UInt8(ascii: "\\") {
                decodeEscape(bytes, range.upperBound, &index, into: &result)
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func decodeEscape(_ bytes: Span<UInt8>, _ end: Int, _ index: inout Int, into result: inout [UInt8]) {
        var code: UInt32 = 0
        var digits = 0
        while index < end, digits < 6, let digit = bytes[index].hexDigitValue {
            code = code * 16 + digit
            digits += 1
            index += 1
        }
        if digits > 0 {
            result.append(codePoint: code == 0 ? 0xFFFD : code)
            if index < end, bytes[index].isHTMLWhitespace { index += 1 }
        } else if index < end {
            // An escaped line feed in a string is left out.
            if bytes[index].isHTMLWhitespace, bytes[index] != 0x20, bytes[index] != 0x09 {
                index += 1
            } else if bytes[index] < 0x80 {
                result.append(bytes[index])
                index += 1
            }
        } else {
            result.appendReplacementCharacter()
        }
    }

    /// Appends a name. Escapes all ASCII characters except letters, digits, hyphens and underscores, so that none can end a style element.
    static func append(_ name: String, to output: inout [UInt8]) {
        let bytes = Array(name.utf8)
        for (index, byte) in bytes.enumerated() {
            let isLeadingDigit = byte.isASCIIDigit && (index == 0 || index == 1 && bytes[0] == 0x2D)
            if byte.isASCIILetter || byte >= 0x80 || byte == 0x5F || byte.isASCIIDigit && !isLeadingDigit || byte == 0x2D && bytes.count > 1
            {
                output.append(byte)
            } else {
                append(escaped: byte, to: &output)
            }
        }
    }

    /// Appends a text as a quoted string.
    static func append(quoted text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || " -_.,:;/%#()+=?!".utf8.contains(byte) {
                output.append(byte)
            } else {
                append(escaped: byte, to: &output)
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    private static func append(escaped byte: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\\"))
        output.append(contentsOf: String(byte, radix: 16).utf8)
        output.append(0x20)
    }
}
