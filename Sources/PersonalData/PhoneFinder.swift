/// Finds telephone numbers: international ones by their country code, national ones by their grouping or by a word in front of them.
///
/// Digits alone do not tell a telephone number from an order number. So a national number needs the grouping that a country writes, a leading
/// zero, or a word such as `Tel.`; and dates, amounts, IP addresses and numbers behind words such as `order` are none.
struct PhoneFinder {
    /// A run of digits, and what stands between it and the one before.
    struct Group {
        var range: Range<Int>
        /// The separator in front; empty for the first group of a chain.
        var separator: Range<Int>
        var isInParentheses = false
        var count: Int { range.count }
    }

    /// The largest number of groups in a number.
    private static let maxGroups = 8

    private let text: Bytes

    static func find(in text: Bytes, into matches: inout [PersonalDataMatch]) {
        let finder = PhoneFinder(text: text)
        var place = 0
        while let start = text[place...].firstIndex(where: \.isDigit) {
            let chain = finder.chain(at: start)
            finder.find(in: chain, &matches)
            place = chain[chain.count - 1].range.upperBound
        }
    }

    /// The groups of digits from an offset on, as long as separators of telephone numbers connect them.
    private func chain(at start: Int) -> [Group] {
        var groups: [Group] = []
        var place = start
        var separator = start..<start
        while groups.count < 64 {
            let first = place
            while place < text.count, text[place].isDigit { place += 1 }
            var group = Group(range: first..<place, separator: separator)
            group.isInParentheses = isOpen(before: first) && text.at(place) == UInt8(ascii: ")")
            groups.append(group)
            var next = place
            while next < text.count, next - place < 4, " -./()".utf8.contains(text[next]) { next += 1 }
            guard next > place, text.at(next).isDigit, isSeparator(place..<next) else { break }
            if text[next - 1] == UInt8(ascii: "("), !isClosed(next) { break }
            separator = place..<next
            place = next
        }
        return groups
    }

    private func isOpen(before place: Int) -> Bool {
        text.at(place - 1) == UInt8(ascii: "(") || text.at(place - 1) == UInt8(ascii: "+") && text.at(place - 2) == UInt8(ascii: "(")
    }

    /// Whether the digits behind a parenthesis are all that is in it.
    private func isClosed(_ start: Int) -> Bool {
        var end = start
        while end < text.count, end - start < 6, text[end].isDigit { end += 1 }
        return text.at(end) == UInt8(ascii: ")")
    }

    private func isSeparator(_ range: Range<Int>) -> Bool {
        let signs = text[range].filter { $0 != 0x20 }
        switch signs.count {
        case 0: return range.count <= 2
        case 1: return signs[0] != UInt8(ascii: "(") || range.count <= 2
        case 2:
            return signs == Bytes(")-".utf8) || signs == Bytes(")/".utf8) || signs == Bytes("-(".utf8) || signs == Bytes(")(".utf8)
                || signs == Bytes("/(".utf8)
        default: return false
        }
    }

    private func find(in chain: [Group], _ matches: inout [PersonalDataMatch]) {
        var first = 0
        while first < chain.count {
            guard isStart(chain, first) else {
                first += 1
                continue
            }
            var found: Int?
            var last = min(chain.count, first + Self.maxGroups) - 1
            let context = context(before: chain[first].range.lowerBound)
            while last >= first {
                if isEnd(chain, last), accepts(chain[first...last], of: chain, context) {
                    found = last
                    break
                }
                last -= 1
            }
            guard let last = found else {
                first += 1
                continue
            }
            matches.append(match(chain[first...last]))
            first = last + 1
        }
    }

    private func match(_ groups: ArraySlice<Group>) -> PersonalDataMatch {
        var start = groups[groups.startIndex].range.lowerBound
        let plus = plusSign(before: start)
        if let plus { start = plus }
        if text.at(start - 1) == UInt8(ascii: "("), start > 0,
            groups.dropLast().contains(where: { text.at($0.range.upperBound) == UInt8(ascii: ")") })
        {
            start -= 1
        }
        var end = groups[groups.endIndex - 1].range.upperBound
        if text.at(end) == UInt8(ascii: ")"), text[start..<end].contains(UInt8(ascii: "(")) { end += 1 }
        end = afterExtension(end)
        var digits = groups.filter { !isZeroInParentheses($0) }.map { String(decoding: text[$0.range], as: UTF8.self) }.joined()
        if plus == nil, digits.hasPrefix("00") { digits.removeFirst(2) } else if plus == nil { digits = "n" + digits }
        return PersonalDataMatch(range: start..<end, name: PersonalDataKind.phone.alias, key: digits)
    }

    private func isZeroInParentheses(_ group: Group) -> Bool {
        group.isInParentheses && group.count == 1 && text[group.range.lowerBound] == UInt8(ascii: "0")
    }

    /// The place of the plus sign in front of a group.
    private func plusSign(before start: Int) -> Int? {
        var place = start - 1
        if text.at(place) == UInt8(ascii: "(") { place -= 1 }
        if text.at(place) == 0x20, text.at(place - 1) == UInt8(ascii: "+") { place -= 1 }
        guard place >= 0, text[place] == UInt8(ascii: "+") else { return nil }
        let before = text.at(place - 1)
        if !before.isWord { return place }
        return before.isLetter && !text.at(place - 2).isWord ? place : nil
    }

    /// The end of an extension such as `ext. 12`.
    private func afterExtension(_ end: Int) -> Int {
        var place = end
        while place < end + 3, ", ;(".utf8.contains(text.at(place)), place < text.count { place += 1 }
        let word = place
        if text.at(place) == UInt8(ascii: "#") {
            place += 1
        } else {
            while place < text.count, place - word < 12, text[place].isLetter { place += 1 }
            guard place > word, PhoneWords.extensions.contains(text.lowercased(word..<place)) else { return end }
        }
        while place < text.count, ". :=-".utf8.contains(text[place]), place - word < 16 { place += 1 }
        let digits = place
        while place < text.count, text[place].isDigit { place += 1 }
        return (1...7).contains(place - digits) && !text.at(place).isWord ? place : end
    }

    // MARK: - Borders

    /// Whether a number can begin at a group. Inside of a chain, only a space can divide two numbers.
    private func isStart(_ chain: [Group], _ index: Int) -> Bool {
        let group = chain[index]
        if index > 0, !text[group.separator].contains(0x20) { return false }
        if index > 0, chain[index - 1].isInParentheses { return false }
        if plusSign(before: group.range.lowerBound) != nil { return true }
        var place = group.range.lowerBound - 1
        if text.at(place) == UInt8(ascii: "(") { place -= 1 }
        let before = text.at(place)
        if before == UInt8(ascii: "+") || before == UInt8(ascii: "_") || before == UInt8(ascii: "#") || before == UInt8(ascii: "$") {
            return false
        }
        // Letters directly in front belong to a code such as AB12345, but languages without spaces write words there.
        if before.isLetter || before.isDigit { return false }
        if "-/.,:'".utf8.contains(before), text.at(place - 1).isWord, before != UInt8(ascii: ":") || text.at(place - 1).isDigit {
            return before == UInt8(ascii: ".") && text.at(place - 1).isLetter  // Tel.030…
        }
        return true
    }

    private func isEnd(_ chain: [Group], _ index: Int) -> Bool {
        if index + 1 < chain.count { return text[chain[index + 1].separator].contains(0x20) && !isTimeEnd(chain, index) }
        return !isTimeEnd(chain, index)
    }

    private func isTimeEnd(_ chain: [Group], _ index: Int) -> Bool {
        let end = chain[index].range.upperBound
        let after = text.at(end)
        let next = text.at(end + 1)
        if after == UInt8(ascii: "x") || after == UInt8(ascii: "X") { return !next.isDigit }
        if after.isLetter || after.isDigit || after == UInt8(ascii: "_") || after == UInt8(ascii: "%") { return true }
        if ":,".utf8.contains(after) { return next.isDigit }
        return "-/".utf8.contains(after) && next.isWord && index + 1 == chain.count
    }

    // MARK: - Shapes

    private func accepts(_ groups: ArraySlice<Group>, of chain: [Group], _ context: Context) -> Bool {
        let first = groups[groups.startIndex]
        let counted = groups.filter { !isZeroInParentheses($0) }
        let total = counted.reduce(0) { $0 + $1.count }
        guard total >= 5, total <= 18 else { return false }
        if plusSign(before: first.range.lowerBound) != nil {
            guard let code = CountryCodes.length(at: first.range.lowerBound, of: counted, in: text) else { return false }
            if code == 1 && text[first.range.lowerBound] == UInt8(ascii: "1") { return total == 11 }
            return (7...15).contains(total)
        }
        if hasDate(groups) || isAddress(groups) || groups.count == 2 && groups.allSatisfy(isYear) { return false }
        let isWhole = groups.count == chain.count
        // The number of a card, though its checksum may be wrong.
        let isCode = chain.count > 3 && chain.allSatisfy { $0.count == 4 }
        if isAmount(groups) { return false }
        switch context {
        case .phone: return total >= 6 && total <= 15 || total == 5 && groups.count < 3
        case .other: return false
        case .none: break
        }
        if isCode { return false }
        let digit = text[first.range.lowerBound]
        if first.count == 3, groups.count > 2, text[first.range].elementsEqual("011".utf8), total > 13 { return true }
        if digit == UInt8(ascii: "0") { return acceptsZero(groups, total) }
        guard isWhole else { return false }
        if groups.contains(where: \.isInParentheses) { return acceptsParentheses(groups, total) }
        return PhoneShapes.accepts(counted.map(\.count), first: digit, separators: text, groups)
    }

    /// A number behind a trunk prefix (0), or behind that of international calls (00).
    private func acceptsZero(_ groups: ArraySlice<Group>, _ total: Int) -> Bool {
        let first = groups[groups.startIndex]
        let second = first.count > 1 ? text[first.range.lowerBound + 1] : UInt8(ascii: " ")
        if second == UInt8(ascii: "0") {
            guard let code = CountryCodes.length(at: first.range.lowerBound + 2, of: [], in: text), code > 0 else { return false }
            return (10...17).contains(total) && (groups.count > 1 || total >= 12)
        }
        guard second.isDigit else { return groups.map(\.count) == [1, 4, 4] }
        if groups.count == 1 { return (9...11).contains(total) }
        if total >= 7, text[first.range].elementsEqual("0800".utf8) { return true }
        // Hungary writes (06 1) 234 5678.
        guard (2...6).contains(first.count), groups.dropFirst(2).dropLast().allSatisfy({ $0.count >= 2 }) else { return false }
        let separator = text[groups[groups.startIndex + 1].separator]
        if first.isInParentheses || separator.contains(UInt8(ascii: "/")) { return (7...13).contains(total) }
        // 08-12 31 03: short numbers, but no years.
        if total == 8, first.count == 2, separator.elementsEqual("-".utf8) { return groups.count > 2 && !groups.contains(where: isYear) }
        return (9...13).contains(total) && groups[groups.endIndex - 1].count <= 9
    }

    private func acceptsParentheses(_ groups: ArraySlice<Group>, _ total: Int) -> Bool {
        guard (8...12).contains(total) else { return false }
        guard let index = groups.firstIndex(where: \.isInParentheses), index - groups.startIndex <= 1 else { return false }
        let area = groups[index]
        if index > groups.startIndex, groups[groups.startIndex].count > 1 { return false }
        if area.count == 1 { return groups.map(\.count) == [1, 4, 4] && !groups.contains(where: isYear) }
        return (2...5).contains(area.count) && index < groups.endIndex - 1 && !isYear(area) && groups[index + 1].count >= 2
    }

    private func number(_ group: Group) -> Int { text[group.range].prefix(9).reduce(0) { $0 * 10 + Int($1 - 0x30) } }
    private func isYear(_ group: Group) -> Bool { group.count == 4 && (1900...2099).contains(number(group)) }

    /// Whether three neighbours are a date, such as 2024-05-01 or 1.5.2024.
    private func hasDate(_ groups: ArraySlice<Group>) -> Bool {
        guard groups.count >= 3 else { return false }
        for index in groups.indices.dropLast(2) {
            let (a, b, c) = (groups[index], groups[index + 1], groups[index + 2])
            let isTight = b.separator.count == 1 && c.separator.count == 1 && text[b.separator.lowerBound] == text[c.separator.lowerBound]
            guard isTight, text[b.separator.lowerBound] != 0x20, b.count <= 2, number(b) <= 31 else { continue }
            if isYear(a), c.count <= 2, number(c) <= 31 { return true }
            if isYear(c), a.count <= 2, number(a) <= 31 { return true }
            if groups.count == 3, a.count <= 2, c.count <= 2 { return true }
        }
        return false
    }

    /// Whether the groups are an IP address or a version.
    private func isAddress(_ groups: ArraySlice<Group>) -> Bool {
        groups.count >= 3 && groups.allSatisfy { $0.count <= 3 } && groups.count == 4
            && groups.dropFirst().allSatisfy { $0.separator.count == 1 && text[$0.separator.lowerBound] == UInt8(ascii: ".") }
    }

    /// Whether a currency or a unit stands beside the number.
    private func isAmount(_ groups: ArraySlice<Group>) -> Bool {
        let start = groups[groups.startIndex].range.lowerBound
        var place = start - 1
        if text.at(place) == 0x20 { place -= 1 }
        if text.at(place) == UInt8(ascii: "$") { return true }
        let wordEnd = place + 1
        while place >= 0, wordEnd - place < 6, text[place].isLetter { place -= 1 }
        if wordEnd > place + 1, PhoneWords.units.contains(text.lowercased(max(0, place + 1)..<max(0, wordEnd))) { return true }
        place = groups[groups.endIndex - 1].range.upperBound
        if text.at(place) == 0x20 { place += 1 }
        if text.at(place) == UInt8(ascii: "$") || text.at(place) == UInt8(ascii: "%") { return true }
        let word = place
        while place < text.count, place - word < 12, text[place].isLetter { place += 1 }
        return place > word && PhoneWords.units.contains(text.lowercased(word..<place))
    }

    private enum Context { case phone, other, none }

    /// What the words in front of a number say about it. The nearest one counts, and a number in between ends the search.
    private func context(before start: Int) -> Context {
        for (index, word) in text.words(before: start, count: 4).enumerated() {
            if word.utf8.count(where: \.isDigit) > 2 { return .none }
            if PhoneWords.others.contains(word) { return .other }
            if PhoneWords.phoneStems.contains(where: { word.hasPrefix($0) || word.hasSuffix($0) }) { return .phone }
            guard PhoneWords.phones.contains(word) else { continue }
            // Short words are words of other languages, too: they stand directly in front, with a sign behind them.
            if PhoneWords.short.contains(word) {
                if index == 0, hasSign(before: start) { return .phone }
            } else if index < 2 || word.utf8.count > 4 {
                return .phone
            }
        }
        return .none
    }

    /// Whether a colon or a dot stands between the word in front and the number.
    private func hasSign(before start: Int) -> Bool {
        var place = start - 1
        while place >= 0, start - place < 5, !text[place].isWord {
            if text[place] == UInt8(ascii: ":") || text[place] == UInt8(ascii: ".") || text[place] == UInt8(ascii: "=") { return true }
            place -= 1
        }
        return false
    }
}

/// The groupings of national numbers that do not begin with a zero.
enum PhoneShapes {
    static func accepts(_ sizes: [Int], first: UInt8, separators text: Bytes, _ groups: ArraySlice<PhoneFinder.Group>) -> Bool {
        let signs = Set(groups.dropFirst().flatMap { text[$0.separator].filter { $0 != 0x20 } })
        let hasSpace = groups.dropFirst().contains { text[$0.separator].contains(0x20) }
        let digit = Int(first) - 0x30
        if sizes == [11] { return isMobile(text[groups[groups.startIndex].range]) }
        if signs.contains(UInt8(ascii: "(")) { return false }
        if signs.contains(UInt8(ascii: "/")) {
            return sizes == [2, 3, 4] && digit > 0 && text[groups[groups.startIndex + 1].separator].elementsEqual("/".utf8)
        }
        if signs.contains(UInt8(ascii: ".")) {
            // A dot groups thousands and versions, too.
            return !hasSpace && signs.count == 1 && (sizes == [3, 3, 4] || sizes == [1, 3, 3, 4] || sizes == [3, 2, 2, 2]) && digit > 0
        }
        switch sizes {
        case [3, 3, 4], [3, 3, 2, 2], [3, 2, 2, 2], [2, 3, 2, 2], [2, 3, 4], [2, 4, 4], [2, 5, 4], [4, 3, 3]: return digit >= 1
        case [3, 2, 3]: return digit >= 2 && hasSpace
        case [3, 3, 3]: return digit >= 2
        case [3, 4, 4]: return digit == 1 || digit >= 5
        case [5, 5]: return digit >= 6 && hasSpace
        case [3, 7]: return digit >= 2
        case [4, 6]: return digit == 6 && signs.isEmpty
        case [1, 3, 3, 4], [1, 3, 3, 2, 2], [1, 3, 7]: return digit == 1 || digit >= 7
        case [2, 2, 2, 2]: return signs.isEmpty && digit >= 2
        case [4, 4]: return signs.isEmpty && digit >= 2 && !isYears(text, groups)
        case [1, 4, 4]: return digit == 9
        default: return false
        }
    }

    /// Whether eleven digits are the number of a mobile telephone in China (13 to 19), or of one in Russia (89).
    private static func isMobile(_ digits: ArraySlice<UInt8>) -> Bool {
        let (first, second) = (digits[digits.startIndex], digits[digits.startIndex + 1])
        return first == 0x31 && second >= 0x33 || first == 0x38 && second == 0x39
    }

    private static func isYears(_ text: Bytes, _ groups: ArraySlice<PhoneFinder.Group>) -> Bool {
        groups.allSatisfy {
            text[$0.range.lowerBound] == 0x32 && text[$0.range.lowerBound + 1] == 0x30 || text[$0.range].starts(with: "19".utf8)
        }
    }
}

/// The country codes of ITU-T E.164.
enum CountryCodes {
    private static let twoDigits: Set<Int> = [
        20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 55, 56, 57, 58, 60, 61, 62, 63, 64, 65, 66,
        81, 82, 84, 86, 90, 91, 92, 93, 94, 95, 98,
    ]

    /// The length of the country code from an offset on, or nil if there is none. The digits may be in several groups.
    static func length(at start: Int, of groups: [PhoneFinder.Group], in text: Bytes) -> Int? {
        var digits = groups.flatMap { text[$0.range] }.prefix(3)
        if groups.isEmpty { digits = text[start..<min(text.count, start + 12)].filter(\.isDigit).prefix(3) }
        let values = digits.map { Int($0) - 0x30 }
        guard values.count == 3 else { return nil }
        if values[0] == 1 || values[0] == 7 { return 1 }
        if twoDigits.contains(values[0] * 10 + values[1]) { return 2 }
        // Codes of three digits begin with 21 to 26, 29, 35, 37, 38, 42, 50, 59, 67 to 69, 80, 85 to 88, 96, 97, 99.
        let three: Set<Int> = [21, 22, 23, 24, 25, 26, 29, 35, 37, 38, 42, 50, 59, 67, 68, 69, 80, 85, 87, 88, 96, 97, 99]
        return three.contains(values[0] * 10 + values[1]) ? 3 : nil
    }
}

/// Words beside numbers, in the languages of many mails.
enum PhoneWords {
    static let phones = words(
        "tel phone ph mobile mob mobil cell fax fon handy ruf rufnummer call text sms whatsapp signal viber telegram durchwahl hotline dial callto t m f p "
            + "móvil movil celular cel tlf tfno portable port gsm cellulare cell numero-verde mobiel natel puhelin puh gsm tlf mobilnr kom tél teléf telèfon тел телефон моб "
            + "電話 携帯 电话 手机 전화 휴대폰 τηλ τηλέφωνο telef telefax landline office helpline faks ring")
    static let short: Set<String> = [
        "t", "m", "p", "f", "ph", "kom", "app", "int", "ring", "text", "call", "port", "dial", "signal", "ruf", "cell", "моб",
    ]
    static let phoneStems = ["telef", "telep", "téléph", "phone", "teléf", "телеф"]
    static let others = words(
        "order orders invoice ticket ref reference id isbn issn iban account customer case tracking number-plate sku serial part item model version build "
            + "bestellung bestellnummer rechnung rechnungsnummer kundennummer auftragsnummer auftrag vorgang vorgangsnummer aktenzeichen artikel artikelnummer kontonummer konto blz "
            + "commande facture numéro-client pedido factura ordine fattura cliente bestelling factuur zamówienie faktura "
            + "vat ust ustid siret siren nif cif ein ssn rfc parcel shipment doi pmid page pages line lines seite year years revision commit bug issue timestamp po rma batch lot imei mac "
            + "gtin ean upc asin barcode policy contract vertrag vertragsnummer booking buchung réservation reservierung pnr license licence chapter section"
    )
    static let units = words(
        "eur euro euros usd gbp chf jpy cny sek nok dkk pln inr dollar dollars pounds yen rub kg g mg km m cm mm ms s kb mb gb tb bytes byte px people inhabitants "
            + "einwohner habitants users items units stück pieces rows records mio million millions percent prozent views times tons hz khz mhz kwh lines euros czk huf ron try brl mxn cad aud nzd"
    )
    static let extensions: Set<String> = [
        "ext", "extn", "extension", "x", "durchwahl", "dw", "app", "poste", "int", "interno", "anexo", "ramal", "toestel", "wew",
    ]

    private static func words(_ list: String) -> Set<String> { Set(list.split(separator: " ").map(String.init)) }
}
