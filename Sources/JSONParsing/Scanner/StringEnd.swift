internal import JSONStrings

#if AVX2
internal import JSONParsingAVX2
#endif

/// Finds the closing quotation mark of a valid string: ``StringBlockScanner/end(from:in:)`` with a fast path for short strings.
@inline(__always)
func endOfValidString(from start: Int, in bytes: Span<UInt8>) -> Int? {
    endOfShortString(from: start, in: bytes) ?? endOfLongString(from: start, in: bytes)
}

/// Finds the closing quotation mark of a string of up to 15 ASCII bytes without escapes, as most keys and many values are.
///
/// - Returns: nil for other strings, and for strings that begin less than 16 bytes before the end of the chunk.
@inline(__always)
func endOfShortString(from start: Int, in bytes: Span<UInt8>) -> Int? {
    guard start &+ ByteVector16.count <= bytes.count else { return nil }
    let first = ByteVector16(at: start, in: bytes)
    let quotes = first.isEqual(to: UInt8(ascii: "\""))
    let stops = (first | quotes | first.isEqual(to: UInt8(ascii: "\\")) | first.isAtMost(0x1F)).highBits
    // One branch decides whether the first stop is a quotation mark. Two branches mispredict more often.
    let end = quotes.highBits & stops & (0 &- stops)
    return end == 0 ? nil : start &+ end.trailingZeroBitCount
}

/// Finds the closing quotation mark with the widest vectors of this processor.
@inline(never)
func endOfLongString(from start: Int, in bytes: Span<UInt8>) -> Int? {
    #if AVX2
    if CPUFeatures.hasAVX2 { return endOfLongStringByAVX2(from: start, in: bytes) }
    #endif
    return StringBlockScanner<ByteVectorPair<ByteVectorPair<ByteVector16>>>.end(from: start, in: bytes)
}
