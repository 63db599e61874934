import Checksums
import Testing

@Suite("The hash of a stream") struct StreamHashTests {
    private static let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        var hash = StreamHash(seed: 7)
        hash.add(bytes.span)
        return hash.value
    }

    @Test("does not depend on how the stream is divided") func pieces() {
        let whole = Self.hash(Self.bytes)
        for cut in 0...Self.bytes.count {
            var hash = StreamHash(seed: 7)
            for piece in [Array(Self.bytes[..<cut]), Array(Self.bytes[cut...])] { hash.add(piece.span) }
            #expect(hash.value == whole)
        }
        var single = StreamHash(seed: 7)
        for piece in Self.bytes.map({ [$0] }) { single.add(piece.span) }
        #expect(single.value == whole)
        #expect(single.count == 1000)
    }

    @Test("depends on each byte, and on the length") func differs() {
        var seen: Set = [Self.hash(Self.bytes)]
        for place in Self.bytes.indices {
            var other = Self.bytes
            other[place] ^= 1
            #expect(seen.insert(Self.hash(other)).inserted)
        }
        for length in 0..<200 { #expect(seen.insert(Self.hash([UInt8](repeating: 0, count: length))).inserted) }
    }

    @Test("depends on the seed, which a restarted hash keeps") func seed() {
        var one = StreamHash(seed: 1)
        one.add(Self.bytes.span)
        var same = one.restarted
        same.add(Self.bytes.span)
        #expect(one.value == same.value)
        #expect(one.value != Self.hash(Self.bytes))
    }
}
