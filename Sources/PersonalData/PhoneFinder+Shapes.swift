internal import HTMLParsing

// Which groups of digits are telephone numbers.
extension PhoneFinder {
    func accepts(_ groups: ArraySlice<Group>, of chain: [Group], _ context: Context) -> Bool {
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
        if isAmount(groups) || isDecimal(groups) { return false }
        switch context {
        case .phone: return total >= 6 && total <= 15 || total == 5 && groups.count < 3
        case .other: return false
        case .none: break
        }
        if isCode || isHours(groups) { return false }
        if isZeroInParentheses(first), groups.count > 1 {
            // (0)30 123456
            return (7...12).contains(total) && groups[groups.startIndex + 1].separator.signs == [UInt8(ascii: ")")]
        }
        let digit = text[first.range.lowerBound]
        if first.count == 3, groups.count > 2, text[first.range].elementsEqual("011".utf8), total > 13 { return true }
        // The second group of a code in groups of four.
        let place = groups.startIndex
        if place > 0, first.count == 4, chain[place - 1].count == 4, groups.count > 1, chain[place + 1].count == 4 { return false }
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
        guard second.isASCIIDigit else { return groups.map(\.count) == [1, 4, 4] }
        if groups.count == 1 { return (9...11).contains(total) }
        if total >= 7, text[first.range].elementsEqual("0800".utf8) { return true }
        // Hungary writes (06 1) 234 5678.
        guard (2...6).contains(first.count), groups.dropFirst(2).dropLast().allSatisfy({ $0.count >= 2 }) else { return false }
        let separator = groups[groups.startIndex + 1].separator
        if first.isInParentheses { return (7...13).contains(total) }
        if separator.signs.contains(UInt8(ascii: "/")) { return (8...13).contains(total) }
        // 02 123 456, and 01 44 64 20 unless the numbers could be those of days or a lottery.
        if total == 8, first.count == 2, groups.allSatisfy({ $0.separator.signs.isEmpty }) {
            let sizes = groups.map(\.count)
            return sizes == [2, 3, 3] || sizes == [2, 2, 2, 2] && groups.contains { number($0) > 49 }
        }
        // 08-12 31 03: short numbers, but no years.
        if total == 8, first.count == 2, separator.signs == [UInt8(ascii: "-")] {
            return groups.count > 2 && !groups.contains(where: isYear)
        }
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
    func isYear(_ group: Group) -> Bool { group.count == 4 && (1900...2099).contains(number(group)) }

    /// Whether three neighbours are a date, such as 2024-05-01 or 1.5.2024.
    private func hasDate(_ groups: ArraySlice<Group>) -> Bool {
        guard groups.count >= 3 else { return false }
        for index in groups.indices.dropLast(2) {
            let (a, b, c) = (groups[index], groups[index + 1], groups[index + 2])
            let isTight = b.separator.blanks == 0 && c.separator.blanks == 0 && b.separator.signs == c.separator.signs
            guard isTight, b.separator.signs.count == 1, b.count <= 2, number(b) <= 31 else { continue }
            if isYear(a), c.count <= 2, number(c) <= 31 { return true }
            if isYear(c), a.count <= 2, number(a) <= 31 { return true }
            if groups.count == 3, a.count <= 2, c.count <= 2 { return true }
        }
        return false
    }

    /// Whether the groups are two times with a hyphen between them: `0800 - 1700`.
    private func isHours(_ groups: ArraySlice<Group>) -> Bool {
        guard groups.count == 2, let first = groups.first, let last = groups.last, last.separator.signs == [UInt8(ascii: "-")] else {
            return false
        }
        let isTimes = groups.allSatisfy { $0.count == 4 && number($0) <= 2400 && number($0) % 100 < 60 && number($0) % 5 == 0 }
        return isTimes && number(first) < number(last)
    }

    /// Whether the groups are an IP address or a version.
    private func isAddress(_ groups: ArraySlice<Group>) -> Bool {
        groups.count >= 3 && groups.allSatisfy { $0.count <= 3 } && groups.count == 4
            && groups.dropFirst().allSatisfy { $0.separator.blanks == 0 && $0.separator.signs == [UInt8(ascii: ".")] }
    }

    /// Whether a currency or a unit stands beside the number.
    private func isAmount(_ groups: ArraySlice<Group>) -> Bool {
        let start = groups[groups.startIndex].range.lowerBound
        var place = start - 1
        if text.at(place) == 0x20 { place -= 1 }
        if text.at(place) == UInt8(ascii: "$") { return true }
        let wordEnd = place + 1
        while place >= 0, wordEnd - place < 6, text[place].isASCIILetter { place -= 1 }
        // A currency: "m" is a label of numbers in front of them, and a unit behind them.
        if wordEnd > place + 2, PhoneWords.units.contains(text.lowercased(max(0, place + 1)..<max(0, wordEnd))) { return true }
        place = groups[groups.endIndex - 1].range.upperBound
        if text.at(place) == 0x20 { place += 1 }
        if text.at(place) == UInt8(ascii: "$") || text.at(place) == UInt8(ascii: "%") { return true }
        let word = place
        while place < text.count, place - word < 24, text[place].isWord, !text[place].isASCIIDigit { place += 1 }
        return place > word && PhoneWords.units.contains(String(decoding: text[word..<place], as: UTF8.self).lowercased())
    }

    /// Whether the groups are a number with a decimal point.
    private func isDecimal(_ groups: ArraySlice<Group>) -> Bool {
        let first = groups[groups.startIndex]
        guard groups.count == 2, first.count <= 2, let last = groups.last, last.separator.blanks == 0 else { return false }
        return last.separator.signs == [UInt8(ascii: ".")] && (first.count == 1 || text[first.range.lowerBound] != UInt8(ascii: "0"))
    }
}
