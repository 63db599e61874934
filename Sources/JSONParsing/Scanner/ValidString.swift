internal import JSONStrings

#if AVX2
internal import JSONParsingAVX2
#endif

/// Finds the quotation mark that ends a string: ``StringBlockScanner/end(from:in:)`` with a short cut for short ones.
@inline(__always)
func endOfValidString(from start: Int, in bytes: Span<UInt8>) -> Int? {
    endOfShortString(from: start, in: bytes) ?? endOfLongString(from: start, in: bytes)
}

/// The end of a string of up to 15 bytes of ASCII without escapes, as most names and many values are, which is seen up to 16 bytes from
/// the end of the chunk; nil for others.
@inline(__always)
func endOfShortString(from start: Int, in bytes: Span<UInt8>) -> Int? {
    guard start &+ ByteVector16.count <= bytes.count else { return nil }
    let first = ByteVector16(at: start, in: bytes)
    let quotes = first.isEqual(to: UInt8(ascii: "\""))
    let stops = (first | quotes | first.isEqual(to: UInt8(ascii: "\\")) | first.isAtMost(0x1F)).highBits
    // One question, whether the first of the stops is a quotation mark: two are guessed wrong more often.
    let end = quotes.highBits & stops & (0 &- stops)
    return end == 0 ? nil : start &+ end.trailingZeroBitCount
}

/// Leaves the string to the widest vectors that the processor has.
@inline(never)
func endOfLongString(from start: Int, in bytes: Span<UInt8>) -> Int? {
    #if AVX2
    if CPUFeatures.hasAVX2 { return endOfLongStringByAVX2(from: start, in: bytes) }
    #endif
    return StringBlockScanner<ByteVectorPair<ByteVectorPair<ByteVector16>>>.end(from: start, in: bytes)
}
