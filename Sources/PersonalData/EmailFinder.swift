internal import HTMLParsing

/// Finds e-mail addresses, as RFC 5321 and RFC 6531 define them and as people write them.
struct EmailFinder {
    /// RFC 5321 allows 64 bytes in front of the `@`, and 255 behind it. Senders of mailing lists go beyond that.
    private static let maxLocalBytes = 160
    private static let maxDomainBytes = 255
    /// Ends of file names that read like domains.
    private static let fileEnds: Set<String> = [
        "png", "jpg", "jpeg", "gif", "svg", "webp", "css", "js", "json", "html", "htm", "pdf", "txt", "xml", "php", "md", "bmp", "ico",
    ]
    /// Words in front of an equals sign that name a parameter.
    private static let parameters: Set<String> = [
        "email", "mail", "e-mail", "user", "username", "to", "from", "cc", "bcc", "address", "login", "recipient", "mailto", "value", "u",
    ]

    static func find(in text: Bytes, into matches: inout [PersonalDataMatch]) {
        var place = 0
        var end = 0  // the end of the last address
        while let sign = text[place...].firstIndex(where: { $0 == UInt8(ascii: "@") || $0 | 0x20 == UInt8(ascii: "t") }) {
            place = sign + 1
            guard let (local, domain) = text[sign] == UInt8(ascii: "@") ? plain(text, sign, after: end) : spelled(text, sign, after: end)
            else { continue }
            let key = text.lowercased(local) + "@" + domain.name
            matches.append(PersonalDataMatch(range: local.lowerBound..<domain.end, name: PersonalDataKind.email.alias, key: key))
            end = domain.end
            place = max(place, end)
        }
    }

    // MARK: - ann@example.com

    private static func plain(_ text: Bytes, _ sign: Int, after end: Int) -> (Range<Int>, (end: Int, name: String))? {
        guard let domain = domain(text, sign + 1, dots: false), var local = local(text, endingAt: sign, after: end) else { return nil }
        // Emphasis of Markdown: _ann@example.com_
        if text[local.lowerBound] == UInt8(ascii: "_"), text.at(domain.end) == UInt8(ascii: "_") {
            local = local.lowerBound + 1..<local.upperBound
        }
        return local.isEmpty ? nil : (local, domain)
    }

    /// The part in front of the `@`.
    private static func local(_ text: Bytes, endingAt sign: Int, after end: Int) -> Range<Int>? {
        let limit = max(end, sign - maxLocalBytes)
        if sign > limit, text[sign - 1] == UInt8(ascii: "\"") {
            // A quoted local part.
            var place = sign - 2
            while place >= limit, text[place] != UInt8(ascii: "\""), text[place] >= 0x20 { place -= 1 }
            return place >= limit && text[place] == UInt8(ascii: "\"") && place < sign - 2 ? place..<sign : nil
        }
        var start = sign
        while start > limit, isAtom(text[start - 1]) || text[start - 1] == UInt8(ascii: ".") {
            // Languages without spaces write the address directly behind a word.
            if text[start - 1] >= 0x80, start < sign, text[start] < 0x80, isIdeograph(text, endingAt: start) { break }
            start -= 1
        }
        // An address in a URL, or in a list of parameters.
        let run = text[start..<sign]
        if let equals = run.lastIndex(where: { $0 == UInt8(ascii: "=") }) {
            let nameStart = text[start..<equals].lastIndex { !$0.isWord && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
            let name = text.lowercased((nameStart.map { $0 + 1 } ?? start)..<equals)
            let isInQuery = run.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "&") }
            if isInQuery || parameters.contains(name) || name.hasSuffix("mail") { start = equals + 1 }
        }
        if let slash = text[start..<sign].lastIndex(of: UInt8(ascii: "/")) {
            if slash == start || text.at(start - 1) == UInt8(ascii: ":") || text[start..<slash].contains(UInt8(ascii: ".")) {
                start = slash + 1
            }
        }
        // Quotation marks, bullets and emphasis in front are no part of it, though RFC 5321 allows them.
        while start < sign, !text[start].isWord, !"_!#$%&+^~".utf8.contains(text[start]) { start += 1 }
        return start < sign ? start..<sign : nil
    }

    private static func isAtom(_ byte: UInt8) -> Bool {
        if byte.isWord { return true }
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "'"),
            UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "?"),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"),
            UInt8(ascii: "~"):
            return true
        default: return false
        }
    }

    /// Whether the character that ends at an offset belongs to a script without spaces between words.
    private static func isIdeograph(_ text: Bytes, endingAt end: Int) -> Bool {
        end >= 3 && CaselessScripts.hasNoSpaces(lead: text[end - 3], next: text[end - 2])
    }

    /// The domain from an offset on.
    ///
    /// - Parameter dots: Whether ` dot ` and the like count as dots.
    private static func domain(_ text: Bytes, _ start: Int, dots: Bool) -> (end: Int, name: String)? {
        if text.at(start) == UInt8(ascii: "["), let end = text[start..<min(text.count, start + 50)].firstIndex(of: UInt8(ascii: "]")) {
            let inner = text.lowercased(start + 1..<end)
            let isAddress = inner.utf8.allSatisfy { $0.isHexDigit || $0 == 0x2E || $0 == 0x3A } || inner.hasPrefix("ipv6:")
            return isAddress && inner.utf8.count > 3 ? (end + 1, "[\(inner)]") : nil
        }
        var labels: [String] = []
        var place = start
        var end = start
        let limit = min(text.count, start + maxDomainBytes)
        while place < limit {
            let first = place
            let isASCII = text[place] < 0x80
            while place < limit, text[place].isWord || text[place] == UInt8(ascii: "-") || text[place] == UInt8(ascii: "_") {
                if isASCII, text[place] >= 0x80, place + 1 < limit, CaselessScripts.hasNoSpaces(lead: text[place], next: text[place + 1]) {
                    break
                }
                place += 1
            }
            while place > first, text[place - 1] == UInt8(ascii: "-") || text[place - 1] == UInt8(ascii: "_") { place -= 1 }
            if place == first || text[first] == UInt8(ascii: "-") { break }
            labels.append(text.lowercased(first..<place))
            end = place
            if text.at(place) == UInt8(ascii: "."), text.at(place + 1).isWord {
                place += 1
            } else if dots, let next = spelledDot(text, place) {
                place = next
            } else {
                break
            }
        }
        // The last label that can be a top-level domain ends the address.
        while let last = labels.last, labels.count > 1, !isTopLevel(last) || fileEnds.contains(last) {
            if fileEnds.contains(last) { return nil }
            end -= last.utf8.count + 1
            labels.removeLast()
            if dots { return nil }
        }
        return labels.count > 1 ? (end, labels.joined(separator: ".")) : nil
    }

    private static func isTopLevel(_ label: String) -> Bool {
        label.utf8.count >= 2 && (label.hasPrefix("xn--") || label.utf8.allSatisfy { $0.isASCIILetter || $0 >= 0x80 })
    }

    // MARK: - ann (at) example (dot) com

    /// Reads an address whose `@` is the word `at`, in brackets, or between spaces if a dot is spelled, too.
    private static func spelled(_ text: Bytes, _ letter: Int, after end: Int) -> (Range<Int>, (end: Int, name: String))? {
        guard letter > 0, text[letter - 1] | 0x20 == UInt8(ascii: "a"), letter > end + 1 else { return nil }
        guard let word = spelledWord(text, letter - 1..<letter + 1), word.start > end else { return nil }
        guard let local = local(text, endingAt: word.start, after: end) else { return nil }
        guard let domain = domain(text, word.end, dots: true) else { return nil }
        if !word.isBracketed {
            // "at" is a common word: "look at example.com". A spelled dot has spaces around it.
            guard text[word.end..<domain.end].contains(0x20), Self.isCommonEnd(domain.name) else { return nil }
        }
        return (local, domain)
    }

    /// Whether a domain ends as those of most addresses do. The words "at" and "dot" occur in sentences.
    private static func isCommonEnd(_ domain: String) -> Bool {
        let end = domain.split(separator: ".").last ?? ""
        return end.utf8.count == 2 || ["com", "org", "net", "edu", "gov", "info", "example", "mail", "dev", "app"].contains(end)
    }

    private static func spelledDot(_ text: Bytes, _ start: Int) -> Int? {
        var place = start
        while place < start + 3, text.at(place) == 0x20 || "([{<".utf8.contains(text.at(place)) { place += 1 }
        guard place > start, place + 2 < text.count else { return nil }
        if text[place] == UInt8(ascii: "."), let word = spelledWord(text, place..<place + 1), word.isBracketed { return word.end }
        guard let word = spelledWord(text, place..<place + 3) else { return nil }
        let name = text.lowercased(place..<place + 3)
        return name == "dot" || (name == "pun" && word.isBracketed) ? word.end : nil
    }

    /// The bounds of a word with its brackets and the spaces around it.
    private static func spelledWord(_ text: Bytes, _ word: Range<Int>) -> (start: Int, end: Int, isBracketed: Bool)? {
        var start = word.lowerBound
        var end = word.upperBound
        func isOpening(_ byte: UInt8) -> Bool { "([{<".utf8.contains(byte) }
        func isClosing(_ byte: UInt8) -> Bool { ")]}>".utf8.contains(byte) }
        while start > 0, word.lowerBound - start < 1, text[start - 1] == 0x20, start > 1, isOpening(text[start - 2]) { start -= 1 }
        while text.at(end) == 0x20, end < text.count, isClosing(text.at(end + 1)) { end += 1 }
        let isBracketed = start > 0 && isOpening(text[start - 1]) && isClosing(text.at(end))
        if isBracketed {
            start -= 1
            end += 1
        } else {
            (start, end) = (word.lowerBound, word.upperBound)
            guard text.at(start - 1) == 0x20, start > 0, text.at(end) == 0x20, end < text.count else { return nil }
        }
        if start > 0, text[start - 1] == 0x20 { start -= 1 }
        if text.at(end) == 0x20 { end += 1 }
        return (start, end, isBracketed)
    }
}

/// Scripts that are written without spaces between words.
enum CaselessScripts {
    /// Whether a character in UTF-8 belongs to Han, Kana, Hangul or Thai.
    static func hasNoSpaces(lead: UInt8, next: UInt8) -> Bool {
        (0xE3...0xED).contains(lead) && !(lead == 0xE3 && next < 0x81) || (lead == 0xE0 && (0xB8...0xBB).contains(next))
            || lead == 0xF0 && next >= 0xA0
    }
}
