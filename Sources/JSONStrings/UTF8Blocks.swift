/// Checks UTF-8 (RFC 3629, section 4), 64 bytes at once, by what stands up to three bytes before each byte.
enum UTF8Blocks {
    /// How far before a block one has to be able to look, which the caller makes sure of.
    static let reach = 3

    /// Looks at a block in the way that is enough for most.
    ///
    /// Nothing is asked first, not even whether there is anything beyond ASCII or of three bytes: in most languages a wrong guess
    /// of the processor costs more than the check.
    ///
    /// - Parameters:
    ///   - block: Bytes of a string.
    ///   - position: Where it begins, with `reach` bytes before it.
    ///   - bytes: The chunk that holds it.
    /// - Returns: A highest bit where the block may not be well-formed, so that ``isWellFormed(at:of:)`` has to be asked; those of
    ///   four vectors in one.
    @unsafe
    @inline(__always)
    static func doubts(in block: StringBlock, at position: Int, of bytes: Span<UInt8>) -> ByteVector {
        let previous = unsafe StringBlock(uncheckedAt: position &- 1, in: bytes)
        let isThird = unsafe StringBlock(uncheckedAt: position &- 2, in: bytes).map { $0.reaches(0xE0) }
        let faults = (block.map { $0.isContinuation } ^ (previous.map { $0.reaches(0xC0) } | isThird)).union
        // 0xC0 and 0xC1 begin no character; behind 0xE0, and some from 0xED on, the next byte has a narrower range. To ask for 0xE1
        // too, and for all from 0xED on, saves a tenth.
        let isNarrow = previous.map { ($0 & 0xDE).isEqual(to: 0xC0) }.union
        let before = unsafe ByteVector(uncheckedAt: position &- reach, in: bytes)
        return faults | isNarrow | block.greatestBytes.greater(of: before).reaches(0xED)
    }

    /// Whether a block is well-formed, as far as it is here: its last character may end in the next one.
    @unsafe
    @inline(__always)
    static func isWellFormed(at position: Int, of bytes: Span<UInt8>) -> Bool {
        let block = unsafe StringBlock(uncheckedAt: position, in: bytes)
        let previous = unsafe StringBlock(uncheckedAt: position &- 1, in: bytes)
        let isThird = unsafe StringBlock(uncheckedAt: position &- 2, in: bytes).map { $0.reaches(0xE0) }
        let isFourth = unsafe StringBlock(uncheckedAt: position &- 3, in: bytes).map { $0.reaches(0xF0) }
        let wanted = previous.map { $0.reaches(0xC0) } | isThird | isFourth
        let faults = (block.map { $0.isContinuation } ^ wanted).union | previous.map { $0 - 0xC2 }.greatestBytes.reaches(0xFE)
        return (faults | faultyRanges(in: block, behind: previous)).highBits == 0
    }

    /// First bytes whose second byte has a narrower range, and those from 0xF5 on, which begin no character.
    @inline(__always)
    private static func faultyRanges(in block: StringBlock, behind previous: StringBlock) -> ByteVector {
        let isLate = block.map { $0.reaches(0xA0) }
        let faults = (previous.map { $0.isEqual(to: 0xE0) }.without(isLate) | previous.map { $0.isEqual(to: 0xED) } & isLate).union
        let greatest = previous.greatestBytes
        guard greatest.reaches(0xF0).highBits != 0 else { return faults }
        let isNotEarly = block.map { $0.reaches(0x90) }
        let early = previous.map { $0.isEqual(to: 0xF0) }.without(isNotEarly)
        let late = previous.map { $0.isEqual(to: 0xF4) } & isNotEarly
        return faults | (early | late).union | greatest.reaches(0xF5)
    }
}
