/// Validates UTF-8 (RFC 3629, section 4) in blocks, by comparing each byte with the three bytes before it.
public enum UTF8BlockValidator<Block: ByteVector> {
    /// The number of bytes before a block that this type reads. The caller ensures that they exist.
    @inlinable
    public static var lookBehind: Int { 3 }

    /// A quick check that accepts most well-formed blocks.
    ///
    /// It has no branches, not even for ASCII-only blocks: in most languages a misprediction costs more than the check.
    ///
    /// - Parameters:
    ///   - block: Bytes of a string.
    ///   - position: The offset of the block in `bytes`.
    ///   - bytes: A chunk with the block and `lookBehind` bytes before it.
    /// - Returns: The OR of all registers. If the highest bit of any byte is set, the caller must check the block with
    ///   ``isWellFormed(at:of:)``.
    @unsafe
    @inlinable @inline(__always)
    public static func possibleFaults(in block: Block, at position: Int, of bytes: Span<UInt8>) -> Block.Register {
        let previous = unsafe Block(uncheckedAt: position &- 1, in: bytes)
        let mustBeThird = unsafe Block(uncheckedAt: position &- 2, in: bytes).highBitsWhereAtLeast(0xE0)
        let faults = (block.isContinuation ^ (previous.highBitsWhereAtLeast(0xC0) | mustBeThird)).orOfRegisters
        // 0xC0 and 0xC1 are invalid. After 0xE0, and after some bytes from 0xED on, the second byte has a narrower range. Including
        // 0xE1 and all bytes from 0xED on, most of them valid but rare, saves 10 %.
        let mayHaveNarrowRange = (previous & 0xDE).isEqual(to: 0xC0).orOfRegisters
        let before = unsafe Block.Register(uncheckedAt: position &- lookBehind, in: bytes)
        return faults | mayHaveNarrowRange | block.maxOfRegisters.maximum(with: before).highBitsWhereAtLeast(0xED)
    }

    /// Whether a block is well-formed. Its last character may be incomplete; the check of the next block covers the rest.
    ///
    /// - Parameters:
    ///   - position: The offset of the block in `bytes`.
    ///   - bytes: A chunk with the block and `lookBehind` bytes before it.
    @unsafe
    @inlinable @inline(__always)
    public static func isWellFormed(at position: Int, of bytes: Span<UInt8>) -> Bool {
        let block = unsafe Block(uncheckedAt: position, in: bytes)
        let previous = unsafe Block(uncheckedAt: position &- 1, in: bytes)
        let mustBeThird = unsafe Block(uncheckedAt: position &- 2, in: bytes).highBitsWhereAtLeast(0xE0)
        let mustBeFourth = unsafe Block(uncheckedAt: position &- 3, in: bytes).highBitsWhereAtLeast(0xF0)
        let expected = previous.highBitsWhereAtLeast(0xC0) | mustBeThird | mustBeFourth
        let faults = (block.isContinuation ^ expected).orOfRegisters | (previous - 0xC2).maxOfRegisters.highBitsWhereAtLeast(0xFE)
        return (faults | secondByteFaults(in: block, after: previous)).highBits == 0
    }

    /// Finds second bytes outside of the narrower ranges after 0xE0, 0xED, 0xF0 and 0xF4, and invalid first bytes from 0xF5 on.
    @inlinable @inline(__always)
    static func secondByteFaults(in block: Block, after previous: Block) -> Block.Register {
        let isFromA0 = block.highBitsWhereAtLeast(0xA0)
        let faults = (previous.isEqual(to: 0xE0).andNot(isFromA0) | previous.isEqual(to: 0xED) & isFromA0).orOfRegisters
        let greatest = previous.maxOfRegisters
        guard greatest.highBitsWhereAtLeast(0xF0).highBits != 0 else { return faults }
        let isFrom90 = block.highBitsWhereAtLeast(0x90)
        let tooSmall = previous.isEqual(to: 0xF0).andNot(isFrom90)
        let tooLarge = previous.isEqual(to: 0xF4) & isFrom90
        return faults | (tooSmall | tooLarge).orOfRegisters | greatest.highBitsWhereAtLeast(0xF5)
    }
}
