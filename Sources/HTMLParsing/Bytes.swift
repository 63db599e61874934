// All unsafe code of this module is in this file. Each function checks its bounds first.

/// Loads eight bytes as one little-endian word, for scans that compare eight bytes at a time.
@inlinable @inline(__always)
func word(at offset: Int, in bytes: Span<UInt8>) -> UInt64 {
    precondition(offset >= 0 && offset &+ 8 <= bytes.count)
    return unsafe UInt64(littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
}

/// Loads up to eight bytes from `offset` as one little-endian word. Bytes past the end of the span count as zero.
@inline(__always)
func partialWord(at offset: Int, in bytes: Span<UInt8>) -> UInt64 {
    if offset &+ 8 <= bytes.count { return word(at: offset, in: bytes) }
    var result: UInt64 = 0
    var index = bytes.count
    while index > offset {
        index &-= 1
        result = result << 8 | UInt64(bytes[index])
    }
    return result
}

extension Array where Element == UInt8 {
    /// Appends the bytes of a span at the speed of a memory copy.
    @inlinable @inline(__always)
    package mutating func append(span: Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { unsafe self.append(contentsOf: $0) }
    }

    /// Appends a code point in UTF-8. A number that is no Unicode scalar value becomes U+FFFD.
    package mutating func append(codePoint: UInt32) {
        append(contentsOf: Unicode.Scalar(codePoint).flatMap(UTF8.encode) ?? UTF8.encodedReplacementCharacter)
    }

    /// Appends U+FFFD REPLACEMENT CHARACTER.
    mutating func appendReplacementCharacter() {
        append(0xEF)
        append(0xBF)
        append(0xBD)
    }
}
