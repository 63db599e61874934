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
    let blockBytes = 64
    guard start >= 3 else { return nil }
    var position = start
    /// Whether the first byte of the block belongs to an escape that began in the block before.
    var isEscaped: UInt64 = 0
    /// Whether a character may reach into the block.
    var endsInCharacter = false
    while position &+ blockBytes <= bytes.count {
        let first = vector(at: position, in: bytes)
        let second = vector(at: position &+ 16, in: bytes)
        let third = vector(at: position &+ 32, in: bytes)
        let fourth = vector(at: position &+ 48, in: bytes)
        if endsInCharacter || !(first | second | third | fourth).isASCII {
            let fault =
                malformedUTF8(at: position, in: bytes) .| malformedUTF8(at: position &+ 16, in: bytes)
                .| malformedUTF8(at: position &+ 32, in: bytes) .| malformedUTF8(at: position &+ 48, in: bytes)
            // Bytes behind the string are judged too, and have to be right as well in a text that is.
            guard fault.isEmpty else { return nil }
            endsInCharacter = fourth.words[1] >> 40 & 0x80_8080 != 0
        }
        var special =
            first.specialStringBytes.bits | second.specialStringBytes.bits << 16 | third.specialStringBytes.bits << 32
            | fourth.specialStringBytes.bits << 48
        special &= ~isEscaped
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
        position &+= blockBytes
    }
    return nil
}

/// Whether an escape stands here that RFC 8259, section 7 allows; false also if it is not all here.
@inline(__always)
private func isValidEscape(at place: Int, in bytes: Span<UInt8>) -> Bool {
    guard place &+ 6 <= bytes.count else { return false }
    switch bytes[place &+ 1] {
    case UInt8(ascii: "n"), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
        UInt8(ascii: "r"), UInt8(ascii: "t"):
        return true
    case UInt8(ascii: "u"):
        return isHexadecimal(bytes[place &+ 2]) && isHexadecimal(bytes[place &+ 3]) && isHexadecimal(bytes[place &+ 4])
            && isHexadecimal(bytes[place &+ 5])
    default:
        return false
    }
}
