/// Finds the quotation mark that ends a string, if all of the string is here and right. Looks at 64 bytes at once.
///
/// - Parameters:
///   - start: Where the string's content begins, behind a quotation mark. The three bytes before, as far as they are in the chunk,
///     have been checked: a first byte of a character in them has its others.
///   - bytes: The chunk.
/// - Returns: The place of the closing quotation mark; nil if the string is faulty, or ends so near the end of the chunk
///   that one has to look byte by byte.
@inline(__always)
func endOfValidString(from start: Int, in bytes: Span<UInt8>) -> Int? {
    guard start &+ ByteVector.count <= bytes.count else { return nil }
    // Most names and many values are short.
    let first = ByteVector(at: start, in: bytes)
    let quotes = first.isEqual(to: UInt8(ascii: "\""))
    let stops = (first | quotes | first.isEqual(to: UInt8(ascii: "\\")) | first.isAtMost(0x1F)).highBits
    // One question, whether the first of the stops is a quotation mark: two are guessed wrong more often.
    let end = quotes.highBits & stops & (0 &- stops)
    if end != 0 { return start &+ end.trailingZeroBitCount }
    return endOfValidLongString(from: start, in: bytes)
}

@inline(never)
private func endOfValidLongString(from start: Int, in bytes: Span<UInt8>) -> Int? {
    var position = start
    // A string at the very beginning has less before it than is looked at.
    while position < UTF8Blocks.reach {
        guard position < bytes.count, isPlain(bytes[position]) else { return nil }
        position &+= 1
    }
    var escapes = EscapeBlocks()
    // This is what makes sure that everything below reads what is there, without a check for each vector.
    while position &+ StringBlock.count &+ EscapeBlocks.reach <= bytes.count {
        let block = unsafe StringBlock(uncheckedAt: position, in: bytes)
        let doubts = unsafe UTF8Blocks.doubts(in: block, at: position, of: bytes).highBits
        let controls = block.leastBytes.isAtMost(0x1F).highBits
        let quotes = block.places(of: UInt8(ascii: "\""))
        let (escaped, unknown) = unsafe escapes.next(block, quotes: quotes, at: position, of: bytes)
        if doubts | unknown != 0 {
            guard unsafe doubts == 0 || isWellFormed(at: position, in: bytes) else { return nil }
            guard unsafe unknown == 0 || areEscapes(unknown, at: position, in: bytes) else { return nil }
        }
        let ends = quotes & ~escaped
        if ends | controls != 0 {
            guard ends != 0, unsafe controls == 0 || !hasControls(before: ends, at: position, in: bytes) else { return nil }
            return position &+ ends.trailingZeroBitCount
        }
        position &+= StringBlock.count
    }
    return nil
}

/// Whether a byte stands for itself, and is ASCII.
private func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
}

// What follows is not asked of every block. It is apart, and reads the block again, so that the loop has the registers to itself.

@unsafe
@inline(never)
private func isWellFormed(at position: Int, in bytes: Span<UInt8>) -> Bool {
    unsafe UTF8Blocks.isWellFormed(at: position, of: bytes)
}

@unsafe
@inline(never)
private func areEscapes(_ letters: UInt64, at position: Int, in bytes: Span<UInt8>) -> Bool {
    unsafe EscapeBlocks.areEscapes(letters, at: position, of: bytes)
}

/// Whether there is a control character before the first of the ends. There may be line breaks behind it, in readable JSON.
@unsafe
@inline(never)
private func hasControls(before ends: UInt64, at position: Int, in bytes: Span<UInt8>) -> Bool {
    unsafe StringBlock(uncheckedAt: position, in: bytes).bits { $0.isAtMost(0x1F) } & (ends &- 1) & ~ends != 0
}
