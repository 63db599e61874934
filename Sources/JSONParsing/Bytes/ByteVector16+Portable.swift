#if !arch(x86_64)
extension ByteVector16 {
    @inline(__always)
    func isEqual(to other: ByteVector16) -> ByteVector16 {
        ByteVector16(unsafe unsafeBitCast(bytes .== other.bytes, to: SIMD16<UInt8>.self))
    }

    @inline(__always)
    func minimum(with other: ByteVector16) -> ByteVector16 { ByteVector16(pointwiseMin(bytes, other.bytes)) }

    @inline(__always)
    func maximum(with other: ByteVector16) -> ByteVector16 { ByteVector16(pointwiseMax(bytes, other.bytes)) }

    @inline(__always)
    func saturatingSubtracting(_ other: ByteVector16) -> ByteVector16 { ByteVector16(bytes &- pointwiseMin(bytes, other.bytes)) }

    @inline(__always)
    func saturatingAdding(_ other: ByteVector16) -> ByteVector16 { ByteVector16(bytes &+ pointwiseMin(other.bytes, ~bytes)) }

    @inline(__always)
    func isSignedLess(than limit: Int8) -> ByteVector16 {
        let signed = unsafe unsafeBitCast(bytes, to: SIMD16<Int8>.self)
        return ByteVector16(unsafe unsafeBitCast(signed .< SIMD16(repeating: limit), to: SIMD16<UInt8>.self))
    }

    @inline(__always)
    var highBits: UInt64 {
        let words = unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
        return Self.highBits(words[0].littleEndian) | Self.highBits(words[1].littleEndian) << 8
    }

    /// Gathers the high bits of eight bytes with one multiplication.
    @inline(__always)
    private static func highBits(_ word: UInt64) -> UInt64 {
        ((word & 0x8080_8080_8080_8080) &* 0x0002_0408_1020_4081) >> 56
    }
}
#endif
