internal import HTMLParsing

/// Removes credentials from URLs, for messages and logs.
///
/// It removes user, password and fragment, and replaces the values of query items with sensitive names, such as `token`, by `***`.
public enum AddressMask {
    /// A query item is sensitive if its name contains one of these.
    private static let sensitiveNameParts = [
        "token", "key", "secret", "password", "passwd", "passphrase", "auth", "signature", "session", "credential", "jwt", "bearer",
        "cookie",
    ]
    /// A query item is sensitive if this is its whole name, as other words contain it, too. `sig` is used by Azure.
    private static let sensitiveNames: Set = ["sig", "pwd", "pass", "pw", "sid"]
    /// Characters that end a URL inside a text.
    private static let addressTerminators = Set("\"'<>`|\\^{}\n\r\t")

    /// Returns a URL without its credentials.
    ///
    /// - Parameter address: A URL with a scheme.
    /// - Returns: The masked URL. If the URL is malformed, only its scheme, because the password could be anywhere in it.
    public static func masked(_ address: String) -> String {
        guard let parts = AddressParts(address) else { return hidden(address) }
        guard let query = parts.query else { return parts.start }
        let hasCode = hasAuthorizationCode(parts)
        let items = query.split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
            guard let equals = item.firstIndex(of: "="), isSensitive(item[..<equals]) || hasCode && isNamed("code", item) else {
                return String(item)
            }
            return item[...equals] + "***"
        }
        return parts.start + "?" + items.joined(separator: "&")
    }

    /// Whether an item `code` is the code of an authorization (RFC 6749, section 4.1): beside `state`, or at a token server. Elsewhere it
    /// is an ordinary word, such as a status code.
    private static func hasAuthorizationCode(_ parts: AddressParts) -> Bool {
        let path = parts.path.lowercased()
        return path.contains("token") || path.contains("oauth")
            || parts.query?.split(separator: "&").contains { isNamed("state", $0) } == true
    }

    /// Whether an item `name=value` has a name, which may be percent-encoded and in capitals.
    private static func isNamed(_ name: String, _ item: Substring) -> Bool {
        item.firstIndex(of: "=").map { String(self.name(before: $0, in: item)).percentDecoded.lowercased() == name } ?? false
    }

    /// Returns a text with every URL in it masked.
    public static func masked(in text: String) -> String {
        guard text.contains("://") else { return text }
        return mapWords(of: text) { $0.contains("://") ? maskedWord($0) : String($0) }
    }

    /// Returns a text from another program, such as a server's response or a library's error, with its secrets masked.
    ///
    /// It masks every URL, and the values of items such as `token=abc` outside of URLs.
    public static func maskedExternalText(_ text: String) -> String {
        mapWords(of: text) { $0.contains("://") ? maskedWord($0) : $0.contains("=") ? maskedItems($0) : String($0) }
    }

    private static func mapWords(of text: String, _ change: (Substring) -> String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map(change).joined(separator: " ")
    }

    /// The parts of a URL that ``masked(_:)`` removes, as written and percent-decoded, because a server may quote either.
    ///
    /// - Parameter isSecret: Whether the whole URL is secret, and not only its user, password and sensitive query items.
    static func secretParts(of address: String, isSecret: Bool = false) -> [String] {
        guard let parts = AddressParts(address) else { return [] }
        // A user without a password is most likely a token.
        var found = parts.userInfo.map { [$0] + $0.split(separator: ":", maxSplits: 1).dropFirst(isSecret ? 0 : 1).map(String.init) } ?? []
        if let fragment = parts.fragment { found.append(fragment) }
        for item in (parts.query ?? "").split(separator: "&") {
            guard let equals = item.firstIndex(of: "=") else { continue }
            guard isSecret || isSensitive(item[..<equals]) || isNamed("code", item) && hasAuthorizationCode(parts) else { continue }
            found.append(String(item[item.index(after: equals)...]))
        }
        if isSecret {
            let target = parts.path + (parts.query.map { "?\($0)" } ?? "")
            found += [parts.host, target, String(target.dropFirst()), parts.path, String(parts.path.dropFirst()), parts.query ?? ""]
        }
        return found.flatMap { [$0, $0.percentDecoded] }
    }

    /// Whether a name, such as that of a query item or a header, is most likely that of a secret.
    ///
    /// Package access: only the HTTP source follows redirects, where it leaves such headers out; plug-ins declare secrets as such.
    package static func isSensitive(_ name: some StringProtocol) -> Bool {
        func isSensitive(_ name: String) -> Bool {
            sensitiveNames.contains(name) || sensitiveNameParts.contains { name.contains($0) }
        }
        let name = String(name).percentDecoded.lowercased()
        // Two frequent words contain "auth" and "key", and name no secret. "authorization" does.
        return isSensitive(name) && isSensitive(name.replacing(/author(?!i)|keyword/, with: ""))
    }

    /// Masks the URLs in a word of a text. Parentheses or quotation marks may surround them.
    private static func maskedWord(_ word: Substring) -> String {
        var output = ""
        var rest = word
        while let scheme = rest.firstRange(of: "://") {
            let start =
                rest[..<scheme.lowerBound].lastIndex { !($0.isLetter || $0.isNumber) }.map { rest.index(after: $0) } ?? rest.startIndex
            let end = rest[scheme.upperBound...].firstIndex(where: addressTerminators.contains) ?? rest.endIndex
            // Punctuation at the end belongs to the sentence and not to the URL.
            let count = rest[start..<end].reversed().prefix { ".,:;!?)".contains($0) }.count
            let tail = max(rest.index(end, offsetBy: -count), scheme.upperBound)
            let address = rest[start..<tail]
            // A malformed URL without a user may be a part of a jq program.
            let hasUser = address.contains("@")
            output += rest[..<start]
            output += hasUser || AddressParts(String(address)) != nil ? masked(String(address)) : maskedItems(address)
            output += rest[tail..<end]
            rest = rest[end...]
        }
        return output + rest
    }

    /// Masks the values of items such as `token=x` in a word.
    private static func maskedItems(_ word: Substring) -> String {
        let items = word.split(omittingEmptySubsequences: false) { $0 == "&" || $0 == "?" || $0 == ";" || $0 == "," }
        let hasState = items.contains { isNamed("state", $0) }
        func isSecret(_ item: Substring) -> Bool {
            item.firstIndex(of: "=").map { isSensitive(name(before: $0, in: item)) } ?? false || hasState && isNamed("code", item)
        }
        guard items.contains(where: isSecret) else { return String(word) }
        var output = ""
        for item in items {
            if item.startIndex > word.startIndex { output.append(word[word.index(before: item.startIndex)]) }
            guard let equals = item.firstIndex(of: "="), isSecret(item) else {
                output += item
                continue
            }
            let value = item[item.index(after: equals)...]
            let quote = value.prefix { $0 == "\"" || $0 == "'" }
            let end = value[quote.endIndex...].firstIndex(where: addressTerminators.contains) ?? item.endIndex
            output += item[...equals] + quote + "***" + item[end...]
        }
        return output
    }

    /// The name before an equals sign, without punctuation of the text before it.
    private static func name(before equals: String.Index, in item: Substring) -> Substring {
        let name = item[..<equals]
        return name.lastIndex { !($0.isLetter || $0.isNumber || "_-.[]%".contains($0)) }.map { name[name.index(after: $0)...] } ?? name
    }

    private static func hidden(_ address: String) -> String {
        address.firstRange(of: "://").map { address[..<$0.upperBound] + "…" } ?? "…"
    }
}

/// The components of a URL such as `https://user:password@host/path?query#fragment`, with their percent encoding unchanged.
///
/// - SeeAlso: RFC 3986, section 3
package struct AddressParts {
    /// Scheme, host and port, without user and password.
    private let origin: String
    package let userInfo: String?
    package let host: String
    package let path: String
    package let query: String?
    package let fragment: String?

    /// The URL up to its query, without user and password.
    package var start: String { origin + path }

    /// Splits a URL.
    ///
    /// - Returns: nil if the URL has no valid host. The position of a password is then unknown.
    package init?(_ address: String) {
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

extension String {
    /// The text as a part of a URL: all bytes but unreserved characters as `%XX`.
    ///
    /// Package access: the HTTP source makes queries and forms with it; plug-ins have `HTMLAddress.percentEncoded(_:)`.
    ///
    /// - SeeAlso: RFC 3986, section 2.3
    package var percentEncoded: String { HTMLAddress.percentEncoded(self) }

    /// The text with `%XX` decoded. A `%` without two digits stays, as in browsers; a result that is not UTF-8 leaves the text unchanged.
    ///
    /// Package access: the HTTP source compares names in queries, and names documents after URLs.
    ///
    /// - SeeAlso: [URL, percent-decode](https://url.spec.whatwg.org/#percent-decode)
    package var percentDecoded: String { HTMLAddress.percentDecoded(self) }
}
