/// Finds the quotation mark that ends a string, if all of the string is here and right. Looks at 64 bytes at once.
///
/// - Parameters:
///   - start: Where the string's content begins, behind a quotation mark.
///   - bytes: The chunk.
/// - Returns: The place of the closing quotation mark; nil if the string is faulty, or ends so near the end of the chunk
///   that one has to look byte by byte.
@inline(__always)
func endOfValidString(from start: Int, in bytes: Span<UInt8>) -> Int? {
    guard start &+ ByteVector.count <= bytes.count else { return nil }
    // Most names and many values are short.
    let first = ByteVector(at: start, in: bytes)
    let special = first.isEqual(to: UInt8(ascii: "\"")) | first.isEqual(to: UInt8(ascii: "\\")) | first.isAtMost(0x1F)
    let stops = (first | special).highBits
    if stops != 0 {
        let place = start &+ stops.trailingZeroBitCount
        if bytes[place] == UInt8(ascii: "\"") { return place }
    }
    return endOfValidLongString(from: start, in: bytes)
}

@inline(never)
private func endOfValidLongString(from start: Int, in bytes: Span<UInt8>) -> Int? {
    guard start > 0 else { return nil }
    var position = start
    var characters = UTF8Blocks()
    var escapes = EscapeBlocks()
    while position &+ StringBlock.count <= bytes.count {
        let block = StringBlock(at: position, in: bytes)
        let quotes = block.places(of: UInt8(ascii: "\""))
        let (escaped, faultyEscapes) = escapes.next(block, quotes: quotes)
        var faults = characters.faults(in: block, at: position, of: bytes) | faultyEscapes
        if block.leastBytes.isAtMost(0x1F).highBits != 0 { faults |= block.bits { $0.isAtMost(0x1F) } }
        let stops = quotes & ~escaped | faults
        if stops != 0 {
            let place = stops.trailingZeroBitCount
            return faults >> UInt64(place) & 1 == 0 ? position &+ place : nil
        }
        position &+= StringBlock.count
    }
    return nil
}
