/// Loads eight bytes as a word, the first byte in the lowest bits.
@inline(__always)
func word(at offset: Int, in bytes: Span<UInt8>) -> UInt64 {
    precondition(offset >= 0 && offset &+ 8 <= bytes.count)
    return UInt64(littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
}

/// Loads one to seven bytes as a word, the first byte in the lowest bits; the other bits are 0.
///
/// - Parameter count: The number of bytes, from 1 to 7.
@inline(__always)
func partialWord(at offset: Int, count: Int, in bytes: Span<UInt8>) -> UInt64 {
    let end = offset &+ count
    if end >= 8 { return word(at: end &- 8, in: bytes) >> UInt64(64 &- 8 &* count) }
    if count >= 4 {
        let last = UInt64(UInt32(littleEndian: word32(at: end &- 4, in: bytes)))
        return UInt64(UInt32(littleEndian: word32(at: offset, in: bytes))) | last << UInt64(8 &* count &- 32)
    }
    let middle = count >> 1
    return UInt64(bytes[offset]) | UInt64(bytes[offset &+ middle]) << UInt64(8 &* middle)
        | UInt64(bytes[end &- 1]) << UInt64(8 &* count &- 8)
}

/// Loads four bytes as a number in native byte order.
@inline(__always)
func word32(at offset: Int, in bytes: Span<UInt8>) -> UInt32 {
    precondition(offset >= 0 && offset &+ 4 <= bytes.count)
    return unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
}

/// Returns a word of eight equal bytes.
@inline(__always)
func broadcast(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
