import JSONParsing

/// Percent-encoding (RFC 3986, section 2.1).
enum Percent {
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var output: [UInt8] = []
        for byte in text.utf8 {
            if Lexer.isDigit(byte) || Lexer.startsName(byte) || "-.~".utf8.contains(byte) {
                output.append(byte)
            } else {
                output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    static func decoded(_ text: String, _ value: JSONValue) throws -> String {
        let failure = QueryRuntimeError("\(ValueText.described(value)) is not a valid uri encoding")
        var output: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                output.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexadecimalValue), let low = rest.popFirst().flatMap(hexadecimalValue) else {
                throw failure
            }
            output.append(high << 4 | low)
        }
        guard let string = String(validating: output, as: UTF8.self) else { throw failure }
        return string
    }

    private static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}

/// Base 64 (RFC 4648, section 4). Padding may be missing when decoding.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encoded(_ bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for place in 0..<4 {
                output.append(place <= group.count ? alphabet[Int(bits >> (18 - 6 * UInt32(place))) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    static func decoded(_ text: String, _ value: JSONValue) throws -> [UInt8] {
        var output: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "=") { break }
            guard let digit = digit(byte) else {
                throw QueryRuntimeError("\(ValueText.described(value)) is not valid base64 data")
            }
            bits = bits << 6 | digit
            count += 1
            if count % 4 == 0 {
                output += [UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8), UInt8(truncatingIfNeeded: bits)]
            }
        }
        switch count % 4 {
        case 1: throw QueryRuntimeError("\(ValueText.described(value)) trailing base64 byte found")
        case 2: output.append(UInt8(truncatingIfNeeded: bits >> 4))
        case 3: output += [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
        default: break
        }
        return output
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

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
