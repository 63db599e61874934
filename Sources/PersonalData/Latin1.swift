internal import HTMLParsing

/// The text of bytes that are no UTF-8: ISO-8859-1, which HTML and mail programs read as Windows-1252.
///
/// Each byte is one character, so that any bytes come back as they were.
enum Latin1 {
    private static let characters: [Bytes] = (0..<256).map { byte in
        let bytes = [UInt8(byte)]
        return HTMLEncoding(label: "windows-1252")?.decode(bytes.span) ?? bytes
    }
    private static let bytes = Dictionary(characters.enumerated().map { ($1, UInt8($0)) }) { first, _ in first }

    /// Whether bytes are likely to be a text: most letters of one are ASCII, and those of random bytes are not.
    static func isText(_ bytes: Bytes) -> Bool { bytes.count { $0 >= 0x80 } * 4 <= bytes.count }

    static func decoded(_ bytes: Bytes) -> Bytes { bytes.reduce(into: []) { $0 += characters[Int($1)] } }

    /// The bytes of a text. Characters that have none are left in UTF-8.
    static func encoded(_ text: Bytes) -> Bytes {
        var output: Bytes = []
        var place = 0
        while place < text.count {
            var end = place + 1
            while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
            let character = Bytes(text[place..<end])
            if let byte = bytes[character] { output.append(byte) } else { output += character }
            place = end
        }
        return output
    }
}
