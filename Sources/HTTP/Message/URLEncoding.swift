internal import Pipeline

extension String {
    /// The ASCII characters that stand in a path, a query or a fragment as they are.
    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#@!$&'()*+,;=".utf8)

    /// This URL or reference, with all bytes percent-encoded that its path and query cannot contain. Escapes such as `%20` stay.
    ///
    /// The authority stays as it is: brackets enclose an IPv6 address there, and `URLComponents` encodes names in other scripts.
    /// `URLComponents` must not encode the rest: beside an invalid character, it encodes the percent signs of escapes, too.
    ///
    /// - SeeAlso: RFC 3986, section 2
    var escapedForURL: String {
        var bytes = Array(utf8)
        let start = Self.endOfAuthority(bytes)
        let rest = bytes[start...]
        bytes.removeSubrange(start...)
        for (place, byte) in zip(rest.indices, rest) {
            let isEscape = byte == UInt8(ascii: "%") && rest[place...].dropFirst().prefix(2).count(where: Self.isHexDigit) == 2
            if isEscape || Self.plain.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit }

    /// The place behind the authority of a URL, or of a reference such as `//host/path`; 0 if there is none.
    private static func endOfAuthority(_ bytes: [UInt8]) -> Int {
        let delimiters = Array(":/?#".utf8)
        var start = bytes.firstIndex { delimiters.contains($0) } ?? 0
        guard start < bytes.count else { return 0 }
        if bytes[start] == UInt8(ascii: ":") { start += 1 } else if start > 0 { return 0 }
        guard bytes[start...].starts(with: Array("//".utf8)) else { return 0 }
        return bytes[(start + 2)...].firstIndex { delimiters.dropFirst().contains($0) } ?? bytes.count
    }
}

/// Encodes forms, for bodies and for credentials.
///
/// - SeeAlso: [URL, application/x-www-form-urlencoded](https://url.spec.whatwg.org/#application/x-www-form-urlencoded)
enum FormEncoding {
    /// Encodes a name or value. A space becomes `+`.
    static func encoded(_ text: String) -> String { spaced(text.percentEncoded) }

    /// The body that consists of items. Names and values are encoded.
    static func body(of items: [(name: String, value: String)]) -> [UInt8] { Array(spaced(WebAddress.query(of: items)).utf8) }

    private static func spaced(_ encoded: String) -> String { encoded.replacing("%20", with: "+") }
}
