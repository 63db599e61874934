internal import HTMLParsing

extension [UInt8] {
    /// Appends a range of a text with its character references resolved, and with its backslash escapes resolved if `hasEscapes`.
    mutating func append(unescaped range: Range<Int>, of text: Span<UInt8>, hasEscapes: Bool = true) {
        var index = range.lowerBound
        var plain = index
        let text = text.extracting(first: range.upperBound)
        while index < text.count {
            if hasEscapes, LinkSyntax.isEscape(text, at: index) {
                append(span: text.extracting(plain..<index))
                plain = index + 1
                index += 2
            } else if text[index] == UInt8(ascii: "&") {
                let start = count
                if let end = append(referenceIn: text, at: index) {
                    let decoded = Array(self[start...])
                    removeSubrange(start...)
                    append(span: text.extracting(plain..<index))
                    append(contentsOf: decoded)
                    (index, plain) = (end, end)
                } else {
                    index += 1
                }
            } else {
                index += 1
            }
        }
        append(span: text.extracting(plain..<text.count))
    }

    /// Appends the character that the reference at a `&` stands for.
    ///
    /// - Returns: The offset after the reference; nil, and nothing appended, if there is none.
    /// - SeeAlso: [CommonMark 2.5, Entity and numeric character references](https://spec.commonmark.org/0.31.2/#entity-and-numeric-character-references)
    mutating func append(referenceIn text: Span<UInt8>, at start: Int) -> Int? {
        var index = start + 1
        guard index < text.count else { return nil }
        if text[index] == UInt8(ascii: "#") {
            index += 1
            let isHexadecimal = index < text.count && text[index] | 0x20 == UInt8(ascii: "x")
            if isHexadecimal { index += 1 }
            let digits = index
            var code: UInt32 = 0
            while index < text.count, index - digits < (isHexadecimal ? 6 : 7), let digit = Self.digit(text[index], isHexadecimal) {
                code = code * (isHexadecimal ? 16 : 10) + digit
                index += 1
            }
            guard index > digits, index < text.count, text[index] == UInt8(ascii: ";") else { return nil }
            // In HTML, a carriage return is a line end, and NUL is no character.
            append(codePoint: code == 0 ? 0xFFFD : code == 0x0D ? 0x0A : code)
            return index + 1
        }
        // The longest name has 31 letters.
        let limit = Swift.min(text.count, index + 32)
        while index < limit, text[index].isASCIIAlphanumeric { index += 1 }
        guard index < text.count, text[index] == UInt8(ascii: ";"), append(referenceNamed: text.extracting(start + 1..<index)) else {
            return nil
        }
        return index + 1
    }

    private static func digit(_ byte: UInt8, _ isHexadecimal: Bool) -> UInt32? {
        if byte.isASCIIDigit { return UInt32(byte &- 0x30) }
        guard isHexadecimal, (byte | 0x20) &- 0x61 < 6 else { return nil }
        return UInt32((byte | 0x20) &- 0x57)
    }

    /// Appends an address with all bytes percent-encoded that an address of the web cannot have. A `%` stays, because it may encode.
    mutating func append(address: Span<UInt8>) {
        for index in address.indices {
            let byte = address[index]
            switch byte {
            // Letters, digits and !#$%&'()*+,-./:;=?@_~
            case 0x61...0x7A, 0x40...0x5A, 0x23...0x3B, 0x21, 0x3D, 0x3F, 0x5F, 0x7E: append(byte)
            default:
                append(UInt8(ascii: "%"))
                append(Self.hexadecimal(byte >> 4))
                append(Self.hexadecimal(byte & 15))
            }
        }
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 { digit < 10 ? digit + 0x30 : digit + 0x37 }
}
