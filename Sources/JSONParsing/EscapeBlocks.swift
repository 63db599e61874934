/// Finds and checks the escapes of a string (RFC 8259, section 7), 64 bytes after 64 bytes, by bits of all of them at once.
struct EscapeBlocks {
    /// 1 if a backslash at the end of the block before makes the next byte part of an escape.
    private var escaped: UInt64 = 0
    /// The first bytes of the next block that have to be hexadecimal digits.
    private var wantedDigits: UInt64 = 0

    /// Looks at the next block.
    ///
    /// - Parameters:
    ///   - block: What follows the block of the call before.
    ///   - quotes: Where its quotation marks are.
    /// - Returns: The bytes behind the backslash of an escape, and those at which an escape is faulty.
    @inline(__always)
    mutating func next(_ block: StringBlock, quotes: UInt64) -> (escaped: UInt64, faults: UInt64) {
        let backslashes = block.places(of: UInt8(ascii: "\\"))
        let escaped = escapedBytes(backslashes)
        let frequent = block.bits {
            ($0.isEqual(to: UInt8(ascii: "n")) | $0.isEqual(to: UInt8(ascii: "r")))
                | ($0.isEqual(to: UInt8(ascii: "t")) | $0.isEqual(to: UInt8(ascii: "/")))
        }
        let rest = escaped & ~(frequent | quotes | backslashes)
        guard rest | wantedDigits != 0 else { return (escaped, 0) }
        return (escaped, faults(in: block, at: rest))
    }

    /// The bytes that stand behind a backslash which is not itself behind such a one.
    ///
    /// In a run of backslashes every other one begins an escape. A subtraction carries through each run; whether the run began at
    /// an even or an odd place decides which bits come out (Langdale and Lemire, Parsing Gigabytes of JSON per Second, 3.1.1).
    @inline(__always)
    private mutating func escapedBytes(_ backslashes: UInt64) -> UInt64 {
        let odd: UInt64 = 0xAAAA_AAAA_AAAA_AAAA
        let starts = backslashes & ~escaped
        let alternating = ((starts << 1 | odd) &- starts) ^ odd
        defer { escaped = (alternating & backslashes) >> 63 }
        return alternating ^ (backslashes | escaped)
    }

    /// Checks what is not one of the frequent escapes.
    @inline(__always)
    private mutating func faults(in block: StringBlock, at letters: UInt64) -> UInt64 {
        let isUnicode = letters & block.places(of: UInt8(ascii: "u"))
        let isRare = block.bits { $0.isEqual(to: UInt8(ascii: "b")) | $0.isEqual(to: UInt8(ascii: "f")) }
        let digits = block.bits { ($0 - UInt8(ascii: "0")).isAtMost(9) | (($0 & 0xDF) - UInt8(ascii: "A")).isAtMost(5) }
        let wanted = isUnicode << 1 | isUnicode << 2 | isUnicode << 3 | isUnicode << 4 | wantedDigits
        wantedDigits = isUnicode >> 63 | isUnicode >> 62 | isUnicode >> 61 | isUnicode >> 60
        return letters & ~(isUnicode | isRare) | wanted & ~digits
    }
}
