extension OutputSpan<UInt8> {
    /// The length of the longest escape: `\u0000`.
    static var maxEscapeBytes: Int { 6 }

    /// Appends the characters of a string with the escapes that RFC 8259, section 7 requires, and no others.
    ///
    /// - Parameter utf8: The string. This span must have room for ``maxEscapeBytes`` per byte.
    mutating func appendEscaped(_ utf8: Span<UInt8>) {
        var position = 0
        while true {
            let plainEnd = firstByteToEscape(from: position, in: utf8)
            append(utf8, position..<plainEnd)
            guard plainEnd < utf8.count else { return }
            appendEscape(of: utf8[plainEnd])
            position = plainEnd &+ 1
        }
    }

    /// Appends an escaped string in quotation marks.
    @inline(__always)
    mutating func appendQuoted(_ utf8: Span<UInt8>) {
        append(UInt8(ascii: "\""))
        appendEscaped(utf8)
        append(UInt8(ascii: "\""))
    }

    private mutating func appendEscape(of byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        default:
            append("u00".utf8.span)
            for digit in [byte >> 4, byte & 15] {
                append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }
}
