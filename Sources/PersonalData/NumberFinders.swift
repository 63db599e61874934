internal import HTMLParsing

/// Finds international bank account numbers: the length of the country, and the checksum.
///
/// - SeeAlso: ISO 13616, and the registry of SWIFT, release 99
enum IBANFinder {
    private static let lengths: [String: Int] = [
        "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BI": 27, "BR": 29, "BY": 28, "CH": 21,
        "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DJ": 27, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18, "FK": 18, "FO": 18,
        "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HN": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23,
        "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LC": 32, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "LY": 25, "MC": 27,
        "MD": 24, "ME": 22, "MK": 19, "MN": 20, "MR": 27, "MT": 31, "MU": 30, "NI": 28, "NL": 18, "NO": 15, "OM": 23, "PK": 24, "PL": 28,
        "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "RU": 33, "SA": 24, "SC": 31, "SD": 18, "SE": 24, "SI": 19, "SK": 24, "SM": 27,
        "SO": 23, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20, "YE": 30,
    ]

    static func find(in text: Bytes, into matches: inout [PersonalDataMatch]) {
        var place = 0
        while place + 15 <= text.count {
            guard text[place].isASCIILetter, text[place + 1].isASCIILetter, isBorder(text, place), let match = iban(text, place) else {
                place += 1
                continue
            }
            matches.append(match)
            place = match.range.upperBound
        }
    }

    /// Whether a number can begin at an offset: behind a border of words, or directly behind the word IBAN.
    private static func isBorder(_ text: Bytes, _ place: Int) -> Bool {
        !text.at(place - 1).isAlphanumeric || place >= 4 && text.lowercased(place - 4..<place) == "iban"
    }

    private static func iban(_ text: Bytes, _ start: Int) -> PersonalDataMatch? {
        let digits = text.gap(at: start + 2)?.end ?? start + 2
        guard text.at(digits).isASCIIDigit, digits > start + 2 || text.at(start + 3).isASCIIDigit else { return nil }
        guard let length = lengths[String(decoding: [text[start] & 0xDF, text[start + 1] & 0xDF], as: UTF8.self)] else { return nil }
        // In words of a sentence, letters and numbers could pass for an account: "es 612 …".
        guard text[start + 2].isASCIIDigit || text[start].isUpper && text[start + 1].isUpper else { return nil }
        let isUpper = text[start].isUpper
        var characters: Bytes = []
        var place = start
        var group = 0
        while place < text.count, characters.count < length {
            let byte = text[place]
            if byte.isAlphanumeric {
                if characters.count > 1, byte.isASCIILetter, byte.isUpper != isUpper { return nil }
                characters.append(byte.isASCIILetter ? byte & 0xDF : byte)
                group += 1
                place += 1
            } else {
                let sign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") ? place + 1 : place
                let next = text.gap(at: sign)?.end ?? sign
                guard next > place, text.at(next).isAlphanumeric else { return nil }
                if !isUpper, group != 4 { return nil }
                group = 0
                place = next
            }
        }
        guard characters.count == length, !text.at(place).isWord, characters[2].isASCIIDigit, characters[3].isASCIIDigit else { return nil }
        let remainder = (characters[4...] + characters[..<4]).reduce(0) { rest, byte in
            byte.isASCIIDigit ? (rest * 10 + Int(byte - 0x30)) % 97 : (rest * 100 + Int(byte) - 55) % 97
        }
        guard remainder == 1 else { return nil }
        return PersonalDataMatch(
            range: start..<place, name: PersonalDataKind.iban.alias, key: String(decoding: characters, as: UTF8.self))
    }
}

/// Finds numbers of payment cards: the range of an issuer, its lengths, and the checksum of Luhn.
enum CardFinder {
    static func find(in text: Bytes, into matches: inout [PersonalDataMatch]) {
        var place = 0
        while place < text.count {
            guard text[place].isASCIIDigit else {
                place += 1
                continue
            }
            if let end = matchEnd(text, place), !isOtherCode(text, place), let digits = digits(text, place..<end) {
                matches.append(PersonalDataMatch(range: place..<end, name: PersonalDataKind.card.alias, key: digits))
                place = end
            } else {
                // The next group: a number begins at one.
                while place < text.count, text[place].isASCIIDigit { place += 1 }
            }
        }
    }

    /// Whether the word in front of a number names another code that has checksums or lengths like those of cards.
    private static func isOtherCode(_ text: Bytes, _ start: Int) -> Bool {
        // A number in between has the word to itself: "order 4711 (4111 1111 …)".
        text.words(before: start, count: 2).prefix { $0.utf8.count(where: \.isASCIIDigit) < 3 }.contains {
            ["ean", "gtin", "isbn", "upc", "barcode", "imei", "tracking", "iccid", "order", "bestellung", "auftrag", "invoice", "ticket"]
                .contains($0)
        }
    }

    private static func digits(_ text: Bytes, _ range: Range<Int>) -> String? {
        String(decoding: text[range].filter(\.isASCIIDigit), as: UTF8.self)
    }

    /// The end of a card number that begins at an offset.
    private static func matchEnd(_ text: Bytes, _ start: Int) -> Int? {
        let before = text.at(start - 1)
        if before.isAlphanumeric || before == UInt8(ascii: "_") || before == UInt8(ascii: ".") && text.at(start - 2).isASCIIDigit {
            return nil
        }
        if before == UInt8(ascii: "-") || before == UInt8(ascii: "+") { return nil }
        var digits: [Int] = []
        var place = start
        var group = 0
        var groups: [Int] = []
        var found: Int?
        while place < text.count, digits.count <= 19 {
            if text[place].isASCIIDigit {
                digits.append(Int(text[place]) - 0x30)
                group += 1
                place += 1
                continue
            }
            groups.append(group)
            if isEnd(text, place), isCard(digits), isGrouping(groups) { found = place }
            let sign = text[place] == UInt8(ascii: "-") || text[place] == UInt8(ascii: ".") ? place + 1 : place
            let next = text.gap(at: sign)?.end ?? sign
            guard next > place, text.at(next).isASCIIDigit, group >= 3 else { return found }
            group = 0
            place = next
        }
        if place == text.count, isCard(digits), isGrouping(groups + [group]) { found = place }
        return found
    }

    /// Whether the digits stand in groups as on cards: of four, or 4-6-5 and 4-6-4.
    private static func isGrouping(_ groups: [Int]) -> Bool {
        if groups.count == 1 { return true }
        if groups.count == 3, groups[0] == 4, groups[1] == 6 { return groups[2] == 4 || groups[2] == 5 }
        return groups == [4, 3, 3, 3] || groups.count > 3 && groups.dropLast().allSatisfy { $0 == 4 }
    }

    private static func isEnd(_ text: Bytes, _ place: Int) -> Bool {
        let after = text[place]
        if after.isAlphanumeric || after == UInt8(ascii: "_") { return false }
        return !("-.,:".utf8.contains(after) && text.at(place + 1).isAlphanumeric)
    }

    private static func isCard(_ digits: [Int]) -> Bool {
        guard (12...19).contains(digits.count), isIssuer(digits) else { return false }
        var sum = 0
        for (index, digit) in digits.reversed().enumerated() {
            let value = index % 2 == 1 ? digit * 2 : digit
            sum += value > 9 ? value - 9 : value
        }
        return sum % 10 == 0
    }

    /// Whether an issuer has numbers that begin so, with this length.
    private static func isIssuer(_ digits: [Int]) -> Bool {
        let four = digits[0] * 1000 + digits[1] * 100 + digits[2] * 10 + digits[3]
        let count = digits.count
        switch four {
        case 4000...4999: return count == 13 || count == 16 || count == 19  // Visa
        case 5100...5599, 2221...2720: return count == 16  // Mastercard
        case 3400...3499, 3700...3799: return count == 15  // American Express
        case 3000...3059, 3095, 3600...3699, 3800...3999: return (14...19).contains(count)  // Diners Club
        case 3500...3599: return (16...19).contains(count)  // JCB
        case 6011, 6440...6599, 6200...6299, 8100...8199: return (16...19).contains(count)  // Discover, UnionPay, RuPay
        case 2200...2204: return (16...19).contains(count)  // Mir
        case 1800, 2131: return count == 15  // JCB, old
        case 5000...5099, 5600...5899, 604, 6304, 6390, 6759...6763: return (12...19).contains(count)  // Maestro
        case 6000...6999: return (13...19).contains(count)  // Maestro
        default: return false
        }
    }
}

/// Finds addresses of computers (IPv4 and IPv6).
enum IPFinder {
    static func find(in text: Bytes, into matches: inout [PersonalDataMatch]) {
        var place = 0
        while place < text.count {
            guard text[place].isHexDigit || text[place] == UInt8(ascii: ":"), !text.at(place - 1).isWord, text.at(place - 1) != 0x2E else {
                place += 1
                continue
            }
            let start = place
            while place < text.count, text[place].isHexDigit || text[place] == 0x3A || text[place] == 0x2E { place += 1 }
            var end = place
            while end > start, text[end - 1] == 0x2E { end -= 1 }
            if end == start || text.at(place).isWord { continue }
            let run = text.lowercased(start..<end)
            if let address = isIPv4(run) ?? (isIPv6(run) ? run : nil) {
                matches.append(PersonalDataMatch(range: start..<start + address.utf8.count, name: PersonalDataKind.ip.alias, key: address))
            }
        }
    }

    /// The address at the start of a run, which may have a port behind it.
    private static func isIPv4(_ run: String) -> String? {
        let address = run.prefix { $0 != ":" }
        let parts = address.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts.allSatisfy({ $0.utf8.count <= 3 && $0.utf8.allSatisfy(\.isASCIIDigit) && (Int($0) ?? 256) < 256 })
        else {
            return nil
        }
        return String(address)
    }

    private static func isIPv6(_ run: String) -> Bool {
        let parts = run.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 3, parts.count <= 9, run.utf8.count >= 4, parts.allSatisfy({ $0.utf8.count <= 4 }) else { return false }
        if run.firstRange(of: "::") != run.ranges(of: "::").last { return false }
        // Times such as 10:30:00 are none.
        return run.contains("::") ? run.utf8.contains { $0.isHexDigit } : parts.count == 8 && !parts.contains("")
    }
}
