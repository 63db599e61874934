internal import JSONStrings

/// A vector of 16 bytes. This file has the operations of the standard library; `+SSE2` and `+Portable` have those that differ
/// between processors.
struct ByteVector16: ByteVector {
    typealias Register = ByteVector16

    @inline(__always)
    static var count: Int { SIMD16<UInt8>.scalarCount }

    let bytes: SIMD16<UInt8>

    @inline(__always)
    init(_ bytes: SIMD16<UInt8>) { self.bytes = bytes }

    @unsafe
    @inline(__always)
    init(uncheckedAt offset: Int, in bytes: Span<UInt8>) {
        assert(offset >= 0 && offset &+ Self.count <= bytes.count)
        self.bytes = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD16<UInt8>.self)
    }

    @inline(__always)
    init(word: UInt32) { bytes = unsafe unsafeBitCast(SIMD4(word, 0, 0, 0), to: SIMD16<UInt8>.self) }

    @inline(__always)
    init(repeating byte: UInt8) { bytes = SIMD16(repeating: byte) }

    @inline(__always)
    static func - (left: ByteVector16, right: ByteVector16) -> ByteVector16 { ByteVector16(left.bytes &- right.bytes) }

    @inline(__always)
    static func | (left: ByteVector16, right: ByteVector16) -> ByteVector16 { ByteVector16(left.bytes | right.bytes) }

    @inline(__always)
    static func & (left: ByteVector16, right: ByteVector16) -> ByteVector16 { ByteVector16(left.bytes & right.bytes) }

    @inline(__always)
    static func ^ (left: ByteVector16, right: ByteVector16) -> ByteVector16 { ByteVector16(left.bytes ^ right.bytes) }
}
