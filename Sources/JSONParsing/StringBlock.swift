/// 64 bytes of a string at once. What is asked of them is answered by a bit for each byte, the first byte's lowest.
struct StringBlock {
    static let count = 4 * ByteVector.count

    private let first: ByteVector
    private let second: ByteVector
    private let third: ByteVector
    private let fourth: ByteVector

    /// Reads the 64 bytes at `offset`, which the caller has made sure of.
    @unsafe
    @inline(__always)
    init(uncheckedAt offset: Int, in bytes: Span<UInt8>) {
        first = unsafe ByteVector(uncheckedAt: offset, in: bytes)
        second = unsafe ByteVector(uncheckedAt: offset &+ ByteVector.count, in: bytes)
        third = unsafe ByteVector(uncheckedAt: offset &+ 2 * ByteVector.count, in: bytes)
        fourth = unsafe ByteVector(uncheckedAt: offset &+ 3 * ByteVector.count, in: bytes)
    }

    @inline(__always)
    private init(_ first: ByteVector, _ second: ByteVector, _ third: ByteVector, _ fourth: ByteVector) {
        self.first = first
        self.second = second
        self.third = third
        self.fourth = fourth
    }

    /// The answers for each byte.
    @inline(__always)
    func map(_ answer: (ByteVector) -> ByteVector) -> StringBlock {
        StringBlock(answer(first), answer(second), answer(third), answer(fourth))
    }

    @inline(__always)
    func bits(_ answer: (ByteVector) -> ByteVector) -> UInt64 {
        answer(first).highBits | answer(second).highBits << 16 | answer(third).highBits << 32 | answer(fourth).highBits << 48
    }

    /// Where the byte is.
    @inline(__always)
    func places(of byte: UInt8) -> UInt64 { bits { $0.isEqual(to: byte) } }

    /// The four vectors in one, for answers that are only asked whether there is a yes among them.
    @inline(__always)
    var union: ByteVector { (first | second) | (third | fourth) }

    @inline(__always)
    var leastBytes: ByteVector { first.lesser(of: second).lesser(of: third.lesser(of: fourth)) }

    @inline(__always)
    var greatestBytes: ByteVector { first.greater(of: second).greater(of: third.greater(of: fourth)) }

    @inline(__always)
    static func | (left: StringBlock, right: StringBlock) -> StringBlock {
        StringBlock(left.first | right.first, left.second | right.second, left.third | right.third, left.fourth | right.fourth)
    }

    @inline(__always)
    static func & (left: StringBlock, right: StringBlock) -> StringBlock {
        StringBlock(left.first & right.first, left.second & right.second, left.third & right.third, left.fourth & right.fourth)
    }

    /// The bits that `other` has not.
    @inline(__always)
    func without(_ other: StringBlock) -> StringBlock { self & other.map { ~$0 } }

    @inline(__always)
    static func ^ (left: StringBlock, right: StringBlock) -> StringBlock {
        StringBlock(left.first ^ right.first, left.second ^ right.second, left.third ^ right.third, left.fourth ^ right.fourth)
    }
}
