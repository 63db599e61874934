import JSONParsing

/// Base 64 (RFC 4648, section 4). Padding may be missing when decoding.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encoded(_ text: String, _ budget: QueryBudget) throws -> String {
        let utf8 = text.utf8
        let bytes = utf8.span
        let alphabet = alphabet
        var output = try TextBuilder(budget, expecting: (bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var bits: UInt32 = 0
            for place in 0..<3 { bits = bits << 8 | (place < count ? UInt32(bytes[start + place]) : 0) }
            for place in 0..<4 {
                try output.append(place <= count ? alphabet[Int(bits >> (18 - 6 * UInt32(place))) & 63] : UInt8(ascii: "="))
            }
        }
        return try output.finish()
    }

    static func decoded(_ text: String, _ value: JSONValue, _ budget: QueryBudget) throws -> String {
        let utf8 = text.utf8
        let bytes = utf8.span
        var output = try TextBuilder(budget, expecting: bytes.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        for place in bytes.indices {
            let byte = bytes[place]
            if byte == UInt8(ascii: "=") { break }
            guard let digit = digit(byte) else {
                throw QueryRuntimeError("\(ValueText.described(value)) is not valid base64 data")
            }
            bits = bits << 6 | digit
            count += 1
            if count % 4 == 0 {
                try output.append(UInt8(truncatingIfNeeded: bits >> 16))
                try output.append(UInt8(truncatingIfNeeded: bits >> 8))
                try output.append(UInt8(truncatingIfNeeded: bits))
            }
        }
        switch count % 4 {
        case 1: throw QueryRuntimeError("\(ValueText.described(value)) trailing base64 byte found")
        case 2: try output.append(UInt8(truncatingIfNeeded: bits >> 4))
        case 3:
            try output.append(UInt8(truncatingIfNeeded: bits >> 10))
            try output.append(UInt8(truncatingIfNeeded: bits >> 2))
        default: break
        }
        return try output.finish()
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

    static func encoded(_ text: String, _ budget: QueryBudget) throws -> String {
        let utf8 = text.utf8
        let bytes = utf8.span
        let alphabet = alphabet
        var output = try TextBuilder(budget, expecting: (bytes.count + 4) / 5 * 8)
        for start in stride(from: 0, to: bytes.count, by: 5) {
            let count = min(5, bytes.count - start)
            var bits: UInt64 = 0
            for place in 0..<5 { bits = bits << 8 | (place < count ? UInt64(bytes[start + place]) : 0) }
            let used = (count * 8 + 4) / 5
            for place in 0..<8 {
                try output.append(place < used ? alphabet[Int(bits >> (35 - 5 * UInt64(place))) & 31] : UInt8(ascii: "="))
            }
        }
        return try output.finish()
    }

    static func decoded(_ text: String, _ value: JSONValue, _ budget: QueryBudget) throws -> String {
        let utf8 = text.utf8
        let bytes = utf8.span
        var output = try TextBuilder(budget, expecting: bytes.count / 8 * 5)
        var bits: UInt64 = 0
        var count = 0
        for place in bytes.indices {
            try budget.chargeBlock(at: place)
            let byte = bytes[place]
            guard byte != UInt8(ascii: "=") else { continue }
            guard let digit = digit(byte) else { throw QueryRuntimeError("\(ValueText.described(value)) is not valid base32 data") }
            bits = bits << 5 | digit
            count += 5
            if count >= 8 {
                count -= 8
                try output.append(UInt8(truncatingIfNeeded: bits >> UInt64(count)))
            }
        }
        return try output.finish()
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt64(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt64(byte - UInt8(ascii: "2")) + 26
        default: nil
        }
    }
}
