internal import WebAddresses

/// Removes credentials from URLs, for messages and logs.
///
/// It removes user, password and fragment, and replaces the values of query items with sensitive names, such as `token`, by `***`.
public enum AddressMask {
    /// A query item is sensitive if its name contains one of these.
    private static let sensitiveNameParts = [
        "token", "key", "secret", "password", "passwd", "passphrase", "auth", "signature", "session", "credential", "jwt", "bearer",
        "cookie",
    ]
    /// A query item is sensitive if one of these is its whole name. As parts of names they would be too frequent. `sig` is used by Azure.
    private static let sensitiveNames: Set = ["sig", "pwd", "pass", "pw", "sid"]
    /// Characters that end a URL inside a text.
    private static let addressTerminators = Set("\"'<>`|\\^{}\n\r\t")

    /// Returns a URL without its credentials.
    ///
    /// - Parameter address: A URL with a scheme.
    /// - Returns: The masked URL. If the URL is malformed, only its scheme, because the password could be anywhere in it.
    public static func masked(_ address: String) -> String {
        guard let parts = URLReference(quoted: address) else { return hidden(address) }
        let start = parts.withoutSecrets.text
        guard let query = parts.query else { return start }
        let hasCode = hasAuthorizationCode(parts)
        let items = query.split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
            guard let equals = item.firstIndex(of: "="), isSensitive(item[..<equals]) || hasCode && isNamed("code", item) else {
                return String(item)
            }
            return item[...equals] + "***"
        }
        return start + "?" + items.joined(separator: "&")
    }

    /// Whether an item `code` is an OAuth authorization code (RFC 6749, section 4.1): beside an item `state`, or in the URL of a token
    /// endpoint. In other URLs, `code` is no secret, for instance a status code.
    private static func hasAuthorizationCode(_ parts: URLReference) -> Bool {
        let path = parts.path.lowercased()
        return path.contains("token") || path.contains("oauth")
            || parts.query?.split(separator: "&").contains { isNamed("state", $0) } == true
    }

    /// Whether an item `name=value` has the given name, also if it is percent-encoded or in capitals there.
    private static func isNamed(_ name: String, _ item: Substring) -> Bool {
        item.firstIndex(of: "=").map { PercentEncoding.decoded(String(self.name(before: $0, in: item))).lowercased() == name } ?? false
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
        guard let parts = URLReference(quoted: address), let server = parts.server else { return [] }
        // A user without a password is most likely a token.
        let userInfo = server.userInfo.map { [$0] + $0.split(separator: ":", maxSplits: 1).dropFirst(isSecret ? 0 : 1) } ?? []
        var found = userInfo.map(String.init)
        if let fragment = parts.fragment { found.append(String(fragment)) }
        for item in (parts.query ?? "").split(separator: "&") {
            guard let equals = item.firstIndex(of: "=") else { continue }
            guard isSecret || isSensitive(item[..<equals]) || isNamed("code", item) && hasAuthorizationCode(parts) else { continue }
            found.append(String(item[item.index(after: equals)...]))
        }
        if isSecret {
            let target = String(parts.path) + (parts.query.map { "?\($0)" } ?? "")
            let query = parts.query.map(String.init) ?? ""
            found += [String(server.host), target, String(target.dropFirst()), String(parts.path), String(parts.path.dropFirst()), query]
        }
        return found.flatMap { [$0, PercentEncoding.decoded($0)] }
    }

    /// Whether a name, such as that of a query item or a header, is most likely that of a secret.
    public static func isSensitive(_ name: some StringProtocol) -> Bool {
        func isSensitive(_ name: String) -> Bool {
            sensitiveNames.contains(name) || sensitiveNameParts.contains { name.contains($0) }
        }
        let name = PercentEncoding.decoded(String(name)).lowercased()
        // "author" and "keyword" contain "auth" and "key", but name no secrets. "authorization" does.
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
            // A malformed URL without `user@` may be a part of a jq program. So only its sensitive items are masked.
            let hasUser = address.contains("@")
            output += rest[..<start]
            output += hasUser || URLReference(quoted: String(address)) != nil ? masked(String(address)) : maskedItems(address)
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
