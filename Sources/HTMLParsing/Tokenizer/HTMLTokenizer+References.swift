extension HTMLTokenizer {
    /// Reads a `&` in text.
    mutating func textReference(_ bytes: Span<UInt8>, at start: Int, into sink: inout some HTMLTokenSink) -> Int {
        let reference = reference(bytes, at: start, isInAttribute: false)
        if reference.end == Self.needsMore { return Self.needsMore }
        if reference.end == start {
            emitAmpersand(into: &sink)
            return start + 1
        }
        decoded.removeAll(keepingCapacity: true)
        reference.append(to: &decoded)
        sink.characters(0..<decoded.count, in: decoded.span)
        return reference.end
    }

    /// Reads the character reference at a `&`.
    ///
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state>
    mutating func reference(_ bytes: Span<UInt8>, at start: Int, isInAttribute: Bool) -> HTMLReference {
        let next = start + 1
        if next == bytes.count { return HTMLReference(end: isLast ? start : Self.needsMore) }
        if bytes[next].isASCIILetter || bytes[next].isASCIIDigit {
            return namedReference(bytes, at: start, isInAttribute: isInAttribute)
        }
        return bytes[next] == UInt8(ascii: "#") ? numericReference(bytes, at: start) : HTMLReference(end: start)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state>
    ///
    /// Only a semicolon ends a name that needs one, so that such a name consists of all letters and digits before it. The longest match is
    /// therefore either all of them, or one of the few short names that need no semicolon.
    private mutating func namedReference(_ bytes: Span<UInt8>, at start: Int, isInAttribute: Bool) -> HTMLReference {
        let nameStart = start + 1
        let limit = min(bytes.count, nameStart + HTMLNamedReferences.longestName + 1)
        var end = nameStart
        while end < limit, bytes[end].isASCIILetter || bytes[end].isASCIIDigit { end += 1 }
        if end == bytes.count, !isLast { return HTMLReference(end: Self.needsMore) }
        let names = HTMLNamedReferences.standard
        let hasSemicolon = end < bytes.count && bytes[end] == UInt8(ascii: ";")
        if hasSemicolon, let value = names.find(bytes.extracting(nameStart..<end)) {
            return HTMLReference(end: end + 1, first: value.first, second: value.second)
        }
        var bareEnd = min(end, nameStart + HTMLNamedReferences.longestBareName)
        while bareEnd > nameStart + 1 {
            if let value = names.find(bytes.extracting(nameStart..<bareEnd)), value.countsWithoutSemicolon {
                return bareReference(value, bytes, from: start, to: bareEnd, isInAttribute: isInAttribute)
            }
            bareEnd -= 1
        }
        if collectsErrors { ambiguousAmpersand(bytes, from: end) }
        return HTMLReference(end: start)
    }

    private mutating func bareReference(
        _ value: HTMLNamedReferences.CodePoints, _ bytes: Span<UInt8>, from start: Int, to end: Int, isInAttribute: Bool
    ) -> HTMLReference {
        if isInAttribute, end < bytes.count {
            let next = bytes[end]
            // The standard keeps such a `&` for historical reasons, as in "?a=b&copy=c".
            if next == UInt8(ascii: "=") || next.isASCIILetter || next.isASCIIDigit { return HTMLReference(end: start) }
        }
        error(.missingSemicolonAfterCharacterReference, at: end)
        return HTMLReference(end: end, first: value.first, second: value.second)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#ambiguous-ampersand-state>
    private mutating func ambiguousAmpersand(_ bytes: Span<UInt8>, from start: Int) {
        var end = start
        while end < bytes.count, bytes[end].isASCIILetter || bytes[end].isASCIIDigit { end += 1 }
        if end < bytes.count, bytes[end] == UInt8(ascii: ";") { error(.unknownNamedCharacterReference, at: end) }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-state>
    private mutating func numericReference(_ bytes: Span<UInt8>, at start: Int) -> HTMLReference {
        var index = start + 2
        if index == bytes.count, !isLast { return HTMLReference(end: Self.needsMore) }
        let isHexadecimal = index < bytes.count && bytes[index] | 0x20 == UInt8(ascii: "x")
        if isHexadecimal { index += 1 }
        let digits = index
        var code: UInt32 = 0
        while index < bytes.count, let digit = Self.digit(bytes[index], isHexadecimal: isHexadecimal) {
            // All numbers above the last code point are clamped to one more than it.
            code = min(code * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
            index += 1
        }
        if index == bytes.count, !isLast { return HTMLReference(end: Self.needsMore) }
        if index == digits {
            error(.absenceOfDigitsInNumericCharacterReference, at: index)
            return HTMLReference(end: start)
        }
        if index < bytes.count, bytes[index] == UInt8(ascii: ";") {
            index += 1
        } else {
            error(.missingSemicolonAfterCharacterReference, at: index)
        }
        return HTMLReference(end: index, first: checked(code, at: index))
    }

    private static func digit(_ byte: UInt8, isHexadecimal: Bool) -> UInt32? {
        if byte.isASCIIDigit { return UInt32(byte &- 0x30) }
        guard isHexadecimal, (byte | 0x20) &- 0x61 < 6 else { return nil }
        return UInt32((byte | 0x20) &- 0x57)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state>
    private mutating func checked(_ code: UInt32, at end: Int) -> UInt32 {
        switch code {
        case 0:
            error(.nullCharacterReference, at: end)
            return 0xFFFD
        case 0x11_0000...:
            error(.characterReferenceOutsideUnicodeRange, at: end)
            return 0xFFFD
        case 0xD800...0xDFFF:
            error(.surrogateCharacterReference, at: end)
            return 0xFFFD
        case 0xFDD0...0xFDEF,
            _ where code & 0xFFFE == 0xFFFE:
            error(.noncharacterCharacterReference, at: end)
            return code
        case 0x0D, 0x01...0x08, 0x0B, 0x0E...0x1F, 0x7F...0x9F:
            error(.controlCharacterReference, at: end)
            return code < 0x80 ? code : UInt32(HTMLSingleByteTables.windows1252[Int(code) - 0x80])
        default:
            return code
        }
    }
}
