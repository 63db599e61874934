internal import JSONStrings

/// ``StringBlockScanner/end(from:in:)`` with vectors of 32 bytes. The caller ensures that the processor has AVX2.
///
/// Never inlined, because only this module is compiled for AVX2. This function must not call a shared function that is not inlined: the
/// linker keeps one of several copies, and a processor without AVX2 might then execute the AVX2 copy.
@inline(never)
package func endOfLongStringByAVX2(from start: Int, in bytes: Span<UInt8>) -> Int? {
    StringBlockScanner<ByteVectorPair<ByteVector32>>.end(from: start, in: bytes)
}
