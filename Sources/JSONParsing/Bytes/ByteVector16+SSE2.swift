#if arch(x86_64)
internal import _Builtin_intrinsics.intel.sse2

// SSE2 is part of every x86-64 processor. The names of its instructions are those of the compiler's emmintrin.h. The standard
// library's SIMD operations compile to loops over bytes in some places, and have no equivalent of `highBits`.
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
