/// Finds and validates the escapes of a string (RFC 8259, section 7) in blocks of 64 bytes, with one bit per byte.
public struct EscapeBlockValidator<Block: ByteVector> {
    /// The number of bytes after a block that this type reads. The caller ensures that they exist.
    @inlinable
    public static var lookAhead: Int { 5 }

    /// 1 if the previous block ends with a backslash that escapes the first byte of the next block.
    @usableFromInline var escaped: UInt64 = 0

    /// Starts at the beginning of a string.
    @inlinable @inline(__always)
    public init() {}

    /// Finds the escapes of the next block and validates the frequent ones.
    ///
    /// - Parameters:
    ///   - block: The block after that of the previous call.
    ///   - quotes: The bits of its quotation marks.
    ///   - position: The offset of the block in `bytes`.
    ///   - bytes: A chunk with the block and `lookAhead` bytes after it.
    /// - Returns: The bits of all escaped bytes, and the bits of those that the caller must validate with
    ///   ``areValidEscapes(_:at:of:)``.
    @unsafe
    @inlinable @inline(__always)
    public mutating func next(
        _ block: Block, quotes: UInt64, at position: Int, of bytes: Span<UInt8>
    ) -> (escaped: UInt64, unchecked: UInt64) {
        let backslashes = block.isEqual(to: UInt8(ascii: "\\")).highBits
        let escaped = escapedBytes(backslashes)
        let frequent = (block.isEqual(to: UInt8(ascii: "n")) | block.isEqual(to: UInt8(ascii: "/"))).highBits
        let rest = escaped & ~(frequent | quotes | backslashes)
        // Validates the first \u of a block whether there is one or not, and clears its bit with arithmetic. A branch here would
        // mispredict.
        let fault = unsafe Self.unicodeEscapeFault(at: position &+ rest.trailingZeroBitCount, in: bytes)
        let isFaulty = ~UInt64(bitPattern: Int64(bitPattern: fault &- 1) >> 63)
        return (escaped, rest & (rest &- 1 | isFaulty))
    }

    /// Returns 0 if `position` has a "u" and four hexadecimal digits, otherwise a small number.
    @unsafe
    @inlinable @inline(__always)
    static func unicodeEscapeFault(at position: Int, in bytes: Span<UInt8>) -> UInt64 {
        let letter = unsafe bytes[unchecked: position]
        let four = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position &+ 1, as: UInt32.self)
        return nonHexDigits(Block.Register(word: four)).highBits & 0xF | UInt64(letter ^ UInt8(ascii: "u"))
    }

    /// Sets the highest bit of each byte that is not a hexadecimal digit; the other bits are undefined.
    @inlinable @inline(__always)
    static func nonHexDigits<Vector: ByteVector>(_ vector: Vector) -> Vector {
        (vector ^ 0x30).highBitsWhereGreater(than: 9) & ((vector | 0x20) - UInt8(ascii: "a")).highBitsWhereGreater(than: 5)
    }

    /// Returns the bits of all bytes that a backslash escapes.
    ///
    /// In a run of backslashes every other one begins an escape. A subtraction carries through each run; the parity of the run's start
    /// decides which bits are set (Langdale and Lemire, Parsing Gigabytes of JSON per Second, section 3.1.1).
    @inlinable @inline(__always)
    mutating func escapedBytes(_ backslashes: UInt64) -> UInt64 {
        // Adjacent backslashes are rare. This fast path without them saves 3 %.
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

    /// Whether all of the given bytes continue a valid escape after its backslash.
    ///
    /// - Parameters:
    ///   - letters: The bits of the bytes to validate, at least one. None is a quotation mark, backslash, "n" or "/".
    ///   - position: The offset of the block in `bytes`.
    ///   - bytes: A chunk with the block and `lookAhead` bytes after it.
    @unsafe
    @inlinable @inline(__always)
    public static func areValidEscapes(_ letters: UInt64, at position: Int, of bytes: Span<UInt8>) -> Bool {
        // The common case is one short escape, such as \r before \n.
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
        // The digits of the last \u may be in the next block.
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
