/// Sixteen bytes that are asked the same question at once. An answer has 0xFF where it is yes, and 0 where it is no.
///
/// The few operations that differ from one processor to another are beside this file.
struct ByteVector {
    static let count = 16

    let bytes: SIMD16<UInt8>

    @inline(__always)
    init(_ bytes: SIMD16<UInt8>) { self.bytes = bytes }

    @inline(__always)
    init(repeating byte: UInt8) { bytes = SIMD16(repeating: byte) }

    /// Reads the sixteen bytes at `offset`.
    @inline(__always)
    init(at offset: Int, in bytes: Span<UInt8>) {
        precondition(offset >= 0 && offset &+ Self.count <= bytes.count)
        unsafe self.init(uncheckedAt: offset, in: bytes)
    }

    /// Reads the sixteen bytes at `offset`, which the caller has made sure of.
    @unsafe
    @inline(__always)
    init(uncheckedAt offset: Int, in bytes: Span<UInt8>) {
        assert(offset >= 0 && offset &+ Self.count <= bytes.count)
        self.bytes = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD16<UInt8>.self)
    }

    @inline(__always)
    func isEqual(to byte: UInt8) -> ByteVector { isEqual(to: ByteVector(repeating: byte)) }

    @inline(__always)
    func isAtMost(_ limit: UInt8) -> ByteVector { isEqual(to: lesser(of: ByteVector(repeating: limit))) }

    /// Has the highest bit of each byte that is at least `limit`, which is 0x80 or more. The other bits mean nothing: this is one
    /// instruction, and to compare takes two.
    @inline(__always)
    func reaches(_ limit: UInt8) -> ByteVector { lessened(by: ByteVector(repeating: limit &- 0x80)) }

    /// Has the highest bit of each byte that is greater than `limit`, which is less than 0x80.
    @inline(__always)
    func exceeds(_ limit: UInt8) -> ByteVector { increased(by: ByteVector(repeating: 0x7F &- limit)) }

    /// Where the byte is one of those that follow the first byte of a character.
    @inline(__always)
    var isContinuation: ByteVector { isLess(than: -0x40) }

    @inline(__always)
    static func - (left: ByteVector, right: UInt8) -> ByteVector { ByteVector(left.bytes &- SIMD16(repeating: right)) }

    @inline(__always)
    static func & (left: ByteVector, right: UInt8) -> ByteVector { ByteVector(left.bytes & SIMD16(repeating: right)) }

    @inline(__always)
    static func | (left: ByteVector, right: UInt8) -> ByteVector { ByteVector(left.bytes | SIMD16(repeating: right)) }

    @inline(__always)
    static func ^ (left: ByteVector, right: UInt8) -> ByteVector { ByteVector(left.bytes ^ SIMD16(repeating: right)) }

    @inline(__always)
    static func | (left: ByteVector, right: ByteVector) -> ByteVector { ByteVector(left.bytes | right.bytes) }

    @inline(__always)
    static func & (left: ByteVector, right: ByteVector) -> ByteVector { ByteVector(left.bytes & right.bytes) }

    @inline(__always)
    static func ^ (left: ByteVector, right: ByteVector) -> ByteVector { ByteVector(left.bytes ^ right.bytes) }

    @inline(__always)
    static prefix func ~ (vector: ByteVector) -> ByteVector { ByteVector(~vector.bytes) }
}
