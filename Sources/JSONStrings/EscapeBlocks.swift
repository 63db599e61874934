/// Finds and checks the escapes of a string (RFC 8259, section 7), 64 bytes after 64 bytes, by bits of all of them at once.
struct EscapeBlocks {
    /// How far behind a block one has to be able to look, which the caller makes sure of.
    static let reach = 5

    /// 1 if a backslash at the end of the block before makes the next byte part of an escape.
    private var escaped: UInt64 = 0

    /// Looks at the next block.
    ///
    /// - Parameters:
    ///   - block: What follows the block of the call before.
    ///   - quotes: Where its quotation marks are.
    ///   - position: Where it begins.
    ///   - bytes: The chunk that holds it and `reach` bytes more.
    /// - Returns: The bytes behind the backslash of an escape, and those of them that ``areEscapes(_:at:of:)`` has to be asked for.
    @unsafe
    @inline(__always)
    mutating func next(
        _ block: StringBlock, quotes: UInt64, at position: Int, of bytes: Span<UInt8>
    ) -> (escaped: UInt64, unknown: UInt64) {
        let backslashes = block.places(of: UInt8(ascii: "\\"))
        let escaped = escapedBytes(backslashes)
        let frequent = block.bits { $0.isEqual(to: UInt8(ascii: "n")) | $0.isEqual(to: UInt8(ascii: "/")) }
        let rest = escaped & ~(frequent | quotes | backslashes)
        // The first \u of a block is checked without asking whether it is there.
        let first = position &+ rest.trailingZeroBitCount
        return unsafe (escaped, Self.isUnicode(at: first, in: bytes) ? rest & (rest &- 1) : rest)
    }

    /// Whether a u and four hexadecimal digits stand there.
    @unsafe
    @inline(__always)
    private static func isUnicode(at position: Int, in bytes: Span<UInt8>) -> Bool {
        let letter = unsafe bytes[unchecked: position]
        let four = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position &+ 1, as: UInt32.self)
        let digits = unsafe ByteVector(unsafeBitCast(SIMD4(four, 0, 0, 0), to: SIMD16<UInt8>.self))
        return notDigits(digits).highBits & 0xF | UInt64(letter ^ UInt8(ascii: "u")) == 0
    }

    /// Has the highest bit of each byte that is no hexadecimal digit.
    @inline(__always)
    private static func notDigits(_ vector: ByteVector) -> ByteVector {
        (vector ^ 0x30).exceeds(9) & ((vector | 0x20) - UInt8(ascii: "a")).exceeds(5)
    }

    /// The bytes that stand behind a backslash which is not itself behind such a one.
    ///
    /// In a run of backslashes every other one begins an escape. A subtraction carries through each run; whether the run began at
    /// an even or an odd place decides which bits come out (Langdale and Lemire, Parsing Gigabytes of JSON per Second, 3.1.1).
    @inline(__always)
    private mutating func escapedBytes(_ backslashes: UInt64) -> UInt64 {
        // Seldom are there two in a row. To ask for that first saves a thirtieth.
        let behind = backslashes << 1 | escaped
        if behind & backslashes == 0 {
            escaped = backslashes >> 63
            return behind
        }
        let odd: UInt64 = 0xAAAA_AAAA_AAAA_AAAA
        let starts = backslashes & ~escaped
        let alternating = ((starts << 1 | odd) &- starts) ^ odd
        defer { escaped = (alternating & backslashes) >> 63 }
        return alternating ^ (backslashes | escaped)
    }

    /// Whether each of the bytes, one at least, goes on with an escape whose backslash is before it; none is frequent.
    @unsafe
    @inline(__always)
    static func areEscapes(_ letters: UInt64, at position: Int, of bytes: Span<UInt8>) -> Bool {
        // Mostly it is one short escape, \r before \n.
        var letters = letters
        while isShortEscape(unsafe bytes[unchecked: position &+ letters.trailingZeroBitCount]) {
            letters &= letters &- 1
            if letters == 0 { return true }
        }
        let block = unsafe StringBlock(uncheckedAt: position, in: bytes)
        let unicode = letters & block.places(of: UInt8(ascii: "u"))
        var faults = letters & ~unicode
        if faults != 0 {
            faults &= ~block.bits {
                ($0 | 4).isEqual(to: UInt8(ascii: "f")) | $0.isEqual(to: UInt8(ascii: "r")) | $0.isEqual(to: UInt8(ascii: "t"))
            }
        }
        guard unicode != 0 else { return faults == 0 }
        let wanted = unicode << 1 | unicode << 2 | unicode << 3 | unicode << 4
        // The digits of the last one may be in the next block.
        let last = position &+ 63 &- unicode.leadingZeroBitCount
        return unsafe faults | wanted & block.bits { Self.notDigits($0) } == 0 && isUnicode(at: last, in: bytes)
    }

    @inline(__always)
    private static func isShortEscape(_ letter: UInt8) -> Bool {
        switch letter {
        case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "r"), UInt8(ascii: "t"): true
        default: false
        }
    }
}
