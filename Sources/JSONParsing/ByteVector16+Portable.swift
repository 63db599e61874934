#if !arch(x86_64)
extension ByteVector {
    @inline(__always)
    func isEqual(to other: ByteVector) -> ByteVector {
        ByteVector(unsafe unsafeBitCast(bytes .== other.bytes, to: SIMD16<UInt8>.self))
    }

    /// Of each two bytes the lesser one.
    @inline(__always)
    func lesser(of other: ByteVector) -> ByteVector { ByteVector(pointwiseMin(bytes, other.bytes)) }

    /// Of each two bytes the greater one.
    @inline(__always)
    func greater(of other: ByteVector) -> ByteVector { ByteVector(pointwiseMax(bytes, other.bytes)) }

    /// Each byte less that of `other`, or 0 where that is greater.
    @inline(__always)
    func lessened(by other: ByteVector) -> ByteVector { ByteVector(bytes &- pointwiseMin(bytes, other.bytes)) }

    /// Each byte and that of `other` together, or 0xFF where that is too much for a byte.
    @inline(__always)
    func increased(by other: ByteVector) -> ByteVector { ByteVector(bytes &+ pointwiseMin(other.bytes, ~bytes)) }

    /// Where the byte, read as one with a sign, is less than `limit`.
    @inline(__always)
    func isLess(than limit: Int8) -> ByteVector {
        let signed = unsafe unsafeBitCast(bytes, to: SIMD16<Int8>.self)
        return ByteVector(unsafe unsafeBitCast(signed .< SIMD16(repeating: limit), to: SIMD16<UInt8>.self))
    }

    /// The highest bit of each byte, the first byte's lowest.
    @inline(__always)
    var highBits: UInt64 {
        let words = unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
        return Self.highBits(words[0].littleEndian) | Self.highBits(words[1].littleEndian) << 8
    }

    /// One multiplication gathers the bits of eight bytes.
    @inline(__always)
    private static func highBits(_ word: UInt64) -> UInt64 {
        ((word & 0x8080_8080_8080_8080) &* 0x0002_0408_1020_4081) >> 56
    }
}
#endif
