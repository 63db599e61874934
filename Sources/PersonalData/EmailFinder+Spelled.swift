internal import HTMLParsing

// Addresses that people write so that programs do not find them: `ann (at) example (dot) com`.
extension EmailFinder {
    /// Words for the sign, in brackets: in English, German, French, Spanish, Italian, Hungarian, Czech, Polish and Swedish.
    private static let signs: Set<String> = [
        "@", "at", "a", "ät", "aet", "chez", "arroba", "arobase", "chiocciola", "kukac", "zavinac", "zavináč", "malpa", "małpa", "snabel-a",
        "snabela", "klammeraffe", "bei", "hos", "apenstaartje", "собака",
    ]
    /// Words for the dot, in brackets.
    private static let dots: Set<String> = [
        ".", "dot", "punkt", "point", "punto", "ponto", "pont", "tecka", "tečka", "kropka", "punt", "точка", "pun",
    ]
    /// Ends of domains that are words of English: behind them, a sentence goes on.
    private static let words: Set<String> = [
        "in", "is", "it", "at", "be", "so", "to", "no", "my", "us", "am", "as", "by", "do", "me", "or", "on", "of", "ok", "if", "an", "he",
        "we",
        "up", "go",
    ]
    /// Words in front of ` @ ` that are no part of an address: "join us @ example.com".
    private static let noLocals: Set<String> = [
        "us", "me", "him", "her", "them", "it", "you", "lunch", "dinner", "meet", "meeting", "call", "live", "now", "is", "are", "here",
        "up",
        "today", "tomorrow", "party", "tickets", "sale", "price", "available", "visit", "find", "booth", "stand", "info-stand",
    ]

    /// Reads an address with spaces around its sign: `ann @ example.com`.
    static func spaced(_ text: Bytes, _ sign: Int, after end: Int) -> (Range<Int>, (end: Int, name: String))? {
        guard text.at(sign - 1) == 0x20, sign > end + 1, text.at(sign + 1) == 0x20 else { return nil }
        guard let local = local(text, endingAt: sign - 1, after: end), local.count > 2 else { return nil }
        guard let domain = domain(text, sign + 2, dots: false), isLowercase(text, sign + 2..<domain.end),
            isCommonEnd(domain.name) || isNoWord(text, local)
        else { return nil }
        let isName = isLowercase(text, local) && !noLocals.contains(text.lowercased(local))
        return isName && !isSentence(text, behind: domain) ? (local, domain) : nil
    }

    private static func isLowercase(_ text: Bytes, _ range: Range<Int>) -> Bool { !text[range].contains(where: \.isUpper) }

    /// Reads an address whose sign is the word `at` between spaces. Then a dot is spelled, too.
    static func spelled(_ text: Bytes, _ letter: Int, after end: Int) -> (Range<Int>, (end: Int, name: String))? {
        guard letter > end + 2, text[letter - 1] | 0x20 == UInt8(ascii: "a") else { return nil }
        guard text[letter - 2] == 0x20, text.at(letter + 1) == 0x20, letter + 1 < text.count else { return nil }
        guard let local = local(text, endingAt: letter - 2, after: end) else { return nil }
        guard let domain = domain(text, letter + 2, dots: true) else { return nil }
        // "at" is a common word: "look at example.com". A spelled dot has spaces around it.
        guard text[letter + 2..<domain.end].contains(0x20), isCommonEnd(domain.name) || isNoWord(text, local),
            !isSentence(text, behind: domain)
        else { return nil }
        let labels = domain.name.split(separator: ".")
        // "at 3 dot com firms", "at many dot com shops"
        if labels.count == 2, !isNoWord(text, local), text.at(domain.end) == 0x20, text.at(domain.end + 1).isWord, isCount(labels[0]) {
            return nil
        }
        return labels.contains("dot") ? nil : (local, domain)
    }

    /// Reads an address whose sign stands in brackets, as a word or as it is: `ann [at] example.com`.
    static func bracketed(_ text: Bytes, _ open: Int, after end: Int) -> (Range<Int>, (end: Int, name: String))? {
        guard let word = word(inBracketsAt: open, of: text), signs.contains(word.name) else { return nil }
        let start = open > 0 && text[open - 1] == 0x20 ? open - 1 : open
        guard start > end, let local = local(text, endingAt: start, after: end) else { return nil }
        let next = text.at(word.end) == 0x20 ? word.end + 1 : word.end
        guard let domain = domain(text, next, dots: true), !isSentence(text, behind: domain) else { return nil }
        // "(a)" numbers the items of lists.
        return word.name == "a" && !isCommonEnd(domain.name) && !isNoWord(text, local) ? nil : (local, domain)
    }

    /// Words that count or name firms in a sentence, where `dot com` is an adjective.
    private static let counts: Set<String> = [
        "a", "an", "the", "this", "that", "these", "those", "many", "some", "several", "most", "all", "any", "every", "each", "few", "no",
        "other", "another", "early", "big", "my", "our", "your", "his", "her", "their", "two", "three", "four", "five", "six", "ten",
    ]
    /// Hosts of mail whose names are numbers.
    private static let numberHosts: Set<String> = ["126", "139", "163", "188", "189"]

    private static func isCount(_ label: Substring) -> Bool {
        counts.contains(String(label)) || label.utf8.allSatisfy(\.isASCIIDigit) && !numberHosts.contains(String(label))
    }

    /// Whether a local part has a sign or a digit.
    private static func isNoWord(_ text: Bytes, _ local: Range<Int>) -> Bool { text[local].contains { !$0.isWord || $0.isASCIIDigit } }

    /// Whether a domain ends in a word of a sentence, which goes on behind it: "look at the dot in the middle".
    private static func isSentence(_ text: Bytes, behind domain: (end: Int, name: String)) -> Bool {
        guard let last = domain.name.split(separator: ".").last, words.contains(String(last)) else { return false }
        return text.at(domain.end) == 0x20 && text.at(domain.end + 1).isWord
    }

    /// Whether a domain ends as those of most addresses do. The words "at" and "dot" occur in sentences.
    private static func isCommonEnd(_ domain: String) -> Bool {
        let end = domain.split(separator: ".").last ?? ""
        return end.utf8.count == 2
            || ["com", "org", "net", "edu", "gov", "info", "biz", "example", "mail", "email", "dev", "app", "shop", "cloud"].contains(end)
    }

    /// The end of a dot that is spelled: ` dot ` between spaces, or a word in brackets.
    static func spelledDot(_ text: Bytes, _ start: Int) -> Int? {
        let place = text.at(start) == 0x20 ? start + 1 : start
        if let word = word(inBracketsAt: place, of: text) {
            guard dots.contains(word.name) else { return nil }
            return text.at(word.end) == 0x20 ? word.end + 1 : word.end
        }
        guard place > start, place + 3 < text.count, text[place + 3] == 0x20, text.lowercased(place..<place + 3) == "dot" else {
            return nil
        }
        return place + 4
    }

    /// The word in brackets from an offset on, in lower case: `(at)`, `[ dot ]`.
    private static func word(inBracketsAt open: Int, of text: Bytes) -> (name: String, end: Int)? {
        guard open < text.count, "([{<".utf8.contains(text[open]) else { return nil }
        var place = open + 1
        if text.at(place) == 0x20 { place += 1 }
        let start = place
        while place < text.count, place - start < 24, text[place].isWord || "@.-".utf8.contains(text[place]) { place += 1 }
        let end = place
        if text.at(place) == 0x20 { place += 1 }
        guard end > start, place < text.count, ")]}>".utf8.contains(text[place]) else { return nil }
        return (String(decoding: text[start..<end], as: UTF8.self).lowercased(), place + 1)
    }
}
