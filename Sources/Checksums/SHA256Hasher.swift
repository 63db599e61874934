/// Computes the SHA-256 hash of bytes that arrive in pieces.
///
/// - SeeAlso: FIPS 180-4, sections 4.1.2, 5.1.1 and 6.2
public struct SHA256Hasher: Sendable {
    /// The length of a hash in hexadecimal digits.
    public static let digitCount = 64
    private static let blockBytes = 64

    // swift-format-ignore
    private static let constants: InlineArray<64, UInt32> = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]

    private var state: InlineArray<8, UInt32> = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]
    /// The bytes after the last complete block.
    private var pending: [UInt8] = []
    /// The number of bytes so far.
    public private(set) var count = 0

    /// Begins with no bytes.
    public init() {}

    /// The hash of bytes that are in memory as a whole, in hexadecimal digits.
    public static func hex(of bytes: some Collection<UInt8>) -> String {
        var hash = SHA256Hasher()
        hash.update(Array(bytes))
        return hash.hex()
    }

    /// Appends bytes.
    public mutating func update(_ bytes: [UInt8]) {
        let input = bytes.span
        count += input.count
        var offset = 0
        if !pending.isEmpty {
            offset = min(Self.blockBytes - pending.count, input.count)
            pending += bytes[..<offset]
            guard pending.count == Self.blockBytes else { return }
            var next = state
            Self.add(pending.span, at: 0, to: &next)
            state = next
            pending.removeAll(keepingCapacity: true)
        }
        while input.count - offset >= Self.blockBytes {
            Self.add(input, at: offset, to: &state)
            offset += Self.blockBytes
        }
        pending += bytes[offset...]
    }

    /// Appends the length of a text and the text, so that `ab`, `c` and `a`, `bc` have different hashes.
    public mutating func update(field text: String) {
        let bytes = Array(text.utf8)
        update(Self.bytes(of: UInt64(bytes.count)))
        update(bytes)
    }

    /// The hash of all bytes so far, in hexadecimal digits.
    public func hex() -> String { Self.hexText(of: digest()) }

    /// Bytes in hexadecimal digits.
    public static func hexText(of bytes: [UInt8]) -> String {
        bytes.reduce(into: "") { text, byte in text += (byte < 0x10 ? "0" : "") + String(byte, radix: 16) }
    }

    /// The hash of all bytes so far, 32 bytes.
    public func digest() -> [UInt8] {
        var padded = self
        let zeros = (Self.blockBytes * 2 - 9 - pending.count) % Self.blockBytes
        padded.update([0x80] + [UInt8](repeating: 0, count: zeros) + Self.bytes(of: UInt64(count) &* 8))
        return padded.state.indices.flatMap { index in
            let word = padded.state[index]
            return (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
        }
    }

    private static func bytes(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    }

    /// Adds one block to the state.
    private static func add(_ bytes: borrowing Span<UInt8>, at offset: Int, to state: inout InlineArray<8, UInt32>) {
        let constants = constants
        var words = InlineArray<64, UInt32>(repeating: 0)
        for index in 0..<16 {
            let place = offset + 4 * index
            words[index] =
                UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 8 | UInt32(bytes[place + 3])
        }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
            let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
            words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let mixed = (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ ((e & f) ^ (~e & g))
            let first = h &+ mixed &+ constants[index] &+ words[index]
            let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ ((a & b) ^ (a & c) ^ (b & c))
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
        state[5] &+= f
        state[6] &+= g
        state[7] &+= h
    }

    private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }
}
