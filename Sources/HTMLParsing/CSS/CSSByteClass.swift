/// What a byte can begin in CSS.
enum CSSByteClass {
    case whitespace, nameStart, digit, other

    /// Returns the class of a byte. Bytes of characters beyond ASCII, and NUL, which stands for U+FFFD, count as letters.
    ///
    /// - SeeAlso: [CSS Syntax 4.2, Definitions](https://www.w3.org/TR/css-syntax-3/#tokenizer-definitions)
    @inline(__always) static func of(_ byte: UInt8) -> CSSByteClass {
        if byte.isASCIILetter || byte >= 0x80 || byte == 0x5F || byte == 0 { return .nameStart }
        if byte.isHTMLWhitespace { return .whitespace }
        return byte.isASCIIDigit ? .digit : .other
    }

    /// Whether a byte can stand in a name.
    @inline(__always) static func isName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2D || byte >= 0x80 || byte == 0x5F || byte == 0
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit; nil for other bytes.
    var hexDigitValue: UInt32? {
        if isASCIIDigit { return UInt32(self - 0x30) }
        let letter = self | 0x20
        return letter >= 0x61 && letter <= 0x66 ? UInt32(letter - 0x61 + 10) : nil
    }
}
