/// 64 bytes of a string at once. What is asked of them is answered by a bit for each byte, the first byte's lowest.
struct StringBlock {
    static let count = 4 * ByteVector.count

    private let first: ByteVector
    private let second: ByteVector
    private let third: ByteVector
    private let fourth: ByteVector

    @inline(__always)
    init(at offset: Int, in bytes: Span<UInt8>) {
        // Once for all four: a check for each costs a twentieth of the scan.
        precondition(offset >= 0 && offset &+ Self.count <= bytes.count)
        first = unsafe ByteVector(uncheckedAt: offset, in: bytes)
        second = unsafe ByteVector(uncheckedAt: offset &+ ByteVector.count, in: bytes)
        third = unsafe ByteVector(uncheckedAt: offset &+ 2 * ByteVector.count, in: bytes)
        fourth = unsafe ByteVector(uncheckedAt: offset &+ 3 * ByteVector.count, in: bytes)
    }

    @inline(__always)
    func bits(_ answer: (ByteVector) -> ByteVector) -> UInt64 {
        answer(first).highBits | answer(second).highBits << 16 | answer(third).highBits << 32 | answer(fourth).highBits << 48
    }

    /// Where the byte is.
    @inline(__always)
    func places(of byte: UInt8) -> UInt64 { bits { $0.isEqual(to: byte) } }

    /// The highest bit of each byte.
    @inline(__always)
    var bit7: UInt64 { bits { $0 } }

    @inline(__always)
    var bit6: UInt64 { bits { $0.doubled } }

    @inline(__always)
    var bit5: UInt64 { bits { $0.doubled.doubled } }

    @inline(__always)
    var bit4: UInt64 { bits { $0.doubled.doubled.doubled } }

    /// Whether any of the answers is yes: cheaper than to ask where.
    @inline(__always)
    func contains(_ answer: (ByteVector) -> ByteVector) -> Bool {
        ((answer(first) | answer(second)) | (answer(third) | answer(fourth))).highBits != 0
    }

    @inline(__always)
    var leastBytes: ByteVector { first.lesser(of: second).lesser(of: third.lesser(of: fourth)) }

    @inline(__always)
    var greatestBytes: ByteVector { first.greater(of: second).greater(of: third.greater(of: fourth)) }
}
