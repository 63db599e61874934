internal import HTMLParsing

// What the words in front of a number say about it.
extension PhoneFinder {
    enum Context { case phone, other, none }

    /// What the words in front of a number say about it. The nearest one counts, and a number or the end of a sentence in between ends the
    /// search.
    func context(before start: Int) -> Context {
        if isLink(before: start) { return .phone }
        let words = text.words(before: start, count: 4)
        guard let nearest = words.first, !hasEnded(before: start, behind: nearest) else { return .none }
        for (index, word) in words.enumerated() {
            if word.utf8.count(where: \.isASCIIDigit) > 2 { return .none }
            if PhoneWords.others.contains(word) {
                // "customer 4711", "order no. 4711", but not "the customer who called"
                let isNear = index < 2 || words[..<index].allSatisfy(PhoneWords.abbreviations.contains)
                return isBehindRemark(start) || !isNear ? .none : .other
            }
            if PhoneWords.devices.contains(word) { continue }
            if PhoneWords.phoneStems.contains(where: { word.hasPrefix($0) || word.hasSuffix($0) }) { return .phone }
            // "call us at", "my number is"
            let between = words[..<index]
            if PhoneWords.verbs.contains(word), index > 0, between.allSatisfy(PhoneWords.fillers.contains) { return .phone }
            if PhoneWords.numbers.contains(word), index + 1 < words.count, PhoneWords.owners.contains(words[index + 1]),
                between.allSatisfy(PhoneWords.fillers.contains)
            {
                return .phone
            }
            if let isPhone = PhoneWords.isPhone(compound: compound(words, index, before: start)) {
                if isPhone { return .phone }
                if index < 2 { return isBehindRemark(start) ? .none : .other }
            }
            guard PhoneWords.phones.contains(word) else { continue }
            // Short words are words of other languages, too: they stand directly in front, with a sign behind them.
            if PhoneWords.short.contains(word) {
                if index == 0, hasSign(before: start, behind: word) || isLabel(word, before: start) { return .phone }
            } else if index < 2 || word.utf8.count > 4 {
                return .phone
            }
        }
        return .none
    }

    /// A word in front of a number, with the one that a hyphen connects to the nearest: `Kunden-Nr.`
    private func compound(_ words: [String], _ index: Int, before start: Int) -> String {
        guard index == 0, words.count > 1 else { return words[index] }
        var place = start - 1
        while place > 0, !text[place].isWord { place -= 1 }
        while place > 0, text[place].isWord { place -= 1 }
        return text.at(place) == UInt8(ascii: "-") ? words[1] + words[0] : words[0]
    }

    /// Whether a sentence ends between the word in front and a number. A dot may belong to an abbreviation.
    private func hasEnded(before start: Int, behind word: String) -> Bool {
        var place = start - 1
        while place >= 0, start - place < 6, !text[place].isWord {
            if text[place] == UInt8(ascii: "!") || text[place] == UInt8(ascii: "?") { return true }
            if text[place] == UInt8(ascii: "."), text[place + 1] == 0x20 {
                return !PhoneWords.abbreviations.contains(word) && !PhoneWords.phones.contains(word) && !word.hasSuffix("nr")
                    && !PhoneWords.phoneStems.contains(where: word.hasPrefix)
            }
            place -= 1
        }
        return false
    }

    /// Whether a parenthesis ends in front of a number: its words do not belong to the number, as in `(order 12) 030 123456`.
    private func isBehindRemark(_ start: Int) -> Bool {
        var place = start - 1
        while place > 0, start - place < 5, " (.,:;".utf8.contains(text[place]) { place -= 1 }
        return text.at(place) == UInt8(ascii: ")")
    }

    /// Whether a colon stands between the word in front and the number, or a dot behind an abbreviation.
    private func hasSign(before start: Int, behind word: String) -> Bool {
        var place = start - 1
        // A letter in front of digits is a name in code: "m:947190541", "?d=1029284408".
        if word.utf8.count == 1, text.at(place) == UInt8(ascii: "=") || text.at(place) == UInt8(ascii: ":"),
            !"0(".utf8.contains(text[start])
        {
            return false
        }
        while place >= 0, start - place < 5, !text[place].isWord {
            if text[place] == UInt8(ascii: ":") || text[place] == UInt8(ascii: "=") { return true }
            if text[place] == UInt8(ascii: "."), !PhoneWords.verbs.contains(word) { return true }
            place -= 1
        }
        return false
    }

    /// Whether a letter is a label without a sign, as in signatures: in front of a number with a leading zero, or at the start of a line or
    /// behind a sign that divides columns.
    private func isLabel(_ word: String, before start: Int) -> Bool {
        guard word.utf8.count == 1, text.at(start - 1) == 0x20 || text.at(start - 2) == 0x20 else { return false }
        var place = start - 1
        while place > 0, start - place < 4, !text[place].isWord { place -= 1 }
        let spaces = text[max(0, place - 3)..<place].reversed().prefix { $0 == 0x20 }.count
        let before = place - spaces > 0 ? text[place - spaces - 1] : 0x0A
        var digits = 0
        for byte in text[start..<min(text.count, start + 20)] {
            guard byte.isASCIIDigit || " -/.".utf8.contains(byte) || text[start - 1] == UInt8(ascii: "("), byte != 0x0A else { break }
            if byte.isASCIIDigit { digits += 1 }
        }
        guard digits >= 7 else { return false }
        return text[start] == UInt8(ascii: "0") || text.at(start - 1) == UInt8(ascii: "(") || spaces > 1
            || "\n|,;/-(".utf8.contains(before)
    }
}
