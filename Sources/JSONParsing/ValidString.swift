/// Finds the quotation mark that ends a string, if all of the string is here and right. Looks at 64 bytes at once.
///
/// - Parameters:
///   - start: Where the string's content begins, behind a quotation mark.
///   - bytes: The chunk.
/// - Returns: The place of the closing quotation mark; nil if the string is faulty, or ends so near the end of the chunk
///   that one has to look byte by byte.
@inline(__always)
func endOfValidString(from start: Int, in bytes: Span<UInt8>) -> Int? {
    guard start &+ 16 <= bytes.count else { return nil }
    // Most names and many values are short.
    let first = vector(at: start, in: bytes)
    let special = first.specialStringBytes.bits
    if special != 0 {
        let place = special.trailingZeroBitCount
        if bytes[start &+ place] == UInt8(ascii: "\""), first.isASCII { return start &+ place }
    }
    return endOfValidLongString(from: start, in: bytes)
}

@inline(never)
private func endOfValidLongString(from start: Int, in bytes: Span<UInt8>) -> Int? {
    guard start >= 3 else { return nil }
    var position = start
    /// Whether the first byte of the block belongs to an escape that began in the block before.
    var isEscaped: UInt64 = 0
    /// Whether the byte before the block is a backslash that begins no escape.
    var isBehindEscapedBackslash = false
    /// Whether a character of three or four bytes may reach into the block.
    var isBehindLongCharacter = false
    while position &+ StringBlock.count <= bytes.count {
        let block = StringBlock(at: position, in: bytes)
        let previous = StringBlock(at: position &- 1, in: bytes)
        // Bytes behind the string are judged too, and have to be right as well in a text that is. Not to ask first whether there
        // is anything beyond ASCII is faster in most languages: a wrong guess of the processor costs more than the check.
        let hasLongCharacters = block.hasLongCharacters
        if hasLongCharacters || isBehindLongCharacter {
            guard isValidUTF8(at: position, in: bytes) else { return nil }
        } else if block.hasMalformedShortCharacters(after: previous) {
            return nil
        }
        isBehindLongCharacter = hasLongCharacters && block.mayEndInLongCharacter
        if !isBehindEscapedBackslash {
            // What is not easy is as a rule the end of the string or an escape with digits.
            var hard = block.isEasy(after: previous) ? 0 : block.hardBytes(after: previous)
            while hard != 0 {
                let place = position &+ hard.trailingZeroBitCount
                if bytes[place] == UInt8(ascii: "\"") { return place }
                guard bytes[place] == UInt8(ascii: "u"), isValidEscape(at: place &- 1, in: bytes) else { break }
                hard &= hard &- 1
            }
            if hard == 0 {
                isEscaped = 0
                position &+= StringBlock.count
                if block.endsWithBackslash {
                    guard isValidEscape(at: position &- 1, in: bytes) else { return nil }
                    isEscaped = 1
                }
                continue
            }
        }
        var special = block.specialStringBytes & ~isEscaped
        isEscaped = 0
        while special != 0 {
            let bit = UInt64(special.trailingZeroBitCount)
            let place = position &+ Int(bit)
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") { return place }
            guard byte == UInt8(ascii: "\\"), isValidEscape(at: place, in: bytes) else { return nil }
            special &= special &- 1
            if bit == 63 { isEscaped = 1 } else { special &= ~(2 << bit) }
        }
        isBehindEscapedBackslash = isEscaped == 0 && block.endsWithBackslash
        position &+= StringBlock.count
    }
    return nil
}

/// Whether 64 bytes are well-formed UTF-8, whatever characters there are.
@inline(never)
private func isValidUTF8(at position: Int, in bytes: Span<UInt8>) -> Bool {
    let early = malformedUTF8(at: position, in: bytes) .| malformedUTF8(at: position &+ 16, in: bytes)
    let late = malformedUTF8(at: position &+ 32, in: bytes) .| malformedUTF8(at: position &+ 48, in: bytes)
    return (early .| late).isEmpty
}

/// Whether an escape stands here that RFC 8259, section 7 allows; false also if it ends so near the end of the chunk that one
/// has to look byte by byte. Without branches, because which escape comes next cannot be guessed.
@inline(__always)
private func isValidEscape(at place: Int, in bytes: Span<UInt8>) -> Bool {
    guard place &+ 8 <= bytes.count else { return false }
    let escape = word(at: place, in: bytes)
    let letter = escape >> 8 & 0xFF
    /// A bit for each of `"` and `/`, and for each of `\`, `b`, `f`, `n`, `r` and `t`, less 64.
    let marks: UInt64 = 1 << 0x22 | 1 << 0x2F
    let letters: UInt64 = 1 << 0x1C | 1 << 0x22 | 1 << 0x26 | 1 << 0x2E | 1 << 0x32 | 1 << 0x34
    let isShort = (letter & 0x40 == 0 ? marks : letters) >> (letter & 0x3F) & ~(letter >> 7) & 1
    let isUnicode: UInt64 = letter == UInt64(UInt8(ascii: "u")) ? 1 : 0
    let hasDigits: UInt64 = areHexadecimal(UInt32(truncatingIfNeeded: escape >> 16)) ? 1 : 0
    return isShort | isUnicode & hasDigits != 0
}
