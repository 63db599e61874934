/// A fast hash of a stream in 64 bits, to compare the beginning of a document with that of another transfer.
///
/// It multiplies 64 by 64 bits and folds the product, as wyhash does, in four independent chains of eight bytes each. The seed is random:
/// values of two processes differ.
package struct StreamHash: Sendable {
    private static let blockBytes = 32
    private static let factors: (UInt64, UInt64, UInt64, UInt64) = (
        0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3
    )

    /// The number of bytes so far.
    package private(set) var count = 0
    private let seed: UInt64
    private var lanes: (UInt64, UInt64, UInt64, UInt64)
    /// The bytes after the last whole block.
    private var rest: [UInt8] = []

    package init(seed: UInt64 = .random(in: .min ... .max)) {
        self.seed = seed
        lanes = (seed, seed &+ Self.factors.0, seed &+ Self.factors.1, seed &+ Self.factors.2)
    }

    /// A hash of no bytes, with the same seed.
    package var restarted: StreamHash { StreamHash(seed: seed) }

    /// Adds bytes. The value does not depend on how the stream is divided.
    package mutating func add(_ bytes: Span<UInt8>) {
        count += bytes.count
        var place = 0
        if !rest.isEmpty {
            while place < bytes.count, rest.count < Self.blockBytes {
                rest.append(bytes[place])
                place += 1
            }
            guard rest.count == Self.blockBytes else { return }
            let block = rest
            rest.removeAll(keepingCapacity: true)
            Self.mix(block.span, at: 0, into: &lanes)
        }
        // Local variables stay in registers.
        var lanes = lanes
        while place + Self.blockBytes <= bytes.count {
            Self.mix(bytes, at: place, into: &lanes)
            place += Self.blockBytes
        }
        self.lanes = lanes
        while place < bytes.count {
            rest.append(bytes[place])
            place += 1
        }
    }

    /// The hash of all bytes so far.
    package var value: UInt64 {
        var lanes = lanes
        let length = UInt64(truncatingIfNeeded: count)
        let padded = rest + [UInt8](repeating: 0, count: Self.blockBytes - rest.count)
        Self.mix(padded.span, at: 0, into: &lanes)
        return Self.folded(lanes.0 ^ Self.folded(lanes.1, lanes.2 ^ length), lanes.3 ^ Self.factors.3)
    }

    @inline(__always)
    private static func mix(_ bytes: Span<UInt8>, at place: Int, into lanes: inout (UInt64, UInt64, UInt64, UInt64)) {
        lanes.0 = folded(lanes.0 ^ word(bytes, place), factors.0)
        lanes.1 = folded(lanes.1 ^ word(bytes, place + 8), factors.1)
        lanes.2 = folded(lanes.2 ^ word(bytes, place + 16), factors.2)
        lanes.3 = folded(lanes.3 ^ word(bytes, place + 24), factors.3)
    }

    @inline(__always)
    private static func folded(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let product = one.multipliedFullWidth(by: other)
        return product.high ^ product.low
    }

    /// Eight bytes as one word. The only unsafe line of this file.
    @inline(__always)
    private static func word(_ bytes: Span<UInt8>, _ place: Int) -> UInt64 {
        precondition(place >= 0 && place + 8 <= bytes.count)
        return unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
    }
}
