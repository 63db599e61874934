internal import WebAddresses

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
        var digits = Base64Digits()
        var hasEnded = false
        var index = 0
        while index < text.count {
            let end = digits.decode(text.span, from: index, into: &output)
            if hasEnded, end > index { return nil }
            if end == text.count { break }
            switch text[end] {
            case 0x09, 0x0A, 0x0C, 0x0D, 0x20: break
            case UInt8(ascii: "="): hasEnded = true
            default: return nil
            }
            index = end + 1
        }
        return digits.finish(into: &output) ? output : nil
    }
}
