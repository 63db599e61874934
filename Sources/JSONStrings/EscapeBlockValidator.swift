/// Finds and checks the escapes of a string (RFC 8259, section 7), 64 bytes after 64 bytes, by bits of all of them at once.
public struct EscapeBlockValidator<Block: ByteVector> {
    /// How far behind a block one has to be able to look, which the caller makes sure of.
    @inlinable
    public static var lookAhead: Int { 5 }

    /// 1 if a backslash at the end of the block before makes the next byte part of an escape.
    @usableFromInline var escaped: UInt64 = 0

    /// Looks from the beginning of a string on.
    @inlinable @inline(__always)
    public init() {}

    /// Looks at the next block.
    ///
    /// - Parameters:
    ///   - block: What follows the block of the call before.
    ///   - quotes: Where its quotation marks are.
    ///   - position: Where it begins.
    ///   - bytes: The chunk that holds it and `lookAhead` bytes more.
    /// - Returns: The bytes behind the backslash of an escape, and those of them that ``areValidEscapes(_:at:of:)`` has to be asked for.
    @unsafe
    @inlinable @inline(__always)
    public mutating func next(
        _ block: Block, quotes: UInt64, at position: Int, of bytes: Span<UInt8>
    ) -> (escaped: UInt64, unchecked: UInt64) {
        let backslashes = block.isEqual(to: UInt8(ascii: "\\")).highBits
        let escaped = escapedBytes(backslashes)
        let frequent = (block.isEqual(to: UInt8(ascii: "n")) | block.isEqual(to: UInt8(ascii: "/"))).highBits
        let rest = escaped & ~(frequent | quotes | backslashes)
        // The first \u of a block is checked without asking whether it is there, and taken out by arithmetic: no branch, which the
        // processor would guess wrong.
        let fault = unsafe Self.unicodeEscapeFault(at: position &+ rest.trailingZeroBitCount, in: bytes)
        let isFaulty = ~UInt64(bitPattern: Int64(bitPattern: fault &- 1) >> 63)
        return (escaped, rest & (rest &- 1 | isFaulty))
    }

    /// 0 if a u and four hexadecimal digits stand there, otherwise a small number.
    @unsafe
    @inlinable @inline(__always)
    static func unicodeEscapeFault(at position: Int, in bytes: Span<UInt8>) -> UInt64 {
        let letter = unsafe bytes[unchecked: position]
        let four = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position &+ 1, as: UInt32.self)
        return nonHexDigits(Block.Register(word: four)).highBits & 0xF | UInt64(letter ^ UInt8(ascii: "u"))
    }

    /// Has the highest bit of each byte that is no hexadecimal digit.
    @inlinable @inline(__always)
    static func nonHexDigits<Vector: ByteVector>(_ vector: Vector) -> Vector {
        (vector ^ 0x30).highBitsWhereGreater(than: 9) & ((vector | 0x20) - UInt8(ascii: "a")).highBitsWhereGreater(than: 5)
    }

    /// The bytes that stand behind a backslash which is not itself behind such a one.
    ///
    /// In a run of backslashes every other one begins an escape. A subtraction carries through each run; whether the run began at
    /// an even or an odd place decides which bits come out (Langdale and Lemire, Parsing Gigabytes of JSON per Second, 3.1.1).
    @inlinable @inline(__always)
    mutating func escapedBytes(_ backslashes: UInt64) -> UInt64 {
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
    @inlinable @inline(__always)
    public static func areValidEscapes(_ letters: UInt64, at position: Int, of bytes: Span<UInt8>) -> Bool {
        // Mostly it is one short escape, \r before \n.
        var letters = letters
        while isShortEscape(unsafe bytes[unchecked: position &+ letters.trailingZeroBitCount]) {
            letters &= letters &- 1
            if letters == 0 { return true }
        }
        let block = unsafe Block(uncheckedAt: position, in: bytes)
        let unicode = letters & block.isEqual(to: UInt8(ascii: "u")).highBits
        var faults = letters & ~unicode
        if faults != 0 {
            let isShort =
                (block | 4).isEqual(to: UInt8(ascii: "f")) | block.isEqual(to: UInt8(ascii: "r")) | block.isEqual(to: UInt8(ascii: "t"))
            faults &= ~isShort.highBits
        }
        guard unicode != 0 else { return faults == 0 }
        let wanted = unicode << 1 | unicode << 2 | unicode << 3 | unicode << 4
        // The digits of the last one may be in the next block.
        let last = position &+ 63 &- unicode.leadingZeroBitCount
        return unsafe faults | wanted & nonHexDigits(block).highBits == 0 && unicodeEscapeFault(at: last, in: bytes) == 0
    }

    @inlinable @inline(__always)
    static func isShortEscape(_ letter: UInt8) -> Bool {
        switch letter {
        case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "r"), UInt8(ascii: "t"): true
        default: false
        }
    }
}
