internal import HTMLParsing

/// Finds e-mail addresses, as RFC 5321 and RFC 6531 define them and as people write them.
struct EmailFinder {
    /// RFC 5321 allows 64 bytes in front of the `@`, and 255 behind it. Senders of mailing lists go beyond that.
    private static let maxLocalBytes = 160
    private static let maxDomainBytes = 255
    /// Ends of file names that read like domains.
    private static let fileEnds: Set<String> = [
        "png", "jpg", "jpeg", "gif", "svg", "webp", "css", "js", "json", "html", "htm", "pdf", "txt", "xml", "php", "md", "bmp", "ico",
        "csv", "tsv", "jsonl", "eml", "msg", "mbox", "vcf", "ics", "doc", "docx", "odt", "rtf", "xls", "xlsx", "ppt", "pptx", "log", "yml",
        "yaml", "gz", "tgz", "rar", "heic", "mp3", "mp4", "wav", "mov",
    ]
    /// Words in front of an equals sign that name a parameter.
    private static let parameters: Set<String> = [
        "email", "mail", "e-mail", "user", "username", "to", "from", "cc", "bcc", "address", "login", "recipient", "mailto", "value", "u",
    ]

    static func find(in text: Bytes, into matches: inout [PersonalDataMatch]) {
        var place = 0
        var end = 0  // the end of the last address
        while let sign = text[place...].firstIndex(where: { isSign[Int($0)] }) {
            place = sign + 1
            guard let (local, domain) = address(text, sign, after: end) else { continue }
            let key = text.lowercased(local) + "@" + domain.name
            matches.append(PersonalDataMatch(range: local.lowerBound..<domain.end, name: PersonalDataKind.email.alias, key: key))
            end = domain.end
            place = max(place, end)
        }
    }

    /// The bytes at which an address is looked for: the sign, the end of the word `at`, and brackets around a word for the sign.
    private static let isSign = (0..<256).map { "@tT([{<".utf8.contains(UInt8($0)) }

    private static func address(_ text: Bytes, _ sign: Int, after end: Int) -> (Range<Int>, (end: Int, name: String))? {
        switch text[sign] {
        case UInt8(ascii: "@"): plain(text, sign, after: end) ?? spaced(text, sign, after: end)
        case UInt8(ascii: "t"), UInt8(ascii: "T"): spelled(text, sign, after: end)
        default: bracketed(text, sign, after: end)
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
    static func local(_ text: Bytes, endingAt sign: Int, after end: Int) -> Range<Int>? {
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
        if let border = lastEncodedBorder(in: text, start..<sign) { start = border }
        // Quotation marks, bullets and emphasis in front are no part of it, though RFC 5321 allows them.
        while start < sign, !text[start].isWord, !"_!#$%&+^~".utf8.contains(text[start]) { start += 1 }
        return start < sign ? start..<sign : nil
    }

    /// The end of the last sign in percent-encoding that divides the parts of a URL: `%3D`, also encoded again as `%253D`.
    private static func lastEncodedBorder(in text: Bytes, _ range: Range<Int>) -> Int? {
        var place = range.upperBound - 3
        while place >= range.lowerBound {
            var digits = place + 1
            while text[place] == UInt8(ascii: "%"), digits + 3 < range.upperBound, text[digits] == 0x32, text[digits + 1] == 0x35,
                digits - place < 8
            {
                digits += 2
            }
            if text[place] == UInt8(ascii: "%"), digits + 1 < range.upperBound, text[digits].isHexDigit, text[digits + 1].isHexDigit {
                let byte = UInt8(truncatingIfNeeded: text[digits].hexValue * 16 + text[digits + 1].hexValue)
                if " \"#&'(),/:;<=>?[]".utf8.contains(byte) { return digits + 2 }
            }
            place -= 1
        }
        return nil
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
    static func domain(_ text: Bytes, _ start: Int, dots: Bool) -> (end: Int, name: String)? {
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
        // In ann@example.com.pdf, what is in front of the end of a file name is one; in logo@2x.png, it is none.
        while let last = labels.last, labels.count > 1, !isTopLevel(last) || fileEnds.contains(last) {
            if fileEnds.contains(last), labels.count == 2 || !isTopLevel(labels[labels.count - 2]) {
                return last == "md" && labels.count == 2 && isTopLevel(labels[0]) ? (end, labels.joined(separator: ".")) : nil
            }
            end -= last.utf8.count + 1
            labels.removeLast()
            if dots { return nil }
        }
        return labels.count > 1 ? (end, labels.joined(separator: ".")) : nil
    }

    private static func isTopLevel(_ label: String) -> Bool {
        label.utf8.count >= 2 && (label.hasPrefix("xn--") || label.utf8.allSatisfy { $0.isASCIILetter || $0 >= 0x80 })
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
