/// Marks the first special byte of a string in a word: a quotation mark, a backslash, a control character, or a byte of a character
/// beyond ASCII. A mark is the highest bit of its byte.
///
/// Only the lowest mark is exact. The subtraction may carry into higher bytes and mark them wrongly.
@inline(__always)
func specialStringByteMask(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (word ^ broadcast(UInt8(ascii: "\""))) &- ones
    let backslashes = (word ^ broadcast(UInt8(ascii: "\\"))) &- ones
    let controls = word &- broadcast(0x20)
    return (quotes | backslashes | controls | word) & 0x8080_8080_8080_8080
}

/// Returns the offset of the first special byte of a string (``specialStringByteMask(_:)``) at or after `start`, or `end`.
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

/// Returns the offset of the first quotation mark or backslash at or after `start`, or `end`.
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

/// Returns the offset of the first byte at or after `start` that needs an escape in a string, or the end.
@inline(__always)
func firstByteToEscape(from start: Int, in bytes: Span<UInt8>) -> Int {
    var position = start
    while position &+ 8 <= bytes.count {
        let marks = byteToEscapeMask(word(at: position, in: bytes))
        if marks != 0 { return position &+ marks.trailingZeroBitCount >> 3 }
        position &+= 8
    }
    guard position < bytes.count else { return position }
    // The missing bytes of the word are 0, which needs an escape, so there is always a mark.
    let marks = byteToEscapeMask(partialWord(at: position, count: bytes.count &- position, in: bytes))
    return position &+ marks.trailingZeroBitCount >> 3
}

/// Marks the first byte in a word that needs an escape in a string, by its highest bit. Higher bytes may be marked wrongly.
@inline(__always)
private func byteToEscapeMask(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (word ^ broadcast(UInt8(ascii: "\""))) &- ones
    let backslashes = (word ^ broadcast(UInt8(ascii: "\\"))) &- ones
    return (quotes | backslashes | (word &- broadcast(0x20))) & ~word & 0x8080_8080_8080_8080
}
