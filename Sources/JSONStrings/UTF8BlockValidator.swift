/// Checks UTF-8 (RFC 3629, section 4), a block of bytes at once, by what stands up to three bytes before each byte.
public enum UTF8BlockValidator<Block: ByteVector> {
    /// How far before a block one has to be able to look, which the caller makes sure of.
    @inlinable
    public static var lookBehind: Int { 3 }

    /// Looks at a block in the way that is enough for most.
    ///
    /// Nothing is asked first, not even whether there is anything beyond ASCII or of three bytes: in most languages a wrong guess
    /// of the processor costs more than the check.
    ///
    /// - Parameters:
    ///   - block: Bytes of a string.
    ///   - position: Where it begins, with `lookBehind` bytes before it.
    ///   - bytes: The chunk that holds it.
    /// - Returns: A highest bit where the block may not be well-formed, so that ``isWellFormed(at:of:)`` has to be asked; those of
    ///   all its registers in one.
    @unsafe
    @inlinable @inline(__always)
    public static func possibleFaults(in block: Block, at position: Int, of bytes: Span<UInt8>) -> Block.Register {
        let previous = unsafe Block(uncheckedAt: position &- 1, in: bytes)
        let isThird = unsafe Block(uncheckedAt: position &- 2, in: bytes).highBitsWhereAtLeast(0xE0)
        let faults = (block.isContinuation ^ (previous.highBitsWhereAtLeast(0xC0) | isThird)).orOfRegisters
        // 0xC0 and 0xC1 begin no character; behind 0xE0, and some from 0xED on, the next byte has a narrower range. To ask for 0xE1
        // too, and for all from 0xED on, saves a tenth.
        let isNarrow = (previous & 0xDE).isEqual(to: 0xC0).orOfRegisters
        let before = unsafe Block.Register(uncheckedAt: position &- lookBehind, in: bytes)
        return faults | isNarrow | block.maxOfRegisters.maximum(with: before).highBitsWhereAtLeast(0xED)
    }

    /// Whether a block is well-formed, as far as it is here: its last character may end in the next one.
    @unsafe
    @inlinable @inline(__always)
    public static func isWellFormed(at position: Int, of bytes: Span<UInt8>) -> Bool {
        let block = unsafe Block(uncheckedAt: position, in: bytes)
        let previous = unsafe Block(uncheckedAt: position &- 1, in: bytes)
        let isThird = unsafe Block(uncheckedAt: position &- 2, in: bytes).highBitsWhereAtLeast(0xE0)
        let isFourth = unsafe Block(uncheckedAt: position &- 3, in: bytes).highBitsWhereAtLeast(0xF0)
        let wanted = previous.highBitsWhereAtLeast(0xC0) | isThird | isFourth
        let faults = (block.isContinuation ^ wanted).orOfRegisters | (previous - 0xC2).maxOfRegisters.highBitsWhereAtLeast(0xFE)
        return (faults | secondByteFaults(in: block, after: previous)).highBits == 0
    }

    /// First bytes whose second byte has a narrower range, and those from 0xF5 on, which begin no character.
    @inlinable @inline(__always)
    static func secondByteFaults(in block: Block, after previous: Block) -> Block.Register {
        let isLate = block.highBitsWhereAtLeast(0xA0)
        let faults = (previous.isEqual(to: 0xE0).andNot(isLate) | previous.isEqual(to: 0xED) & isLate).orOfRegisters
        let greatest = previous.maxOfRegisters
        guard greatest.highBitsWhereAtLeast(0xF0).highBits != 0 else { return faults }
        let isNotEarly = block.highBitsWhereAtLeast(0x90)
        let early = previous.isEqual(to: 0xF0).andNot(isNotEarly)
        let late = previous.isEqual(to: 0xF4) & isNotEarly
        return faults | (early | late).orOfRegisters | greatest.highBitsWhereAtLeast(0xF5)
    }
}
