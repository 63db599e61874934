/// Computes the SHA-1 hash of bytes that are in memory as a whole. It is broken as a hash, and still good enough for HMAC, which some
/// servers ask for.
///
/// - SeeAlso: FIPS 180-4, sections 4.1.1, 5.1.1 and 6.1
enum SHA1 {
    /// The length of a block in bytes.
    static let blockBytes = 64

    /// The hash of bytes, 20 bytes.
    static func digest(of bytes: [UInt8]) -> [UInt8] {
        let input = HashPadding.padded(bytes, blockBytes: blockBytes, lengthBytes: 8)
        var state: InlineArray<5, UInt32> = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        for offset in stride(from: 0, to: input.count, by: blockBytes) { add(input.span, at: offset, to: &state) }
        return state.indices.flatMap { index in (0..<4).map { UInt8(truncatingIfNeeded: state[index] >> (24 - 8 * UInt32($0))) } }
    }

    /// Adds one block to the state.
    private static func add(_ bytes: borrowing Span<UInt8>, at offset: Int, to state: inout InlineArray<5, UInt32>) {
        var words = InlineArray<80, UInt32>(repeating: 0)
        for index in 0..<16 {
            for place in 0..<4 { words[index] = words[index] << 8 | UInt32(bytes[offset + 4 * index + place]) }
        }
        for index in 16..<80 { words[index] = rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1) }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for index in 0..<80 {
            let (mixed, constant): (UInt32, UInt32) =
                switch index {
                case ..<20: ((b & c) ^ (~b & d), 0x5A82_7999)
                case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case ..<60: ((b & c) ^ (b & d) ^ (c & d), 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let next = rotated(a, 5) &+ mixed &+ e &+ constant &+ words[index]
            (e, d, c, b, a) = (d, c, rotated(b, 30), a, next)
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
    }

    private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 { word << bits | word >> (32 - bits) }
}

/// The end of the last block of a message: a bit, zeros, and the length of the message in bits.
enum HashPadding {
    /// Returns a message with its padding.
    ///
    /// - Parameters:
    ///   - blockBytes: The length of a block.
    ///   - lengthBytes: The length of the number at the end.
    static func padded(_ bytes: [UInt8], blockBytes: Int, lengthBytes: Int) -> [UInt8] {
        var padded = bytes
        padded.reserveCapacity(bytes.count + 2 * blockBytes)
        padded.append(0x80)
        let rest = (padded.count + lengthBytes) % blockBytes
        padded += [UInt8](repeating: 0, count: (rest == 0 ? 0 : blockBytes - rest) + lengthBytes - 8)
        let bits = UInt64(bytes.count) &* 8
        for place in 0..<8 { padded.append(UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64(place)))) }
        return padded
    }
}
