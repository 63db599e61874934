/// Takes the secrets out of addresses before people see them.
///
/// What is secret: user and password, the fragment, and the values of query items with telling names.
package enum AddressMask {
    /// What the names of query items with secrets contain.
    private static let sensitiveNameParts = [
        "token", "key", "secret", "password", "passwd", "passphrase", "auth", "signature", "session", "credential", "jwt", "bearer",
    ]
    /// Names that stand in other words, too, and so have to be the whole name: `sig` is the signature of Azure, `code` that of OAuth.
    private static let sensitiveNames: Set = ["sig", "code", "pwd", "pass", "pw", "sid"]
    /// What ends an address that stands in a text.
    private static let addressTerminators = Set("\"'<>`|\\^{}\n\r\t")

    /// The address with user and password left out, and the values of query items with telling names as `***`. Of one that cannot be
    /// taken apart only the scheme: where a password stands in it is not known.
    package static func masked(_ address: String) -> String {
        guard let parts = AddressParts(address) else { return hidden(address) }
        guard let query = parts.query else { return parts.start }
        let items = query.split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
            guard let equals = item.firstIndex(of: "="), isSensitive(item[..<equals]) else { return String(item) }
            return item[...equals] + "***"
        }
        return parts.start + "?" + items.joined(separator: "&")
    }

    /// A text with every address in it masked.
    package static func masked(in text: String) -> String {
        guard text.contains("://") else { return text }
        return mapWords(of: text) { $0.contains("://") ? maskedWord($0) : String($0) }
    }

    /// A text from outside, such as a server's answer or a library's error, with every address in it masked, and what follows a telling
    /// name and an equals sign.
    package static func maskedExternalText(_ text: String) -> String {
        mapWords(of: text) { $0.contains("://") ? maskedWord($0) : $0.contains("=") ? maskedItems($0) : String($0) }
    }

    private static func mapWords(of text: String, _ change: (Substring) -> String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map(change).joined(separator: " ")
    }

    /// The texts of an address that ``masked(_:)`` hides, as they are written and decoded: what a server may quote.
    ///
    /// - Parameter isSecret: Whether all of the address is secret, and not only its user, password and telling query items.
    static func secretParts(of address: String, isSecret: Bool = false) -> [String] {
        guard let parts = AddressParts(address) else { return [] }
        // A name without a password is most likely a token.
        var found = parts.userInfo.map { [$0] + $0.split(separator: ":", maxSplits: 1).dropFirst(isSecret ? 0 : 1).map(String.init) } ?? []
        if let fragment = parts.fragment { found.append(fragment) }
        for item in (parts.query ?? "").split(separator: "&") {
            guard let equals = item.firstIndex(of: "="), isSecret || isSensitive(item[..<equals]) else { continue }
            found.append(String(item[item.index(after: equals)...]))
        }
        if isSecret {
            let target = parts.path + (parts.query.map { "?\($0)" } ?? "")
            found += [parts.host, target, String(target.dropFirst()), parts.path, String(parts.path.dropFirst()), parts.query ?? ""]
        }
        return found.flatMap { [$0, $0.percentDecoded] }
    }

    private static func isSensitive(_ name: Substring) -> Bool {
        let name = String(name).percentDecoded.lowercased()
        return sensitiveNames.contains(name) || sensitiveNameParts.contains { name.contains($0) }
    }

    /// A word of a text in which addresses stand, perhaps with a parenthesis or a quotation mark around them.
    private static func maskedWord(_ word: Substring) -> String {
        var output = ""
        var rest = word
        while let scheme = rest.firstRange(of: "://") {
            let start =
                rest[..<scheme.lowerBound].lastIndex { !($0.isLetter || $0.isNumber) }.map { rest.index(after: $0) } ?? rest.startIndex
            let end = rest[scheme.upperBound...].firstIndex(where: addressTerminators.contains) ?? rest.endIndex
            // What ends a sentence is no part of the address.
            let count = rest[start..<end].reversed().prefix { ".,:;!?)".contains($0) }.count
            let tail = max(rest.index(end, offsetBy: -count), scheme.upperBound)
            let address = rest[start..<tail]
            // What cannot be taken apart and has no user may be a part of a program.
            let hasUser = address.contains("@")
            output += rest[..<start]
            output += hasUser || AddressParts(String(address)) != nil ? masked(String(address)) : maskedItems(address)
            output += rest[tail..<end]
            rest = rest[end...]
        }
        return output + rest
    }

    /// A word in which items such as `token=x` stand.
    private static func maskedItems(_ word: Substring) -> String {
        let items = word.split(omittingEmptySubsequences: false) { $0 == "&" || $0 == "?" || $0 == ";" || $0 == "," }
        guard items.contains(where: { item in item.firstIndex(of: "=").map { isSensitive(name(before: $0, in: item)) } ?? false }) else {
            return String(word)
        }
        var output = ""
        for item in items {
            if item.startIndex > word.startIndex { output.append(word[word.index(before: item.startIndex)]) }
            guard let equals = item.firstIndex(of: "="), isSensitive(name(before: equals, in: item)) else {
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

    /// The name in front of an equals sign, without what may stand before it in a text.
    private static func name(before equals: String.Index, in item: Substring) -> Substring {
        let name = item[..<equals]
        return name.lastIndex { !($0.isLetter || $0.isNumber || "_-.[]%".contains($0)) }.map { name[name.index(after: $0)...] } ?? name
    }

    private static func hidden(_ address: String) -> String {
        address.firstRange(of: "://").map { address[..<$0.upperBound] + "…" } ?? "…"
    }
}
