/// Decodes the content of `data:` URLs, which may have millions of bytes.
package enum DataURLDecoder {
    /// The bytes of a URL after its first comma.
    package static func bytes(of text: String, behind comma: String.Index) -> [UInt8] { Array(text.utf8[comma...].dropFirst()) }

    /// Decodes Base64 without regard to white space and missing padding, as browsers do.
    ///
    /// - Returns: nil for other characters, and for a single digit at the end.
    package static func base64(_ text: [UInt8]) -> [UInt8]? {
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
