import JSONParsing

/// Base 32 (RFC 4648, section 6). Padding may be missing when decoding.
enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    static func encoded(_ bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 5) {
            let group = bytes[start..<min(start + 5, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | UInt64($1) } << (8 * UInt64(5 - group.count))
            let used = (group.count * 8 + 4) / 5
            for place in 0..<8 {
                output.append(place < used ? alphabet[Int(bits >> (35 - 5 * UInt64(place))) & 31] : UInt8(ascii: "="))
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    static func decoded(_ text: String, _ value: JSONValue) throws -> [UInt8] {
        var output: [UInt8] = []
        var bits: UInt64 = 0
        var count = 0
        for byte in text.utf8 where byte != UInt8(ascii: "=") {
            guard let digit = alphabet.firstIndex(of: byte) else {
                throw QueryRuntimeError("\(ValueText.described(value)) is not valid base32 data")
            }
            bits = bits << 5 | UInt64(digit)
            count += 5
            if count >= 8 {
                count -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> UInt64(count)))
            }
        }
        return output
    }
}
