internal import JSONStrings
internal import _Builtin_intrinsics.intel

/// A vector of 32 bytes for AVX2. The names of its instructions are those of the compiler's avx2intrin.h. The standard library's
/// operators on 32 bytes compile to loops.
struct ByteVector32: ByteVector {
    typealias Register = ByteVector32

    @inline(__always)
    static var count: Int { SIMD32<UInt8>.scalarCount }

    private let bytes: SIMD32<UInt8>

    @unsafe
    @inline(__always)
    init(uncheckedAt offset: Int, in bytes: Span<UInt8>) {
        assert(offset >= 0 && offset &+ Self.count <= bytes.count)
        self.bytes = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD32<UInt8>.self)
    }

    @inline(__always)
    init(word: UInt32) { bytes = unsafe unsafeBitCast(SIMD8(word, 0, 0, 0, 0, 0, 0, 0), to: SIMD32<UInt8>.self) }

    @inline(__always)
    private init(_ vector: __m256i) { bytes = unsafe unsafeBitCast(vector, to: SIMD32<UInt8>.self) }

    @inline(__always)
    private var vector: __m256i { unsafe unsafeBitCast(bytes, to: __m256i.self) }

    @inline(__always)
    init(repeating byte: UInt8) { self.init(_mm256_set1_epi8(Int8(bitPattern: byte))) }

    @inline(__always)
    static func - (left: ByteVector32, right: ByteVector32) -> ByteVector32 { ByteVector32(_mm256_sub_epi8(left.vector, right.vector)) }

    @inline(__always)
    static func | (left: ByteVector32, right: ByteVector32) -> ByteVector32 { ByteVector32(_mm256_or_si256(left.vector, right.vector)) }

    @inline(__always)
    static func & (left: ByteVector32, right: ByteVector32) -> ByteVector32 { ByteVector32(_mm256_and_si256(left.vector, right.vector)) }

    @inline(__always)
    static func ^ (left: ByteVector32, right: ByteVector32) -> ByteVector32 { ByteVector32(_mm256_xor_si256(left.vector, right.vector)) }

    @inline(__always)
    func isEqual(to other: ByteVector32) -> ByteVector32 { ByteVector32(_mm256_cmpeq_epi8(vector, other.vector)) }

    @inline(__always)
    func minimum(with other: ByteVector32) -> ByteVector32 { ByteVector32(_mm256_min_epu8(vector, other.vector)) }

    @inline(__always)
    func maximum(with other: ByteVector32) -> ByteVector32 { ByteVector32(_mm256_max_epu8(vector, other.vector)) }

    @inline(__always)
    func saturatingSubtracting(_ other: ByteVector32) -> ByteVector32 { ByteVector32(_mm256_subs_epu8(vector, other.vector)) }

    @inline(__always)
    func saturatingAdding(_ other: ByteVector32) -> ByteVector32 { ByteVector32(_mm256_adds_epu8(vector, other.vector)) }

    @inline(__always)
    func isSignedLess(than limit: Int8) -> ByteVector32 { ByteVector32(_mm256_cmpgt_epi8(_mm256_set1_epi8(limit), vector)) }

    @inline(__always)
    var highBits: UInt64 { UInt64(UInt32(bitPattern: _mm256_movemask_epi8(vector))) }
}
