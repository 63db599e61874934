/// The components of a URL such as `https://user:password@host/path?query#fragment`, with their percent encoding unchanged.
///
/// - SeeAlso: RFC 3986, section 3
struct AddressParts {
    /// Scheme, host and port, without user and password.
    private let origin: String
    let userInfo: String?
    let host: String
    let path: String
    let query: String?
    let fragment: String?

    /// The URL up to its query, without user and password.
    var start: String { origin + path }

    /// Splits a URL.
    ///
    /// - Returns: nil if the URL has no valid host. The position of a password is then unknown.
    init?(_ address: String) {
        guard let scheme = address.firstRange(of: "://") else { return nil }
        var rest = address[scheme.upperBound...]
        fragment = rest.firstIndex(of: "#").map { String(rest[rest.index(after: $0)...]) }
        rest = rest.prefix { $0 != "#" }
        query = rest.firstIndex(of: "?").map { String(rest[rest.index(after: $0)...]) }
        rest = rest.prefix { $0 != "?" }
        let authority = rest.prefix { $0 != "/" }
        path = String(rest[authority.endIndex...])
        let at = authority.lastIndex(of: "@")
        userInfo = at.map { String(authority[..<$0]) }
        let server = at.map { authority[authority.index(after: $0)...] } ?? authority
        guard let name = Self.host(of: server) else { return nil }
        host = String(name)
        origin = String(address[..<scheme.upperBound] + server)
    }

    /// The host before an optional port; nil if either is invalid.
    private static func host(of server: Substring) -> Substring? {
        let name = server.first == "[" ? server.prefix { $0 != "]" } : server.prefix { $0 != ":" }
        var rest = server[name.endIndex...]
        if server.first == "[" {
            guard rest.popFirst() == "]", name.dropFirst().allSatisfy({ $0.isHexDigit || ":.%".contains($0) }) else { return nil }
        } else {
            guard name.allSatisfy({ $0.isLetter || $0.isNumber || "-._~%*".contains($0) }) else { return nil }
        }
        guard rest.isEmpty || rest.first == ":" && rest.dropFirst().allSatisfy(\.isWholeNumber) else { return nil }
        return name
    }
}

extension String {
    /// The text as it stands in the query of a URL: all bytes but unreserved characters as `%XX`.
    ///
    /// - SeeAlso: RFC 3986, section 2.3
    var percentEncoded: String {
        let unreserved = Set("-._~".utf8)
        func isUnreserved(_ byte: UInt8) -> Bool {
            let character = Character(Unicode.Scalar(byte))
            return unreserved.contains(byte) || character.isASCII && (character.isLetter || character.isNumber)
        }
        return utf8.reduce(into: "") { text, byte in
            let hex = String(byte, radix: 16, uppercase: true)
            text += isUnreserved(byte) ? String(Unicode.Scalar(byte)) : byte < 0x10 ? "%0\(hex)" : "%\(hex)"
        }
    }

    /// The text with `%XX` decoded; unchanged if the result is not UTF-8.
    var percentDecoded: String {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self) ?? self
    }
}
