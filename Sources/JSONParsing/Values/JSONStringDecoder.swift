/// Decodes a validated JSON string from its plain runs and escapes.
struct JSONStringDecoder {
    private var utf8: [UInt8]

    /// - Parameters:
    ///   - plain: The bytes before the first escape.
    ///   - capacity: An upper bound of the decoded length in bytes.
    init(plain: ArraySlice<UInt8>, capacity: Int) {
        utf8 = []
        utf8.reserveCapacity(capacity)
        utf8.append(contentsOf: plain)
    }

    var string: String { String(validated: utf8.span) }

    mutating func append(_ plain: ArraySlice<UInt8>) {
        utf8.append(contentsOf: plain)
    }

    /// Decodes the escape at `position` and moves `position` past it.
    ///
    /// - Returns: false for half of a surrogate pair without its other half; `position` then does not change.
    mutating func decodeEscape(in bytes: [UInt8], at position: inout Int, end: Int) -> Bool {
        switch bytes[position + 1] {
        case UInt8(ascii: "b"): utf8.append(0x08)
        case UInt8(ascii: "f"): utf8.append(0x0C)
        case UInt8(ascii: "n"): utf8.append(0x0A)
        case UInt8(ascii: "r"): utf8.append(0x0D)
        case UInt8(ascii: "t"): utf8.append(0x09)
        case UInt8(ascii: "u"): return decodeUnicodeEscape(in: bytes, at: &position, end: end)
        case let byte: utf8.append(byte)
        }
        position += 2
        return true
    }

    private mutating func decodeUnicodeEscape(in bytes: [UInt8], at position: inout Int, end: Int) -> Bool {
        var unit = codeUnit(in: bytes, at: position + 2)
        var length = 6
        var scalar = UInt32(unit)
        if unit & 0xF800 == 0xD800 {
            guard unit & 0x0400 == 0, position + 12 <= end, bytes[position + 6] == UInt8(ascii: "\\"),
                bytes[position + 7] == UInt8(ascii: "u")
            else { return false }
            let high = unit
            unit = codeUnit(in: bytes, at: position + 8)
            guard unit & 0xFC00 == 0xDC00 else { return false }
            scalar = 0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(unit & 0x3FF))
            length = 12
        }
        guard let character = Unicode.Scalar(scalar) else { return false }
        utf8.append(contentsOf: UTF8.encode(character) ?? UTF8.encodedReplacementCharacter)
        position += length
        return true
    }

    private func codeUnit(in bytes: [UInt8], at position: Int) -> UInt16 {
        bytes[position..<position + 4].reduce(0) { $0 << 4 | hexadecimalValue(of: $1) }
    }
}

extension String {
    /// Copies UTF-8 that the scanner has validated. Only debug builds validate it again: that takes a tenth of the time of converting
    /// pages.
    init(validated bytes: Span<UInt8>) {
        assert((try? UTF8Span(validating: bytes)) != nil)
        var text = unsafe UTF8Span(unchecked: bytes)
        // Strings that are known to be ASCII are compared and hashed faster.
        _ = text.checkForASCII()
        self.init(copying: text)
    }
}
