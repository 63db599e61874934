internal import HTMLParsing

/// Finds telephone numbers: international ones by their country code, national ones by their grouping or by a word in front of them.
///
/// Digits alone do not tell a telephone number from an order number. So a national number needs the grouping that a country writes, a leading
/// zero, or a word such as `Tel.`; and dates, amounts, IP addresses and numbers behind words such as `order` are none.
struct PhoneFinder {
    /// A run of digits, and what stands between it and the one before.
    struct Group {
        var range: Range<Int>
        /// What stands between the group before and this one; empty for the first group of a chain.
        var separator = Separator()
        var isInParentheses = false
        var count: Int { range.count }
    }

    /// What stands between two groups.
    struct Separator {
        /// Hyphens, slashes, dots and parentheses.
        var signs: Bytes = []
        /// The number of spaces. The end of a line counts as one.
        var blanks = 0
        /// Whether a line ends there.
        var hasLineEnd = false
    }

    /// The largest number of groups in a number.
    private static let maxGroups = 8

    let text: Bytes

    static func find(in text: Bytes, into matches: inout [PersonalDataMatch]) {
        let finder = PhoneFinder(text: text)
        var place = 0
        while let start = text[place...].firstIndex(where: \.isASCIIDigit) {
            let chain = finder.chain(at: start)
            if let wrapped = finder.overLineEnd(of: chain) {
                finder.find(in: wrapped.front, &matches)
                matches.append(finder.match(wrapped.groups[...]))
                place = wrapped.groups[wrapped.groups.count - 1].range.upperBound
            } else {
                finder.find(in: chain, &matches)
                place = chain[chain.count - 1].range.upperBound
            }
        }
    }

    /// The groups of digits from an offset on, as long as separators of telephone numbers connect them on one line.
    func chain(at start: Int) -> [Group] {
        var groups: [Group] = []
        var place = start
        var separator = Separator()
        while groups.count < 64 {
            let first = place
            while place < text.count, text[place].isASCIIDigit { place += 1 }
            var group = Group(range: first..<place, separator: separator)
            group.isInParentheses = isOpen(before: first) && text.at(place) == UInt8(ascii: ")")
            groups.append(group)
            guard let next = self.separator(at: place), !next.separator.hasLineEnd, isSeparator(next.separator, behind: groups) else {
                break
            }
            separator = next.separator
            place = next.end
        }
        return groups
    }

    /// What stands between the digits that end at an offset and the next ones; nil if that is more than a separator.
    func separator(at start: Int) -> (separator: Separator, end: Int)? {
        var separator = Separator()
        var place = start
        while place < text.count, separator.signs.count + separator.blanks < 4 {
            if let gap = text.gap(at: place), !(separator.hasLineEnd && gap.hasLineEnd) {
                separator.blanks += gap.hasLineEnd || text[place] == UInt8(ascii: "%") ? 1 : gap.end - place
                separator.hasLineEnd = separator.hasLineEnd || gap.hasLineEnd
                place = gap.end
            } else if "-./()".utf8.contains(text[place]) {
                separator.signs.append(text[place])
                place += 1
            } else {
                break
            }
        }
        guard place > start, text.at(place).isASCIIDigit else { return nil }
        if text[place - 1] == UInt8(ascii: "("), !isClosed(place) { return nil }
        return (separator, place)
    }

    private func isOpen(before place: Int) -> Bool {
        text.at(place - 1) == UInt8(ascii: "(") || text.at(place - 1) == UInt8(ascii: "+") && text.at(place - 2) == UInt8(ascii: "(")
    }

    /// Whether the digits behind a parenthesis are all that is in it.
    private func isClosed(_ start: Int) -> Bool {
        var end = start
        while end < text.count, end - start < 6, text[end].isASCIIDigit { end += 1 }
        return text.at(end) == UInt8(ascii: ")")
    }

    func isSeparator(_ separator: Separator, behind groups: [Group]) -> Bool {
        let signs = separator.signs
        // A parenthesis that begins in front of the number ends a remark, as in "(call 1234) 030 123456".
        if signs.contains(UInt8(ascii: ")")), !isOpened(groups) { return false }
        switch signs.count {
        case 0: return separator.blanks <= 2
        case 1: return signs[0] != UInt8(ascii: "(") || separator.blanks <= 1
        case 2:
            return signs == Bytes(")-".utf8) || signs == Bytes(")/".utf8) || signs == Bytes("-(".utf8) || signs == Bytes(")(".utf8)
                || signs == Bytes("/(".utf8)
        default: return false
        }
    }

    /// Whether a parenthesis is open behind the last group: in front of one or two short groups, as in `(06 1)`.
    private func isOpened(_ groups: [Group]) -> Bool {
        for group in groups.reversed().prefix(2) {
            if group.count > 6 { return false }
            if isOpen(before: group.range.lowerBound) { return true }
        }
        return false
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

    func match(_ groups: ArraySlice<Group>) -> PersonalDataMatch {
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

    func isZeroInParentheses(_ group: Group) -> Bool {
        group.isInParentheses && group.count == 1 && text[group.range.lowerBound] == UInt8(ascii: "0")
    }

    /// The place of the plus sign in front of a group.
    func plusSign(before start: Int) -> Int? {
        var place = start - 1
        if text.at(place) == UInt8(ascii: "(") { place -= 1 }
        if text.at(place) == 0x20, text.at(place - 1) == UInt8(ascii: "+") { place -= 1 }
        guard place >= 0, text[place] == UInt8(ascii: "+") else { return nil }
        let before = text.at(place - 1)
        if !before.isWord { return place }
        return before.isASCIILetter && !text.at(place - 2).isWord ? place : nil
    }

    /// The end of an extension such as `ext. 12`.
    private func afterExtension(_ end: Int) -> Int {
        var place = end
        while place < end + 3, ", ;(".utf8.contains(text.at(place)), place < text.count { place += 1 }
        let word = place
        if text.at(place) == UInt8(ascii: "#") {
            place += 1
        } else {
            while place < text.count, place - word < 12, text[place].isASCIILetter { place += 1 }
            guard place > word, PhoneWords.extensions.contains(text.lowercased(word..<place)) else { return end }
        }
        while place < text.count, ". :=-".utf8.contains(text[place]), place - word < 16 { place += 1 }
        let digits = place
        while place < text.count, text[place].isASCIIDigit { place += 1 }
        return (1...7).contains(place - digits) && !text.at(place).isWord ? place : end
    }

    // MARK: - Borders

    /// Whether an address stands in front whose last part is a number: `https://wa.me/4930123456`.
    func isLink(before start: Int) -> Bool {
        ["wa.me/", "wa.me/+"].contains { start >= $0.utf8.count && text.lowercased(start - $0.utf8.count..<start) == $0 }
    }

    /// Whether a number can begin at a group. Inside of a chain, only a space can divide two numbers.
    func isStart(_ chain: [Group], _ index: Int) -> Bool {
        let group = chain[index]
        if index > 0, group.separator.blanks == 0 { return false }
        if index > 0, chain[index - 1].isInParentheses { return false }
        if plusSign(before: group.range.lowerBound) != nil { return true }
        var place = group.range.lowerBound - 1
        if text.at(place) == UInt8(ascii: "(") { place -= 1 }
        let before = text.at(place)
        if before == UInt8(ascii: "+") || before == UInt8(ascii: "_") || before == UInt8(ascii: "#") || before == UInt8(ascii: "$") {
            return false
        }
        // Letters directly in front belong to a code such as AB12345, but languages without spaces write words there.
        if before.isASCIILetter || before.isASCIIDigit { return false }
        if isLink(before: group.range.lowerBound) { return true }
        if "-/.,:'".utf8.contains(before), text.at(place - 1).isWord, before != UInt8(ascii: ":") || text.at(place - 1).isASCIIDigit {
            return before == UInt8(ascii: ".") && text.at(place - 1).isASCIILetter  // Tel.030…
        }
        return true
    }

    func isEnd(_ chain: [Group], _ index: Int) -> Bool {
        if index + 1 < chain.count { return chain[index + 1].separator.blanks > 0 && !isTimeEnd(chain, index) }
        return !isTimeEnd(chain, index)
    }

    private func isTimeEnd(_ chain: [Group], _ index: Int) -> Bool {
        let end = chain[index].range.upperBound
        let after = text.at(end)
        let next = text.at(end + 1)
        if after == UInt8(ascii: "x") || after == UInt8(ascii: "X") { return !next.isASCIIDigit }
        if after.isASCIILetter || after.isASCIIDigit || after == UInt8(ascii: "_") || after == UInt8(ascii: "%") { return true }
        if ":,".utf8.contains(after) { return next.isASCIIDigit }
        return "-/".utf8.contains(after) && next.isWord && index + 1 == chain.count
    }
}
