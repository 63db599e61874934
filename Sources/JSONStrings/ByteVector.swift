/// A SIMD vector of bytes. A comparison gives a mask: 0xFF in each byte where it is true, 0 elsewhere.
///
/// One type per register width maps these operations to instructions; ``ByteVectorPair`` joins several registers. All methods are
/// inlined, so that generic code compiles to the instructions of its vector type. They are public because only bodies of public
/// functions can be inlined across modules.
public protocol ByteVector {
    /// The type of one processor register: the vector itself or a part of it.
    associatedtype Register: ByteVector where Register.Register == Register

    static var count: Int { get }

    /// Loads the bytes at `offset` without a bounds check; the caller ensures that they exist.
    @unsafe init(uncheckedAt offset: Int, in bytes: Span<UInt8>)

    /// Four bytes in native byte order, followed by zeros.
    init(word: UInt32)

    init(repeating byte: UInt8)

    static func - (left: Self, right: Self) -> Self
    static func | (left: Self, right: Self) -> Self
    static func & (left: Self, right: Self) -> Self
    static func ^ (left: Self, right: Self) -> Self

    func isEqual(to other: Self) -> Self

    /// The unsigned minimum of each pair of bytes.
    func minimum(with other: Self) -> Self

    /// The unsigned maximum of each pair of bytes.
    func maximum(with other: Self) -> Self

    /// Subtracts the bytes of `other` with unsigned saturation at 0.
    func saturatingSubtracting(_ other: Self) -> Self

    /// Adds the bytes of `other` with unsigned saturation at 0xFF.
    func saturatingAdding(_ other: Self) -> Self

    /// A mask of the bytes that are less than `limit` as signed numbers.
    func isSignedLess(than limit: Int8) -> Self

    /// The highest bits of all bytes ("movemask"); the first byte gives the lowest bit.
    var highBits: UInt64 { get }

    /// The bitwise OR of all registers, to test whether any mask is set.
    var orOfRegisters: Register { get }

    /// The unsigned minimum of all registers, byte by byte.
    var minOfRegisters: Register { get }

    /// The unsigned maximum of all registers, byte by byte.
    var maxOfRegisters: Register { get }
}

extension ByteVector {
    /// Loads the bytes at `offset`. Traps if they do not exist.
    @inlinable @inline(__always)
    public init(at offset: Int, in bytes: Span<UInt8>) {
        precondition(offset >= 0 && offset &+ Self.count <= bytes.count)
        unsafe self.init(uncheckedAt: offset, in: bytes)
    }

    /// A mask of the bytes that equal `byte`.
    @inlinable @inline(__always)
    public func isEqual(to byte: UInt8) -> Self { isEqual(to: Self(repeating: byte)) }

    /// A mask of the bytes that are less than or equal to `limit`.
    @inlinable @inline(__always)
    public func isAtMost(_ limit: UInt8) -> Self { isEqual(to: minimum(with: Self(repeating: limit))) }

    /// Sets the highest bit of each byte that is at least `limit`; the other bits are undefined. One instruction, where a comparison
    /// takes two.
    ///
    /// - Parameter limit: At least 0x80.
    @inlinable @inline(__always)
    public func highBitsWhereAtLeast(_ limit: UInt8) -> Self { saturatingSubtracting(Self(repeating: limit &- 0x80)) }

    /// Sets the highest bit of each byte that is greater than `limit`; the other bits are undefined.
    ///
    /// - Parameter limit: Less than 0x80.
    @inlinable @inline(__always)
    public func highBitsWhereGreater(than limit: UInt8) -> Self { saturatingAdding(Self(repeating: 0x7F &- limit)) }

    /// A mask of the UTF-8 continuation bytes.
    @inlinable @inline(__always)
    public var isContinuation: Self { isSignedLess(than: -0x40) }

    /// The bits of this vector that are not set in `other`.
    @inlinable @inline(__always)
    public func andNot(_ other: Self) -> Self { self & (other ^ 0xFF) }

    /// Subtracts `right` from each byte, modulo 256.
    @inlinable @inline(__always)
    public static func - (left: Self, right: UInt8) -> Self { left - Self(repeating: right) }

    /// The bitwise AND of each byte and `right`.
    @inlinable @inline(__always)
    public static func & (left: Self, right: UInt8) -> Self { left & Self(repeating: right) }

    /// The bitwise OR of each byte and `right`.
    @inlinable @inline(__always)
    public static func | (left: Self, right: UInt8) -> Self { left | Self(repeating: right) }

    /// The bitwise XOR of each byte and `right`.
    @inlinable @inline(__always)
    public static func ^ (left: Self, right: UInt8) -> Self { left ^ Self(repeating: right) }
}

// A vector of one register.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ByteVector where Register == Self {
    @inlinable @inline(__always)
    public var orOfRegisters: Self { self }

    @inlinable @inline(__always)
    public var minOfRegisters: Self { self }

    @inlinable @inline(__always)
    public var maxOfRegisters: Self { self }
}
