internal import HTMLParsing

/// Decodes bytes of mail by the name of their charset.
enum MailCharset {
    /// The names of ASCII. Mail that declares it, or nothing, often has other bytes.
    private static let asciiNames: Set<String> = ["us-ascii", "ascii", "ansi_x3.4-1968", "iso646-us", "iso-646", "646", "7bit"]

    /// A decoded text.
    struct Decoded {
        let text: String
        /// Whether the declared charset is a known one.
        var isKnown = true
        /// Whether all bytes are of the declared charset. Others are U+FFFD.
        var isWellFormed = true
    }

    /// The longest name that is looked up, in bytes.
    private static let maxNameBytes = 64

    /// Finds an encoding by a name in a header; nil for an unknown one, and for one that cannot be decoded.
    static func encoding(named name: String) -> HTMLEncoding? {
        guard name.utf8.count <= maxNameBytes, let found = HTMLEncoding(label: name) ?? HTMLEncoding.named(elsewhere: name) else {
            return nil
        }
        return found == .replacement || !found.isDecodable ? nil : found
    }

    /// Whether a name says no more than that the text has no letters beyond ASCII.
    static func isASCII(_ name: String) -> Bool { asciiNames.contains(name.lowercased()) }

    /// Decodes a text.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - name: The declared charset; nil if none is declared.
    /// - Returns: The text. Without a useful declaration, well-formed UTF-8 is read as that, and other bytes as windows-1252.
    static func decode(_ bytes: [UInt8], named name: String?) -> Decoded {
        guard let name, !isASCII(name) else { return Decoded(text: guessed(bytes)) }
        guard let encoding = encoding(named: name) else { return Decoded(text: guessed(bytes), isKnown: false) }
        return decode(bytes, as: encoding)
    }

    /// Decodes a text of a known encoding.
    static func decode(_ bytes: [UInt8], as encoding: HTMLEncoding) -> Decoded {
        if encoding == .utf8 {
            let content = bytes.dropFirst(HTMLEncoding.byteOrderMarkLength(bytes.span))
            if let text = String(validating: content, as: UTF8.self) { return Decoded(text: text) }
            return Decoded(text: String(decoding: content, as: UTF8.self), isWellFormed: false)
        }
        guard let decoded = encoding.decodeCounting(bytes.span) else { return Decoded(text: guessed(bytes)) }
        return Decoded(text: String(decoding: decoded.text, as: UTF8.self), isWellFormed: decoded.faults.count == 0)
    }

    /// Decodes a text whose encoding is not declared.
    static func guessed(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes.dropFirst(HTMLEncoding.byteOrderMarkLength(bytes.span)), as: UTF8.self) { return text }
        return HTMLEncoding.windows1252.decode(bytes.span).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
