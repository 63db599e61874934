/// Compares a byte with an escape sequence of a URL, JSON or HTML that stands for it.
enum EscapedByte {
    /// The bytes with which escape sequences begin.
    static let firstBytes = Array("%\\&".utf8)
    /// The length of the longest escape sequence, such as `\u002f`, in bytes.
    static let maxBytes = 6

    private static let references: [(byte: UInt8, texts: [[UInt8]])] = [
        ("&", ["&amp;", "&#38;", "&#x26;"]), ("<", ["&lt;", "&#60;", "&#x3c;"]), (">", ["&gt;", "&#62;", "&#x3e;"]),
        ("\"", ["&quot;", "&#34;", "&#x22;"]), ("'", ["&apos;", "&#39;", "&#x27;"]),
    ].map { (UInt8(ascii: $0), $1.map { Array($0.utf8) }) }

    /// The end of an escape sequence that stands for a byte; nil if there is none.
    ///
    /// - Parameters:
    ///   - byte: The byte.
    ///   - place: The index of the first byte of the sequence.
    static func end(of byte: UInt8, at place: Int, in bytes: [UInt8]) -> Int? {
        switch bytes[place] {
        case UInt8(ascii: "%"): return number(in: bytes, from: place + 1, digits: 2) == Int(byte) ? place + 3 : nil
        case UInt8(ascii: "\\"):
            guard byte < 0x80, place + 1 < bytes.count else { return nil }
            if bytes[place + 1] == UInt8(ascii: "u") { return number(in: bytes, from: place + 2, digits: 4) == Int(byte) ? place + 6 : nil }
            let isPunctuation = byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            return isPunctuation && bytes[place + 1] == byte ? place + 2 : nil
        case UInt8(ascii: "&"):
            guard let texts = references.first(where: { $0.byte == byte })?.texts else { return nil }
            return texts.first { bytes[place...].starts(with: $0) { $0 | 0x20 == $1 | 0x20 } }.map { place + $0.count }
        default: return nil
        }
    }

    /// A hexadecimal number with a fixed count of digits; nil for other bytes.
    private static func number(in bytes: [UInt8], from start: Int, digits: Int) -> Int? {
        guard start + digits <= bytes.count else { return nil }
        var number = 0
        for byte in bytes[start..<start + digits] {
            switch byte {
            case 0x30...0x39: number = number * 16 + Int(byte - 0x30)
            case 0x41...0x46: number = number * 16 + Int(byte - 0x41 + 10)
            case 0x61...0x66: number = number * 16 + Int(byte - 0x61 + 10)
            default: return nil
            }
        }
        return number
    }
}
