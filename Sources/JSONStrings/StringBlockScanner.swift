/// Looks through strings of any length, 64 bytes after 64 bytes, with the vectors that it is asked for.
public enum StringBlockScanner<Block: ByteVector> {
    /// Finds the quotation mark that ends a string.
    ///
    /// - Parameters:
    ///   - start: Where the string's content begins, behind a quotation mark. The three bytes before, as far as they are in the chunk,
    ///     have been checked: a first byte of a character in them has its others.
    ///   - bytes: The chunk.
    /// - Returns: The place of the closing quotation mark; nil if the string is faulty, or if its last block, with what is looked at
    ///   behind it, is not all in the chunk: then one has to look byte by byte.
    @inlinable @inline(never)
    public static func end(from start: Int, in bytes: Span<UInt8>) -> Int? {
        precondition(Block.count == UInt64.bitWidth)
        var position = start
        // A string at the very beginning has less before it than is looked at.
        while position < UTF8BlockValidator<Block>.lookBehind {
            guard position < bytes.count, isPlain(bytes[position]) else { return nil }
            position &+= 1
        }
        var escapes = EscapeBlockValidator<Block>()
        // This is what makes sure that everything below reads what is there, without a check for each vector.
        while position &+ Block.count &+ EscapeBlockValidator<Block>.lookAhead <= bytes.count {
            let block = unsafe Block(uncheckedAt: position, in: bytes)
            let possibleFaults = unsafe UTF8BlockValidator.possibleFaults(in: block, at: position, of: bytes).highBits
            let controls = block.minOfRegisters.isAtMost(0x1F).highBits
            let quotes = block.isEqual(to: UInt8(ascii: "\"")).highBits
            let (escaped, unchecked) = unsafe escapes.next(block, quotes: quotes, at: position, of: bytes)
            if possibleFaults | unchecked != 0 {
                guard unsafe possibleFaults == 0 || isWellFormed(at: position, in: bytes) else { return nil }
                guard unsafe unchecked == 0 || areValidEscapes(unchecked, at: position, in: bytes) else { return nil }
            }
            let ends = quotes & ~escaped
            if ends | controls != 0 {
                guard ends != 0, unsafe controls == 0 || !hasControls(before: ends, at: position, in: bytes) else { return nil }
                return position &+ ends.trailingZeroBitCount
            }
            position &+= Block.count
        }
        return nil
    }

    /// Whether a byte stands for itself, and is ASCII.
    @inlinable @inline(__always)
    static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    // What follows is not asked of every block. It is apart, and reads the block again, so that the loop has the registers to itself.

    @unsafe
    @inlinable @inline(never)
    static func isWellFormed(at position: Int, in bytes: Span<UInt8>) -> Bool {
        unsafe UTF8BlockValidator<Block>.isWellFormed(at: position, of: bytes)
    }

    @unsafe
    @inlinable @inline(never)
    static func areValidEscapes(_ letters: UInt64, at position: Int, in bytes: Span<UInt8>) -> Bool {
        unsafe EscapeBlockValidator<Block>.areValidEscapes(letters, at: position, of: bytes)
    }

    /// Whether there is a control character before the first of the ends. There may be line breaks behind it, in readable JSON.
    @unsafe
    @inlinable @inline(never)
    static func hasControls(before ends: UInt64, at position: Int, in bytes: Span<UInt8>) -> Bool {
        unsafe Block(uncheckedAt: position, in: bytes).isAtMost(0x1F).highBits & (ends &- 1) & ~ends != 0
    }
}
