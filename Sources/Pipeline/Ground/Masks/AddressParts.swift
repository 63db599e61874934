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
        // Delimiters are ASCII, so that bytes find them: a combining mark behind a delimiter does not hide it.
        var rest = address[scheme.upperBound...].utf8
        fragment = rest.firstIndex(of: UInt8(ascii: "#")).map { String(Substring(rest[rest.index(after: $0)...])) }
        rest = rest.prefix { $0 != UInt8(ascii: "#") }
        query = rest.firstIndex(of: UInt8(ascii: "?")).map { String(Substring(rest[rest.index(after: $0)...])) }
        rest = rest.prefix { $0 != UInt8(ascii: "?") }
        let authority = rest.prefix { $0 != UInt8(ascii: "/") }
        path = String(Substring(rest[authority.endIndex...]))
        let at = authority.lastIndex(of: UInt8(ascii: "@"))
        userInfo = at.map { String(Substring(authority[..<$0])) }
        let server = Substring(at.map { authority[authority.index(after: $0)...] } ?? authority)
        guard let name = Self.host(of: server) else { return nil }
        host = String(name)
        origin = String(address[..<scheme.upperBound] + server)
    }

    /// The host before an optional port; nil if either is invalid.
    private static func host(of server: Substring) -> Substring? {
        let bytes = server.utf8
        let isLiteral = bytes.first == UInt8(ascii: "[")
        let name = Substring(bytes.prefix { $0 != UInt8(ascii: isLiteral ? "]" : ":") })
        var rest = bytes[name.endIndex...]
        if isLiteral {
            guard rest.popFirst() == UInt8(ascii: "]"), name.dropFirst().allSatisfy({ $0.isHexDigit || ":.%".contains($0) }) else {
                return nil
            }
        } else {
            guard isHostName(name) else { return nil }
        }
        guard rest.isEmpty || rest.first == UInt8(ascii: ":") && rest.dropFirst().allSatisfy(isDigit) else { return nil }
        return name
    }

    private static func isHostName(_ name: Substring) -> Bool {
        let isPlain = name.utf8.allSatisfy { isDigit($0) || isLetter($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
        return isPlain || name.allSatisfy { $0.isLetter || $0.isNumber || "-._~%*".contains($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
}
