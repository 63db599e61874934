/// Validates strings of any length in blocks of 64 bytes, with vectors of any register width.
public enum StringBlockScanner<Block: ByteVector> {
    /// Validates a string and finds its closing quotation mark.
    ///
    /// - Parameters:
    ///   - start: The offset after the opening quotation mark. The three bytes before it, if they are in the chunk, contain no incomplete
    ///     UTF-8 character.
    ///   - bytes: The chunk.
    /// - Returns: The offset of the closing quotation mark. nil if the string is invalid, or if the chunk ends within its last block or
    ///   the look-ahead after it: the caller then scans byte by byte.
    @inlinable @inline(never)
    public static func end(from start: Int, in bytes: Span<UInt8>) -> Int? {
        precondition(Block.count == UInt64.bitWidth)
        var position = start
        // At the start of the chunk there are too few bytes to look behind.
        while position < UTF8BlockValidator<Block>.lookBehind {
            guard position < bytes.count, isPlain(bytes[position]) else { return nil }
            position &+= 1
        }
        var escapes = EscapeBlockValidator<Block>()
        // This bounds check covers all unchecked loads below.
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

    /// Whether a byte is an ASCII character that needs no escape.
    @inlinable @inline(__always)
    static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    // Few blocks need these slow paths. They are not inlined and load the block again, so that the loop keeps all vector registers.

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

    /// Whether there is a control character before the first of the bits in `ends`. After it there may be line breaks, in indented JSON.
    @unsafe
    @inlinable @inline(never)
    static func hasControls(before ends: UInt64, at position: Int, in bytes: Span<UInt8>) -> Bool {
        unsafe Block(uncheckedAt: position, in: bytes).isAtMost(0x1F).highBits & (ends &- 1) & ~ends != 0
    }
}
