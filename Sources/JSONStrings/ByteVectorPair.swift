/// Two vectors, one behind the other, as one of twice as many bytes, 64 at most.
public struct ByteVectorPair<Half: ByteVector> {
    @usableFromInline let first: Half
    @usableFromInline let second: Half

    @inlinable @inline(__always)
    init(_ first: Half, _ second: Half) {
        self.first = first
        self.second = second
    }
}

// What each is for, the protocol says.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ByteVectorPair: ByteVector {
    public typealias Register = Half.Register

    @inlinable @inline(__always)
    public static var count: Int { 2 &* Half.count }

    @unsafe
    @inlinable @inline(__always)
    public init(uncheckedAt offset: Int, in bytes: Span<UInt8>) {
        unsafe self.init(Half(uncheckedAt: offset, in: bytes), Half(uncheckedAt: offset &+ Half.count, in: bytes))
    }

    @inlinable @inline(__always)
    public init(word: UInt32) { self.init(Half(word: word), Half(repeating: 0)) }

    @inlinable @inline(__always)
    public init(repeating byte: UInt8) { self.init(Half(repeating: byte), Half(repeating: byte)) }

    @inlinable @inline(__always)
    public static func - (left: Self, right: Self) -> Self { Self(left.first - right.first, left.second - right.second) }

    @inlinable @inline(__always)
    public static func | (left: Self, right: Self) -> Self { Self(left.first | right.first, left.second | right.second) }

    @inlinable @inline(__always)
    public static func & (left: Self, right: Self) -> Self { Self(left.first & right.first, left.second & right.second) }

    @inlinable @inline(__always)
    public static func ^ (left: Self, right: Self) -> Self { Self(left.first ^ right.first, left.second ^ right.second) }

    @inlinable @inline(__always)
    public func isEqual(to other: Self) -> Self { Self(first.isEqual(to: other.first), second.isEqual(to: other.second)) }

    @inlinable @inline(__always)
    public func lesser(of other: Self) -> Self { Self(first.lesser(of: other.first), second.lesser(of: other.second)) }

    @inlinable @inline(__always)
    public func greater(of other: Self) -> Self { Self(first.greater(of: other.first), second.greater(of: other.second)) }

    @inlinable @inline(__always)
    public func lessened(by other: Self) -> Self { Self(first.lessened(by: other.first), second.lessened(by: other.second)) }

    @inlinable @inline(__always)
    public func increased(by other: Self) -> Self { Self(first.increased(by: other.first), second.increased(by: other.second)) }

    @inlinable @inline(__always)
    public func isLess(than limit: Int8) -> Self { Self(first.isLess(than: limit), second.isLess(than: limit)) }

    @inlinable @inline(__always)
    public var highBits: UInt64 { first.highBits | second.highBits << UInt64(truncatingIfNeeded: Half.count) }

    @inlinable @inline(__always)
    public var union: Register { first.union | second.union }

    @inlinable @inline(__always)
    public var leastBytes: Register { first.leastBytes.lesser(of: second.leastBytes) }

    @inlinable @inline(__always)
    public var greatestBytes: Register { first.greatestBytes.greater(of: second.greatestBytes) }
}
