/// Computes the XXH64 hash, with the seed 0, of bytes that arrive in pieces. It detects accidental changes only: an attacker can make other
/// bytes with the same hash.
///
/// - SeeAlso: [xxHash fast digest algorithm, XXH64](https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md)
public struct XXH64Hasher: Sendable {
    private static let stripeBytes = 32
    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

    /// The four accumulators, each of which takes every fourth word.
    private var lanes = (prime1 &+ prime2, prime2, UInt64(0), 0 &- prime1)
    /// The bytes after the last whole stripe.
    private var pending: [UInt8] = []
    /// The number of bytes so far.
    public private(set) var count = 0

    /// Begins with no bytes.
    public init() {}

    /// Appends bytes.
    public mutating func update(_ bytes: Span<UInt8>) {
        count += bytes.count
        var offset = 0
        if !pending.isEmpty {
            offset = min(Self.stripeBytes - pending.count, bytes.count)
            for index in 0..<offset { pending.append(bytes[index]) }
            guard pending.count == Self.stripeBytes else { return }
            let stripe = pending
            addStripes(of: stripe.span, from: 0)
            pending.removeAll()
        }
        offset = addStripes(of: bytes, from: offset)
        for index in offset..<bytes.count { pending.append(bytes[index]) }
    }

    /// Appends the length of a text and the text, so that `ab`, `c` and `a`, `bc` have different hashes.
    public mutating func update(field text: String) {
        let bytes = Array(text.utf8)
        let length = (0..<8).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) }
        update(length.span)
        update(bytes.span)
    }

    /// The hash of all bytes so far, as 16 hexadecimal digits.
    public func hex() -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The hash of all bytes so far.
    public var value: UInt64 {
        var hash: UInt64
        if count < Self.stripeBytes {
            hash = Self.prime5
        } else {
            hash = Self.rotated(lanes.0, 1) &+ Self.rotated(lanes.1, 7) &+ Self.rotated(lanes.2, 12) &+ Self.rotated(lanes.3, 18)
            for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
                hash = (hash ^ Self.round(0, lane)) &* Self.prime1 &+ Self.prime4
            }
        }
        hash &+= UInt64(count)
        return Self.avalanche(finish(hash))
    }

    /// Adds the bytes after the last whole stripe.
    private func finish(_ start: UInt64) -> UInt64 {
        var hash = start
        var offset = 0
        let bytes = pending.span
        while offset + 8 <= bytes.count {
            hash = Self.rotated(hash ^ Self.round(0, Self.word(at: offset, in: bytes)), 27) &* Self.prime1 &+ Self.prime4
            offset += 8
        }
        if offset + 4 <= bytes.count {
            let half = (0..<4).reduce(UInt64(0)) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
            hash = Self.rotated(hash ^ half &* Self.prime1, 23) &* Self.prime2 &+ Self.prime3
            offset += 4
        }
        while offset < bytes.count {
            hash = Self.rotated(hash ^ UInt64(bytes[offset]) &* Self.prime5, 11) &* Self.prime1
            offset += 1
        }
        return hash
    }

    /// Adds all whole stripes from an offset.
    ///
    /// - Returns: The offset after them.
    @discardableResult
    private mutating func addStripes(of bytes: Span<UInt8>, from start: Int) -> Int {
        var offset = start
        var (first, second, third, fourth) = lanes
        while offset &+ Self.stripeBytes <= bytes.count {
            let words = Self.words(at: offset, in: bytes)
            first = Self.round(first, words.0)
            second = Self.round(second, words.1)
            third = Self.round(third, words.2)
            fourth = Self.round(fourth, words.3)
            offset &+= Self.stripeBytes
        }
        lanes = (first, second, third, fourth)
        return offset
    }

    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 { rotated(lane &+ word &* prime2, 31) &* prime1 }

    private static func avalanche(_ hash: UInt64) -> UInt64 {
        var hash = (hash ^ hash >> 33) &* prime2
        hash = (hash ^ hash >> 29) &* prime3
        return hash ^ hash >> 32
    }

    private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 { word << bits | word >> (64 &- bits) }

    /// The four words of a stripe, as little-endian numbers. One check for all four doubles the speed.
    private static func words(at offset: Int, in bytes: Span<UInt8>) -> (UInt64, UInt64, UInt64, UInt64) {
        precondition(offset >= 0 && offset &+ stripeBytes <= bytes.count)
        func word(_ place: Int) -> UInt64 {
            UInt64(littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset &+ place, as: UInt64.self))
        }
        return (word(0), word(8), word(16), word(24))
    }

    /// Eight bytes as a little-endian number.
    private static func word(at offset: Int, in bytes: Span<UInt8>) -> UInt64 {
        precondition(offset >= 0 && offset &+ 8 <= bytes.count)
        return UInt64(littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
