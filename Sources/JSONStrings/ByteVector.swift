/// As many bytes as are taken at once, which are asked the same question. An answer has 0xFF where it is yes, and 0 where it is no.
///
/// What a processor has of the kind is written down once for each width, as a register; several of them are one ``ByteVectorPair``.
/// Everything is inlined, so that what is written for any vector becomes the instructions of the one that it is used with. That is why it
/// is public: the compiler hands on the bodies of nothing less.
public protocol ByteVector {
    /// One register of the processor: the vector itself, or a part of it.
    associatedtype Register: ByteVector where Register.Register == Register

    static var count: Int { get }

    /// Reads the bytes at `offset`, which the caller has made sure of.
    @unsafe init(uncheckedAt offset: Int, in bytes: Span<UInt8>)

    /// Four bytes, in the machine's own order, and zeroes.
    init(word: UInt32)

    init(repeating byte: UInt8)

    static func - (left: Self, right: Self) -> Self
    static func | (left: Self, right: Self) -> Self
    static func & (left: Self, right: Self) -> Self
    static func ^ (left: Self, right: Self) -> Self

    func isEqual(to other: Self) -> Self

    /// Of each two bytes the lesser one.
    func minimum(with other: Self) -> Self

    /// Of each two bytes the greater one.
    func maximum(with other: Self) -> Self

    /// Each byte less that of `other`, or 0 where that is greater.
    func saturatingSubtracting(_ other: Self) -> Self

    /// Each byte and that of `other` together, or 0xFF where that is too much for a byte.
    func saturatingAdding(_ other: Self) -> Self

    /// Where the byte, read as one with a sign, is less than `limit`.
    func isSignedLess(than limit: Int8) -> Self

    /// The highest bit of each byte, the first byte's lowest.
    var highBits: UInt64 { get }

    /// All its registers in one, for answers that are only asked whether there is a yes among them.
    var orOfRegisters: Register { get }

    /// For each byte of a register the least of its place.
    var minOfRegisters: Register { get }

    /// For each byte of a register the greatest of its place.
    var maxOfRegisters: Register { get }
}

extension ByteVector {
    /// Reads the bytes at `offset`.
    @inlinable @inline(__always)
    public init(at offset: Int, in bytes: Span<UInt8>) {
        precondition(offset >= 0 && offset &+ Self.count <= bytes.count)
        unsafe self.init(uncheckedAt: offset, in: bytes)
    }

    /// Where the byte is `byte`.
    @inlinable @inline(__always)
    public func isEqual(to byte: UInt8) -> Self { isEqual(to: Self(repeating: byte)) }

    /// Where the byte is `limit` or less.
    @inlinable @inline(__always)
    public func isAtMost(_ limit: UInt8) -> Self { isEqual(to: minimum(with: Self(repeating: limit))) }

    /// Has the highest bit of each byte that is at least `limit`, which is 0x80 or more. The other bits mean nothing: this is one
    /// instruction, and to compare takes two.
    @inlinable @inline(__always)
    public func highBitsWhereAtLeast(_ limit: UInt8) -> Self { saturatingSubtracting(Self(repeating: limit &- 0x80)) }

    /// Has the highest bit of each byte that is greater than `limit`, which is less than 0x80.
    @inlinable @inline(__always)
    public func highBitsWhereGreater(than limit: UInt8) -> Self { saturatingAdding(Self(repeating: 0x7F &- limit)) }

    /// Where the byte is one of those that follow the first byte of a character.
    @inlinable @inline(__always)
    public var isContinuation: Self { isSignedLess(than: -0x40) }

    /// The bits that `other` has not.
    @inlinable @inline(__always)
    public func andNot(_ other: Self) -> Self { self & (other ^ 0xFF) }

    /// Each byte less `right`, modulo 256.
    @inlinable @inline(__always)
    public static func - (left: Self, right: UInt8) -> Self { left - Self(repeating: right) }

    /// Each byte's bits that `right` has, too.
    @inlinable @inline(__always)
    public static func & (left: Self, right: UInt8) -> Self { left & Self(repeating: right) }

    /// Each byte's bits and those of `right`.
    @inlinable @inline(__always)
    public static func | (left: Self, right: UInt8) -> Self { left | Self(repeating: right) }

    /// Each byte's bits that `right` has not, and the other way round.
    @inlinable @inline(__always)
    public static func ^ (left: Self, right: UInt8) -> Self { left ^ Self(repeating: right) }
}

// A register is all of its registers.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ByteVector where Register == Self {
    @inlinable @inline(__always)
    public var orOfRegisters: Self { self }

    @inlinable @inline(__always)
    public var minOfRegisters: Self { self }

    @inlinable @inline(__always)
    public var maxOfRegisters: Self { self }
}
