/// Checks UTF-8 (RFC 3629, section 4), 64 bytes after 64 bytes, by bits of all of them at once.
struct UTF8Blocks {
    /// The first bytes of the next block that have to be continuation bytes.
    private var wanted: UInt64 = 0

    /// Where a block is not well-formed.
    ///
    /// - Parameters:
    ///   - block: What follows the block of the call before.
    ///   - position: Where it begins; at least 1.
    ///   - bytes: The chunk that holds it.
    /// - Returns: A bit for each byte that cannot stand where it stands, or all bits; the lowest is exact unless all are set.
    @inline(__always)
    mutating func faults(in block: StringBlock, at position: Int, of bytes: Span<UInt8>) -> UInt64 {
        // Not to ask first whether there is anything beyond ASCII is faster in most languages: a wrong guess of the processor
        // costs more than the check.
        let high = block.bit7
        let second = block.bit6
        let leads = high & second
        var continuations = leads << 1 | wanted
        wanted = leads >> 63
        // 0xC0 and 0xC1 begin no character.
        if block.contains({ ($0 & 0xFE).isEqual(to: 0xC0) }) { return .max }
        var faults: UInt64 = 0
        // Three or four bytes a character are asked for where there are any.
        if block.greatestBytes.isAtLeast(0xE0).highBits != 0 || bytes[position &- 1] >= 0xE0 {
            let long = leads & block.bit5
            let longest = long & block.bit4
            continuations |= long << 2 | longest << 3
            wanted |= long >> 62 | longest >> 61
            faults = Self.faultyRanges(in: block, at: position, of: bytes)
        }
        return faults | (continuations ^ (high & ~second))
    }

    /// First bytes whose second byte has a narrower range, and those that no character begins with.
    @inline(__always)
    private static func faultyRanges(in block: StringBlock, at position: Int, of bytes: Span<UInt8>) -> UInt64 {
        // Each bit stands at the byte behind the one that was asked.
        let previous = StringBlock(at: position &- 1, in: bytes)
        let isLate = block.bit5
        let faults = previous.places(of: 0xE0) & ~isLate | previous.places(of: 0xED) & isLate
        guard previous.greatestBytes.isAtLeast(0xF0).highBits != 0 || bytes[position &+ StringBlock.count &- 1] >= 0xF5 else {
            return faults
        }
        let isNotEarly = isLate | block.bit4
        let isTooGreat = block.bits { $0.isAtLeast(0xF5) }
        return faults | previous.places(of: 0xF0) & ~isNotEarly | previous.places(of: 0xF4) & isNotEarly | isTooGreat
    }
}
