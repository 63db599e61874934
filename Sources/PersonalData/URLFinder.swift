internal import HTMLParsing

/// Finds URLs that let their reader in: with a user, with a parameter such as `token`, or with a path that is a secret.
enum URLFinder {
    static func find(in text: Bytes, into matches: inout [PersonalDataMatch]) {
        var place = 0
        while let colon = text[place...].firstIndex(of: UInt8(ascii: ":")) {
            place = colon + 1
            guard text.at(colon + 1) == 0x2F, text.at(colon + 2) == 0x2F, let start = schemeStart(text, colon) else { continue }
            let end = urlEnd(text, colon + 3)
            place = max(place, end)
            if isSecret(text, colon + 3..<end) {
                let key = String(decoding: text[start..<end], as: UTF8.self)
                matches.append(PersonalDataMatch(range: start..<end, name: PersonalDataKind.url.alias, key: key))
            }
        }
        findWithoutScheme(in: text, into: &matches)
    }

    /// Finds URLs without a scheme: `www.example.com/?token=…`.
    private static func findWithoutScheme(in text: Bytes, into matches: inout [PersonalDataMatch]) {
        var place = 0
        while let dot = text[place...].firstIndex(of: UInt8(ascii: ".")) {
            place = dot + 1
            guard dot >= 3, text.lowercased(dot - 3..<dot) == "www" else { continue }
            let before = text.at(dot - 4)
            guard !before.isWord, before != UInt8(ascii: "/"), before != UInt8(ascii: "@") else { continue }
            let end = urlEnd(text, dot + 1)
            place = max(place, end)
            if isSecret(text, dot - 3..<end) {
                let key = String(decoding: text[dot - 3..<end], as: UTF8.self)
                matches.append(PersonalDataMatch(range: dot - 3..<end, name: PersonalDataKind.url.alias, key: key))
            }
        }
    }

    private static func schemeStart(_ text: Bytes, _ colon: Int) -> Int? {
        var start = colon
        let limit = max(0, colon - 30)
        while start > limit, text[start - 1].isAlphanumeric || "+-.".utf8.contains(text[start - 1]) { start -= 1 }
        while start < colon, !text[start].isASCIILetter { start += 1 }
        return start < colon ? start : nil
    }

    /// The end of a URL: at a space or a quotation mark, without the punctuation of the sentence.
    private static func urlEnd(_ text: Bytes, _ start: Int) -> Int {
        var end = start
        var open = 0
        while end < text.count {
            let byte = text[end]
            if byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
                || byte == UInt8(ascii: "`")
                || byte == UInt8(ascii: "|") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "^")
            {
                break
            }
            if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") { open += 1 }
            if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") {
                if open == 0 { break }
                open -= 1
            }
            end += 1
        }
        while end > start, ".,;:!?'*".utf8.contains(text[end - 1]) { end -= 1 }
        return end
    }

    // MARK: - What is secret

    /// Whether the rest of a URL behind `//` has a user or a secret.
    private static func isSecret(_ text: Bytes, _ rest: Range<Int>) -> Bool {
        var place = rest.lowerBound
        while place < rest.upperBound, !"/?#".utf8.contains(text[place]) { place += 1 }
        if let sign = text[rest.lowerBound..<place].lastIndex(of: UInt8(ascii: "@")), sign > rest.lowerBound { return true }
        let tail = text[place..<rest.upperBound]
        let query = tail.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? rest.upperBound
        return hasSecretParameter(text, query..<rest.upperBound) || hasSecretPath(text, place..<query)
    }

    /// Names of parameters whose value is a secret, without hyphens and underscores.
    private static let strong: Set<String> = [
        "token", "accesstoken", "authtoken", "refreshtoken", "idtoken", "sig", "signature", "password", "passwd", "pwd", "pass", "secret",
        "clientsecret", "apikey", "appkey", "accesskey", "secretkey", "privatekey", "jwt", "hmac", "otp", "sessionid", "jsessionid",
        "phpsessid", "sessiontoken", "xamzsignature", "xamzcredential", "xamzsecuritytoken", "xgoogsignature", "xgoogcredential",
        "awsaccesskeyid", "credential", "credentials", "bearer", "authorization", "resettoken", "passcode", "magiclink",
    ]
    private static let strongEnds = ["token", "secret", "password", "signature", "apikey", "sessionid", "passwd"]
    /// Names whose value is one if it looks like one.
    private static let weak: Set<String> = [
        "key", "code", "auth", "session", "sid", "hash", "ticket", "nonce", "state", "invite", "invitation", "confirm", "confirmation",
        "verify", "verification", "reset", "activation", "pin", "login", "k", "t", "s", "sso", "assertion", "samlresponse", "policy",
        "share",
        "rlkey", "resourcekey", "authkey", "authcode", "checksum", "unsubscribe", "link",
    ]

    private static func hasSecretParameter(_ text: Bytes, _ range: Range<Int>) -> Bool {
        var place = range.lowerBound
        while place < range.upperBound {
            let start = place
            while place < range.upperBound, !"&;?#".utf8.contains(text[place]) { place += 1 }
            let end = place
            place += 1
            guard let equals = text[start..<end].firstIndex(of: UInt8(ascii: "=")), equals > start, equals + 1 < end else { continue }
            var name = Bytes(text[start..<equals].map(\.asciiLowercased).filter(\.isWord))
            if name.starts(with: "amp".utf8), name.count > 3 { name.removeFirst(3) }  // &amp;token= escaped twice
            let value = text[equals + 1..<end]
            let word = String(decoding: name, as: UTF8.self)
            if strong.contains(word) || strongEnds.contains(where: word.hasSuffix) { return true }
            if weak.contains(word), looksRandom(value, from: 6) { return true }
            if looksRandom(value, from: 24), isMixed(value) { return true }
        }
        return false
    }

    /// Words in a path behind which a secret follows.
    private static let gates: Set<String> = [
        "reset", "verify", "confirm", "invite", "invitation", "unsubscribe", "token", "magic", "login", "auth", "activate", "activation",
        "share", "shared", "hooks", "webhook", "webhooks", "services", "password", "reset-password", "password-reset", "join", "accept",
        "access", "secret", "session", "sessions", "signin", "sign-in", "sso", "verification", "confirmation", "recover", "recovery", "bot",
    ]

    private static func hasSecretPath(_ text: Bytes, _ range: Range<Int>) -> Bool {
        var gate = false
        for part in text[range].split(separator: UInt8(ascii: "/")) {
            if gate, looksRandom(part, from: 12) { return true }
            if isMixed(part), looksRandom(part, from: 20) { return true }
            // A parameter inside of the path, such as ;jsessionid=…
            if part.contains(UInt8(ascii: ";")), hasSecretParameter(text, part.startIndex..<part.endIndex) { return true }
            // An identifier may stand between: /reset/4711/…
            let words = String(decoding: part.map(\.asciiLowercased), as: UTF8.self).split { $0 == "-" || $0 == "_" }
            gate = gate && part.contains(where: \.isASCIIDigit) || words.contains { gates.contains(String($0)) }
        }
        return false
    }

    /// Whether a value is no word: digits among letters, or digits alone.
    private static func looksRandom(_ value: ArraySlice<UInt8>, from count: Int) -> Bool {
        guard value.count >= count else { return false }
        guard value.allSatisfy({ $0.isAlphanumeric || "-_.~+%:=".utf8.contains($0) }) else { return false }
        let digits = value.count(where: \.isASCIIDigit)
        if digits == value.count { return true }
        let letters = value.count(where: \.isASCIILetter)
        guard letters > 0 else { return false }
        // Names of pages have words between hyphens, and perhaps a number or a date.
        let parts = value.split { "-_.~+".utf8.contains($0) }
        if parts.allSatisfy({ part in part.allSatisfy(\.isASCIIDigit) || part.allSatisfy(\.isASCIILetter) }) {
            return parts.count == 1 && value.count >= 16 && isMixed(value)
        }
        return digits > 0
    }

    /// Whether a value has capital letters, small ones and digits in turn, as only random texts have. Hexadecimal numbers have not: as a rule
    /// they name a version or an object.
    private static func isMixed(_ value: ArraySlice<UInt8>) -> Bool {
        var changes = 0
        var last: UInt8 = 0
        var kinds: Set<UInt8> = []
        for byte in value {
            let kind: UInt8 = byte.isUpper ? 1 : byte.isASCIILetter ? 2 : byte.isASCIIDigit ? 3 : 0
            if kind != 0 { kinds.insert(kind) }
            if kind != 0, last != 0, kind != last { changes += 1 }
            last = kind
        }
        return kinds.count == 3 && changes * 4 >= value.count
    }
}

/// Finds keys of services by their prefixes, JSON Web Tokens, and private keys.
enum SecretFinder {
    /// The prefixes of keys, and how many characters follow at least.
    private static let prefixes: [(text: Bytes, count: Int)] = [
        ("AKIA", 16), ("ASIA", 16), ("AIza", 35), ("ghp_", 30), ("gho_", 30), ("ghu_", 30), ("ghs_", 30), ("ghr_", 30), ("github_pat_", 30),
        ("glpat-", 16), ("sk-", 20), ("sk_live_", 16), ("sk_test_", 16), ("rk_live_", 16), ("pk_live_", 16), ("xoxb-", 20), ("xoxp-", 20),
        ("xoxa-", 20), ("xoxs-", 20), ("npm_", 30), ("SG.", 40), ("hf_", 30), ("dop_v1_", 40), ("shpat_", 30), ("whsec_", 20),
        ("ya29.", 20),
        ("eyJ", 30), ("key-", 32),
    ].map { (Bytes($0.0.utf8), $0.1) }
    /// Whether a prefix begins with a byte.
    private static let firsts = (0..<256).map { byte in prefixes.contains { Int($0.text[0]) == byte } }

    static func find(in text: Bytes, into matches: inout [PersonalDataMatch]) {
        var place = 0
        while place < text.count {
            guard firsts[Int(text[place])], !text.at(place - 1).isWord,
                let prefix = prefixes.first(where: { text[place...].starts(with: $0.text) })
            else {
                if text[place] == UInt8(ascii: "-"), let end = privateKeyEnd(text, place) {
                    append(place..<end, text, &matches)
                    place = end
                    continue
                }
                place += 1
                continue
            }
            let start = place
            place += prefix.text.count
            while place < text.count, text[place].isAlphanumeric || "_-.".utf8.contains(text[place]) { place += 1 }
            var end = place
            while end > start, text[end - 1] == UInt8(ascii: ".") { end -= 1 }
            let key = text[start..<end].dropFirst(prefix.text.count)
            if key.count >= prefix.count, key.contains(where: \.isASCIIDigit) { append(start..<end, text, &matches) }
        }
    }

    private static func append(_ range: Range<Int>, _ text: Bytes, _ matches: inout [PersonalDataMatch]) {
        matches.append(
            PersonalDataMatch(
                range: range, name: PersonalDataKind.secret.alias, key: String(decoding: text[range], as: UTF8.self)))
    }

    private static let begin = Bytes("-----BEGIN ".utf8)
    private static let end = Bytes("-----END ".utf8)

    /// The end of a private key in PEM, at most 20 KB behind its start.
    private static func privateKeyEnd(_ text: Bytes, _ start: Int) -> Int? {
        guard text[start...].starts(with: begin) else { return nil }
        var place = start + begin.count
        let headEnd = min(text.count, place + 40)
        while place < headEnd, text[place] != UInt8(ascii: "-") { place += 1 }
        guard String(decoding: text[start..<place], as: UTF8.self).hasSuffix("PRIVATE KEY") else { return nil }
        let limit = min(text.count, place + 20_000)
        while place < limit, !(text[place] == UInt8(ascii: "-") && text[place...].starts(with: end)) {
            // The next key begins: this one has no end.
            if place > start + 60, text[place] == UInt8(ascii: "-"), text[place...].starts(with: begin) { return place }
            place += 1
        }
        guard place < limit else { return limit }
        place += end.count
        while place < text.count, text[place] != UInt8(ascii: "-"), text[place] != 0x0A { place += 1 }
        while place < text.count, text[place] == UInt8(ascii: "-") { place += 1 }
        return place
    }
}
