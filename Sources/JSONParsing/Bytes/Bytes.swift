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

/// Appends a range of a span to an array in one copy.
package func appendBytes(_ bytes: Span<UInt8>, _ range: Range<Int>, to output: inout [UInt8]) {
    unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
}

extension [UInt8] {
    /// Reserves room for more bytes with geometric growth. `append(addingCapacity:initializingWith:)` reserves exactly what it needs,
    /// so that many small calls would copy the array again and again.
    mutating func makeRoom(for addedCount: Int) {
        guard capacity &- count < addedCount else { return }
        reserveCapacity(Swift.max(count &+ addedCount, 2 &* capacity))
    }
}

extension OutputSpan<UInt8> {
    /// Appends a span in one copy.
    @inline(__always)
    mutating func append(_ bytes: Span<UInt8>) { append(bytes, 0..<bytes.count) }

    /// Appends a range of a span in one copy. Traps if there is no room for it.
    @inline(__always)
    mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        unsafe bytes.extracting(range).withUnsafeBytes { piece in
            unsafe withUnsafeMutableBufferPointer { buffer, count in
                precondition(piece.count <= buffer.count &- count)
                unsafe UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[count...])).copyMemory(from: piece)
                count &+= piece.count
            }
        }
    }
}

/// Whether two strings have the same UTF-8 bytes.
package func sameBytes(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    // Eight bytes at a time: about as fast as Swift's own comparison, which compares bytes first.
    let isSame = unsafe left.utf8.withContiguousStorageIfAvailable { left in
        unsafe right.utf8.withContiguousStorageIfAvailable { right in unsafe sameBytes(left.span, right.span) }
    }
    return (isSame ?? nil) ?? left.utf8.elementsEqual(right.utf8)
}

/// Whether two spans of the same length have the same bytes.
@inline(__always)
func sameBytes(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    var position = 0
    while position &+ 8 <= left.count {
        guard word(at: position, in: left) == word(at: position, in: right) else { return false }
        position &+= 8
    }
    let rest = left.count &- position
    return rest == 0 || partialWord(at: position, count: rest, in: left) == partialWord(at: position, count: rest, in: right)
}

/// Whether a byte is a hexadecimal digit, upper or lower case.
@inline(__always)
func isHexadecimal(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6 }

/// The value of a valid hexadecimal digit.
func hexadecimalValue(of digit: UInt8) -> UInt16 {
    let letterOffset: UInt8 = digit > UInt8(ascii: "9") ? 9 : 0  // the low four bits of "A" and "a" are 1, their value is 10
    return UInt16((digit & 0x0F) &+ letterOffset)
}
