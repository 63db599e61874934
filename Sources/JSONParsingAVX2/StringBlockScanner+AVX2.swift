internal import JSONStrings

/// ``StringBlockScanner/end(from:in:)`` with vectors of 32 bytes. The caller makes sure that the processor has AVX2. Not inlined: nothing but this
/// module is compiled for it. In it nothing may be called that is not inlined and that other modules call, too: of two copies the linker
/// keeps one, and a processor without AVX2 would meet this one.
@inline(never)
package func endOfLongStringByAVX2(from start: Int, in bytes: Span<UInt8>) -> Int? {
    StringBlockScanner<ByteVectorPair<ByteVector32>>.end(from: start, in: bytes)
}
