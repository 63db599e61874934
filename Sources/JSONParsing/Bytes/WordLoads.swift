/// Eight bytes as one word, the first in the lowest bits, to look ahead.
@inline(__always)
func word(at offset: Int, in bytes: Span<UInt8>) -> UInt64 {
    precondition(offset >= 0 && offset &+ 8 <= bytes.count)
    return UInt64(littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
}

/// Fewer than eight bytes as one word, the first in the lowest bits; the rest is 0.
///
/// - Parameter count: From 1 to 7.
@inline(__always)
func partialWord(at offset: Int, count: Int, in bytes: Span<UInt8>) -> UInt64 {
    let end = offset &+ count
    if end >= 8 { return word(at: end &- 8, in: bytes) >> UInt64(64 &- 8 &* count) }
    if count >= 4 {
        let last = UInt64(UInt32(littleEndian: word32(at: end &- 4, in: bytes)))
        return UInt64(UInt32(littleEndian: word32(at: offset, in: bytes))) | last << UInt64(8 &* count &- 32)
    }
    let middle = count >> 1
    return UInt64(bytes[offset]) | UInt64(bytes[offset &+ middle]) << UInt64(8 &* middle)
        | UInt64(bytes[end &- 1]) << UInt64(8 &* count &- 8)
}

/// A number of four bytes, in the machine's own order.
@inline(__always)
func word32(at offset: Int, in bytes: Span<UInt8>) -> UInt32 {
    precondition(offset >= 0 && offset &+ 4 <= bytes.count)
    return unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
}

/// A word with the same byte eight times.
@inline(__always)
func broadcast(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

/// Marks, by the highest bit of its byte, the first byte in a word that ends a run of plain string characters:
/// a quotation mark, a backslash, a control character, or a byte of a character beyond ASCII.
///
/// Bytes above the lowest mark may be marked wrongly (a borrow runs upwards); the lowest mark is exact.
@inline(__always)
func specialStringByteMask(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (word ^ broadcast(UInt8(ascii: "\""))) &- ones
    let backslashes = (word ^ broadcast(UInt8(ascii: "\\"))) &- ones
    let controls = word &- broadcast(0x20)
    return (quotes | backslashes | controls | word) & 0x8080_8080_8080_8080
}

/// The offset of the first byte at or after `start` that is special in a string, or `end`.
@inline(__always)
func firstSpecialStringByte(from start: Int, to end: Int, in bytes: Span<UInt8>) -> Int {
    var position = start
    while position &+ 8 <= end {
        let marks = specialStringByteMask(word(at: position, in: bytes))
        if marks != 0 { return position &+ marks.trailingZeroBitCount >> 3 }
        position &+= 8
    }
    while position < end {
        let byte = bytes[position]
        if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return position }
        position &+= 1
    }
    return end
}

/// The offset of the first quotation mark or backslash at or after `start`, or `end`.
@inline(__always)
func firstQuoteOrBackslash(from start: Int, to end: Int, in bytes: Span<UInt8>) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var position = start
    while position &+ 8 <= end {
        let next = word(at: position, in: bytes)
        let quotes = next ^ broadcast(UInt8(ascii: "\""))
        let backslashes = next ^ broadcast(UInt8(ascii: "\\"))
        let marks = ((quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes) & highs
        if marks != 0 { return position &+ marks.trailingZeroBitCount >> 3 }
        position &+= 8
    }
    while position < end, bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\") { position &+= 1 }
    return position
}

/// The offset of the first byte at or after `start` that a writer has to escape, or the end.
@inline(__always)
func firstByteToEscape(from start: Int, in bytes: Span<UInt8>) -> Int {
    var position = start
    while position &+ 8 <= bytes.count {
        let marks = byteToEscapeMask(word(at: position, in: bytes))
        if marks != 0 { return position &+ marks.trailingZeroBitCount >> 3 }
        position &+= 8
    }
    guard position < bytes.count else { return position }
    // What lies behind the end is 0, a control character.
    let marks = byteToEscapeMask(partialWord(at: position, count: bytes.count &- position, in: bytes))
    return position &+ marks.trailingZeroBitCount >> 3
}

/// Marks, by the highest bit of its byte, the first byte in a word that a writer has to escape. Bytes above may be marked wrongly.
@inline(__always)
private func byteToEscapeMask(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (word ^ broadcast(UInt8(ascii: "\""))) &- ones
    let backslashes = (word ^ broadcast(UInt8(ascii: "\\"))) &- ones
    return (quotes | backslashes | (word &- broadcast(0x20))) & ~word & 0x8080_8080_8080_8080
}
