internal import HTMLParsing

/// Decodes bytes of mail by the name of their charset.
enum MailCharset {
    /// The names of ASCII. Mail that declares it, or nothing, often has other bytes.
    private static let asciiNames: Set<String> = ["us-ascii", "ascii", "ansi_x3.4-1968", "iso646-us", "iso-646", "646", "7bit"]

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
    /// - Returns: The text, and whether the declaration was of use. Without a useful one, well-formed UTF-8 is read as that, and other bytes as
    ///   windows-1252.
    static func decode(_ bytes: [UInt8], named name: String?) -> (text: String, isKnown: Bool) {
        guard let name, !isASCII(name) else { return (guessed(bytes), true) }
        guard let encoding = encoding(named: name) else { return (guessed(bytes), false) }
        return (decode(bytes, as: encoding), true)
    }

    /// Decodes a text of a known encoding.
    static func decode(_ bytes: [UInt8], as encoding: HTMLEncoding) -> String {
        if encoding == .utf8 { return String(decoding: bytes.dropFirst(HTMLEncoding.byteOrderMarkLength(bytes.span)), as: UTF8.self) }
        return encoding.decode(bytes.span).map { String(decoding: $0, as: UTF8.self) } ?? guessed(bytes)
    }

    /// Decodes a text whose encoding is not declared.
    static func guessed(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes.dropFirst(HTMLEncoding.byteOrderMarkLength(bytes.span)), as: UTF8.self) { return text }
        return HTMLEncoding.windows1252.decode(bytes.span).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
