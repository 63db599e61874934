/// Recognizes an attribution line: `on 1/2/2023 at 10:00, ann <ann@example.com> wrote:`.
///
/// Sentences contain such words, too: "on 3/4/2023 you wrote:". A false attribution would remove text of the sender, so the rules are
/// strict: the date has to be where mail programs write it, and the words between date and verb have to look like a name.
struct AttributionLine {
    /// The line in lower case, without the colon at its end.
    private let text: String
    private let datePatterns: DatePatterns
    private let address: MailAddressRange?
    /// Whether the attribution was joined from several lines.
    private let isBroken: Bool

    /// The number of words at the start of the date of which one has to contain a digit: "il giorno lun 2".
    private static let wordsBeforeDigit = 4
    private static let maximumNameWords = 6

    init(_ line: String, isBroken: Bool) {
        text = Self.withoutEnd(line)
        datePatterns = DatePatterns(text)
        address = MailAddressRange(in: text)
        self.isBroken = isBroken
    }

    /// The line without trailing colons, white space and asterisks.
    private static func withoutEnd(_ line: String) -> String {
        let bytes = Array(line.utf8)
        var end = bytes.count
        while end > 0 {
            let isMark = bytes[end - 1] == 0x3A || bytes[end - 1] == 0x2A
            let isWideColon = bytes[end - 1] == 0x9A && bytes[..<end].suffix(3).elementsEqual("：".utf8)
            let count = isMark ? 1 : isWideColon ? 3 : bytes.whiteSpaceLength(before: end, start: 0)
            if count == 0 { break }
            end -= count
        }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }

    private var words: [Substring] { text[...].words }

    /// Whether the line contains a date or time, so that it is complete without the line before it.
    var hasDate: Bool { !datePatterns.isEmpty }

    /// Whether the line contains a time of day.
    var hasTime: Bool { datePatterns.hasTime }

    /// Whether the line contains a mail address.
    var hasAddress: Bool { address != nil }

    /// Whether the line begins with "On" in one of the known languages.
    var beginsWithOpener: Bool { opener != nil }

    /// Whether the line is an attribution.
    var isAttribution: Bool {
        guard address != nil || datePatterns.hasDate else { return false }
        let isBracketed = address?.isBracketed ?? false
        if let verb = verbAtEnd { return isAttribution(endingIn: verb) }
        if hasDateFirst, hasVerbBehindDate { return true }
        guard isBracketed, !datePatterns.isEmpty else { return false }
        return hasDateBehindVerb || endsInAddress || text.hasPrefix("missatge de ")
    }

    /// Whether the line names the sender of a quote that a mail program has marked: an address beside a date or a verb, or "On", a verb and
    /// a name. Without that mark, such a line may be a sentence: "On Monday Ann wrote:".
    private var namesSender: Bool {
        let verb = verbAtEnd
        if let address, !datePatterns.isEmpty || verb != nil {
            let isAtStart = address.range.lowerBound == text.startIndex || address.isBracketed && nameComesFirst
            return isAtStart || beginsWithNumber || opener != nil
        }
        guard let opener = dateOpener else { return false }
        let rest = text.dropFirst(opener.count)
        if let verb { return isName(rest[..<max(rest.startIndex, verb.lowerBound)]) }
        // For example: am Montag schrieb Ann
        return rest.firstWords(Self.maximumNameWords).contains {
            QuoteWords.wrote.contains(String($0)) && isName(rest[$0.endIndex...])
        }
    }

    /// Whether a line names the sender of a quote that a mail program has marked, and introduces the quote. Sentences have dates, addresses
    /// and verbs, too, but go on after them.
    ///
    /// - Parameters:
    ///   - line: The line in lower case.
    ///   - isIntroduction: Whether it ends as an introduction.
    static func namesSender(_ line: String, isIntroduction: Bool) -> Bool {
        if isIntroduction { return AttributionLine(line, isBroken: false).namesSender }
        // For example: ---- On Mon, 02 Jan 2023 10:00:00 +0200 ann@example.com wrote ----
        if line.hasPrefix("--"), line.hasSuffix("--") {
            let text = line.drop { $0 == "-" || $0.isWhitespace }
            let end = text.lastIndex { $0 != "-" && !$0.isWhitespace }
            return end.map { AttributionLine(String(text[...$0]), isBroken: false).namesSender } ?? false
        }
        // For example: On Monday Ann wrote: Well?
        return line[...].firstWords(wordsBeforeColon).contains { word in
            guard word.last == ":" || word.last == "：" else { return false }
            let beginning = AttributionLine(String(line[..<word.endIndex]), isBroken: false)
            return beginning.verbAtEnd != nil && beginning.namesSender
        }
    }

    /// The maximum number of words of an attribution that stands in one line with the quote.
    private static let wordsBeforeColon = 20

    /// Whether a line that ends in a verb is an attribution: "… Ann wrote".
    private func isAttribution(endingIn verb: Range<String.Index>) -> Bool {
        let isBracketed = address?.isBracketed ?? false
        if !datePatterns.isEmpty, hasDateFirst {
            if isBracketed { return true }
            if datePatterns.hasDate || address != nil, isName(nameBefore(verb.lowerBound)) { return true }
        }
        guard isBracketed, let address else { return false }
        guard address.range.upperBound <= verb.lowerBound else { return false }
        let between = text[address.range.upperBound..<verb.lowerBound]
        if datePatterns.isEmpty {
            // For example: Sent from Samsung Mobile Ann <ann@example.com> wrote
            return !isBroken && between.allSatisfy { $0.isWhitespace || $0 == "," }
        }
        // For example: Ann <ann@example.com>, 2 Oca 2023 Pzt, 10:00 tarihinde şunu yazdı
        return beginsWithNumber || nameComesFirst && !DatePatterns(between).isEmpty
    }

    private var verbAtEnd: Range<String.Index>? {
        // Comparing bytes first is faster. Texts beyond ASCII have several Unicode normalization forms, which only strings compare as equal.
        let last = text.utf8.last
        for verb in QuoteWords.wrote where verb.utf8.last == last || (last ?? 0) >= 0x80 {
            guard text.hasSuffix(verb) else { continue }
            let start = text.index(text.endIndex, offsetBy: -verb.count)
            let before = start == text.startIndex ? " " : text[text.index(before: start)]
            // Chinese and Japanese do not separate words by spaces.
            if !before.isLetter || Self.isIdeographic(verb) { return start..<text.endIndex }
        }
        return nil
    }

    private static func isIdeographic(_ word: String) -> Bool { word.unicodeScalars.contains { $0.value >= 0x3000 } }

    /// Whether the line begins with "On" and a date, or with a date.
    private var hasDateFirst: Bool {
        if text.first?.isNumber == true { return datePatterns.hasDate }
        guard let opener = dateOpener else { return false }
        return text.dropFirst(opener.count).firstWords(Self.wordsBeforeDigit).contains(where: \.hasNumber)
    }

    /// The opener, if a date may follow it. English "on" also begins phrases such as "on board".
    private var dateOpener: String? {
        guard let opener else { return nil }
        let rest = text.dropFirst(opener.count).drop { $0.isWhitespace || $0 == "," }
        let isDate = rest.first?.isNumber == true || QuoteWords.englishDateStarts.contains(where: rest.hasPrefix)
        return opener == "on" && !isDate ? nil : opener
    }

    private var opener: String? {
        QuoteWords.openers.first { opener in
            guard text.hasPrefix(opener) else { return false }
            return text.dropFirst(opener.count).first.map { !$0.isLetter } ?? false || opener == "在"
        }
    }

    /// Whether one of the first three words contains a digit: "пн, 2 янв. 2023".
    private var beginsWithNumber: Bool { text[...].firstWords(3).contains(where: \.hasNumber) }

    /// Whether only words of dates stand before the first digit. "Meeting on 3 May" is the sender's.
    private var beginsWithDateWords: Bool {
        text[...].firstWords(3).prefix { !$0.hasNumber }.allSatisfy { word in
            let bare = word.trimmingMarks
            return bare.isEmpty || !IntroductionWords.kinds(of: String(bare)).isEmpty
        }
    }

    /// Whether the verb directly follows the date: "am 2.1.2023 um 10:00 uhr schrieb ann".
    private var hasVerbBehindDate: Bool {
        guard address?.isBracketed ?? false || datePatterns.hasDate else { return false }
        for (index, word) in words.enumerated().dropFirst() where QuoteWords.wrote.contains(String(word)) {
            let before = words[index - 1]
            guard before.hasNumber || QuoteWords.dateEnds.contains(Self.withoutMarks(before)) else { continue }
            let name = text[word.endIndex...]
            return address?.isBracketed ?? false || isName(name)
        }
        return false
    }

    /// Whether the date follows the verb: "ann <ann@example.com> schrieb am 2.1.2023 um 10:00".
    private var hasDateBehindVerb: Bool {
        guard let address, nameComesFirst else { return false }
        let rest = text[address.range.upperBound...]
        guard QuoteWords.wrote.contains(where: { rest.hasPrefix($0) }) else { return false }
        let words = rest.words
        return words.count <= 12 && !DatePatterns(rest).isEmpty
    }

    /// Whether the line is a date and a name with address, without a verb: "пн, 2 янв. 2023 г. в 10:00, ann <ann@example.com>".
    private var endsInAddress: Bool {
        guard let address, address.range.upperBound == text.endIndex else { return false }
        if let opener {
            guard QuoteWords.openersWithoutVerb.contains(opener), hasDateFirst else { return false }
        } else if !beginsWithNumber || !beginsWithDateWords {
            return false
        }
        guard datePatterns.hasDate, datePatterns.hasTime else { return false }
        return nameBefore(address.range.lowerBound).words.count <= 10
    }

    /// The text between the date and an index.
    private func nameBefore(_ end: String.Index) -> Substring {
        var start = text.startIndex
        for word in words where word.endIndex <= end {
            if word.hasNumber, !word.utf8.contains(UInt8(ascii: "@")) || QuoteWords.dateEnds.contains(Self.withoutMarks(word)) {
                start = word.endIndex
            } else if word.startIndex >= start, text[start..<word.startIndex].isBlank,
                QuoteWords.dateEnds.contains(Self.withoutMarks(word))
            {
                start = word.endIndex
            }
        }
        return text[start..<max(start, end)]
    }

    private func isName(_ text: Substring) -> Bool {
        let words = text.split { $0.isWhitespace || $0 == "," }
        guard let first = words.first, let last = words.last, words.count <= Self.maximumNameWords else { return false }
        guard words.contains(where: { $0.contains(where: \.isLetter) }) else { return false }
        for word in [first, last] where QuoteWords.pronouns.contains(String(word)) { return false }
        return !QuoteWords.articles.contains(String(first)) && !words.contains { QuoteWords.conjunctions.contains(String($0)) }
    }

    /// Whether only a name precedes the address.
    private var nameComesFirst: Bool {
        guard let address else { return false }
        return text[..<address.range.lowerBound].firstWords(Self.maximumNameWords + 1).count <= Self.maximumNameWords
    }

    private static func withoutMarks(_ word: Substring) -> String {
        String(word.lastIndex { $0 != "," && $0 != ")" }.map { word[...$0] } ?? "")
    }
}

extension Substring {
    /// The word without marks at both ends.
    fileprivate var trimmingMarks: Substring {
        guard let first = firstIndex(where: \.isLetter), let last = lastIndex(where: \.isLetter) else { return "" }
        return self[first...last]
    }
}
