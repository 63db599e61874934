internal import Pipeline

/// The content of a `data:` URL.
///
/// - SeeAlso: RFC 2397; [Fetch, data: URLs](https://fetch.spec.whatwg.org/#data-urls)
struct DataURL {
    let bytes: [UInt8]

    /// - Parameters:
    ///   - text: The URL.
    ///   - limit: The greatest number of bytes of the content.
    /// - Throws: ``AssetFault``.
    init(_ text: String, limit: Int) throws(AssetFault) {
        guard let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) else { throw .damaged("the data: URL has no comma") }
        let media = text[..<comma].lowercased().trimmingSpaces
        let body = text.utf8[text.utf8.index(after: comma)...]
        // Base64 has four bytes for three, and an escape has three for one.
        guard body.count / 3 <= limit else { throw .tooLong(limit: limit) }
        let plain = Self.percentDecoded(body)
        if media.hasSuffix("base64"), media.dropLast("base64".count).trimmingSpaces.hasSuffix(";") {
            guard let decoded = Self.base64(plain) else { throw .damaged("the data: URL is not Base64") }
            bytes = decoded
        } else {
            bytes = plain
        }
        guard bytes.count <= limit else { throw .tooLong(limit: limit) }
    }

    private static func percentDecoded(_ text: Substring.UTF8View) -> [UInt8] {
        guard text.contains(UInt8(ascii: "%")) else { return Array(text) }
        var output: [UInt8] = []
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"), let high = digit(rest.first), let low = digit(rest.dropFirst().first) else {
                output.append(byte)
                continue
            }
            output.append(high << 4 | low)
            rest = rest.dropFirst(2)
        }
        return output
    }

    private static func digit(_ byte: UInt8?) -> UInt8? {
        byte.flatMap { Character(Unicode.Scalar($0)).hexDigitValue }.map { UInt8($0) }
    }

    /// Decodes Base64 without regard to white space and missing padding, as browsers do.
    ///
    /// - Returns: nil for other characters, and for a single digit at the end.
    private static func base64(_ text: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(text.count / 4 * 3)
        var word: UInt32 = 0
        var digits = 0
        var hasEnded = false
        for byte in text {
            let value: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            case 0x09, 0x0A, 0x0C, 0x0D, 0x20: continue
            case UInt8(ascii: "="):
                hasEnded = true
                continue
            default: return nil
            }
            if hasEnded { return nil }
            word = word << 6 | UInt32(value)
            digits += 1
            if digits == 4 {
                output += [UInt8(truncatingIfNeeded: word >> 16), UInt8(truncatingIfNeeded: word >> 8), UInt8(truncatingIfNeeded: word)]
                (word, digits) = (0, 0)
            }
        }
        switch digits {
        case 1: return nil
        case 2: output.append(UInt8(truncatingIfNeeded: word >> 4))
        case 3: output += [UInt8(truncatingIfNeeded: word >> 10), UInt8(truncatingIfNeeded: word >> 2)]
        default: break
        }
        return output
    }
}
