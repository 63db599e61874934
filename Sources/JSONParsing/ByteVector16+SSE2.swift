#if arch(x86_64)
internal import _Builtin_intrinsics.intel.sse2

// The instructions that every processor of this kind has, under their names in the compiler's emmintrin.h. What the standard
// library offers for them becomes loops over single bytes in some places, and has nothing like `highBits`.
extension ByteVector {
    @inline(__always)
    private init(_ vector: __m128i) { bytes = unsafe unsafeBitCast(vector, to: SIMD16<UInt8>.self) }

    @inline(__always)
    private var vector: __m128i { unsafe unsafeBitCast(bytes, to: __m128i.self) }

    @inline(__always)
    func isEqual(to other: ByteVector) -> ByteVector { ByteVector(_mm_cmpeq_epi8(vector, other.vector)) }

    /// Of each two bytes the lesser one.
    @inline(__always)
    func lesser(of other: ByteVector) -> ByteVector { ByteVector(_mm_min_epu8(vector, other.vector)) }

    /// Of each two bytes the greater one.
    @inline(__always)
    func greater(of other: ByteVector) -> ByteVector { ByteVector(_mm_max_epu8(vector, other.vector)) }

    /// Each byte less that of `other`, or 0 where that is greater.
    @inline(__always)
    func lessened(by other: ByteVector) -> ByteVector { ByteVector(_mm_subs_epu8(vector, other.vector)) }

    /// Each byte and that of `other` together, or 0xFF where that is too much for a byte.
    @inline(__always)
    func increased(by other: ByteVector) -> ByteVector { ByteVector(_mm_adds_epu8(vector, other.vector)) }

    /// Where the byte, read as one with a sign, is less than `limit`.
    @inline(__always)
    func isLess(than limit: Int8) -> ByteVector { ByteVector(_mm_cmplt_epi8(vector, _mm_set1_epi8(limit))) }

    /// The highest bit of each byte, the first byte's lowest.
    @inline(__always)
    var highBits: UInt64 { UInt64(UInt32(bitPattern: _mm_movemask_epi8(vector))) }
}
#endif
