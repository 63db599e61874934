/// Two adjacent vectors as one vector of twice the width, at most 64 bytes.
public struct ByteVectorPair<Half: ByteVector> {
    @usableFromInline let first: Half
    @usableFromInline let second: Half

    @inlinable @inline(__always)
    init(_ first: Half, _ second: Half) {
        self.first = first
        self.second = second
    }
}

// `ByteVector` documents these members.
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
    public func minimum(with other: Self) -> Self { Self(first.minimum(with: other.first), second.minimum(with: other.second)) }

    @inlinable @inline(__always)
    public func maximum(with other: Self) -> Self { Self(first.maximum(with: other.first), second.maximum(with: other.second)) }

    @inlinable @inline(__always)
    public func saturatingSubtracting(_ other: Self) -> Self {
        Self(first.saturatingSubtracting(other.first), second.saturatingSubtracting(other.second))
    }

    @inlinable @inline(__always)
    public func saturatingAdding(_ other: Self) -> Self { Self(first.saturatingAdding(other.first), second.saturatingAdding(other.second)) }

    @inlinable @inline(__always)
    public func isSignedLess(than limit: Int8) -> Self { Self(first.isSignedLess(than: limit), second.isSignedLess(than: limit)) }

    @inlinable @inline(__always)
    public var highBits: UInt64 { first.highBits | second.highBits << UInt64(truncatingIfNeeded: Half.count) }

    @inlinable @inline(__always)
    public var orOfRegisters: Register { first.orOfRegisters | second.orOfRegisters }

    @inlinable @inline(__always)
    public var minOfRegisters: Register { first.minOfRegisters.minimum(with: second.minOfRegisters) }

    @inlinable @inline(__always)
    public var maxOfRegisters: Register { first.maxOfRegisters.maximum(with: second.maxOfRegisters) }
}
