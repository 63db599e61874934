#if arch(x86_64)
internal import _Builtin_intrinsics.intel.sse2

// The instructions that every processor of this kind has, under their names in the compiler's emmintrin.h. What the standard
// library offers for them becomes loops over single bytes in some places, and has nothing like `highBits`.
extension ByteVector16 {
    @inline(__always)
    private init(_ vector: __m128i) { bytes = unsafe unsafeBitCast(vector, to: SIMD16<UInt8>.self) }

    @inline(__always)
    private var vector: __m128i { unsafe unsafeBitCast(bytes, to: __m128i.self) }

    @inline(__always)
    func isEqual(to other: ByteVector16) -> ByteVector16 { ByteVector16(_mm_cmpeq_epi8(vector, other.vector)) }

    @inline(__always)
    func minimum(with other: ByteVector16) -> ByteVector16 { ByteVector16(_mm_min_epu8(vector, other.vector)) }

    @inline(__always)
    func maximum(with other: ByteVector16) -> ByteVector16 { ByteVector16(_mm_max_epu8(vector, other.vector)) }

    @inline(__always)
    func saturatingSubtracting(_ other: ByteVector16) -> ByteVector16 { ByteVector16(_mm_subs_epu8(vector, other.vector)) }

    @inline(__always)
    func saturatingAdding(_ other: ByteVector16) -> ByteVector16 { ByteVector16(_mm_adds_epu8(vector, other.vector)) }

    @inline(__always)
    func isSignedLess(than limit: Int8) -> ByteVector16 { ByteVector16(_mm_cmplt_epi8(vector, _mm_set1_epi8(limit))) }

    @inline(__always)
    var highBits: UInt64 { UInt64(UInt32(bitPattern: _mm_movemask_epi8(vector))) }
}
#endif
