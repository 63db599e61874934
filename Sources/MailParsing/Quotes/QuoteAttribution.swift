/// The attribution above a quote: `On Wed, Apr 4, 2012 at 3:59 PM, Bob <bob@example.com> wrote:`.
///
/// Mail programs wrap the attribution into several lines, and some write it after the reply in the same line.
struct QuoteAttribution {
    /// The lines of the attribution.
    let lines: Range<Int>
    /// The number of characters of the first line that belong to the reply before the attribution.
    let ownCharacters: Int
    /// Whether the attribution has an address and a time of day, as only programs write both. Other attributions may be the sender's own
    /// words, so they need quoted lines below them.
    let isCertain: Bool

    private static let maximumLines = 4
    private static let maximumBytes = 1000
    /// The limit of the blank lines between an attribution and the quoted lines below it.
    private static let maximumGap = 2

    /// Reads the attribution that begins in a line; nil if there is none.
    init?(at start: Int, in lines: [MessageLine]) {
        guard let attribution = Self(wordsAt: start, in: lines) ?? Self(partsAt: start, in: lines), !attribution.isTold(in: lines) else {
            return nil
        }
        self = attribution
    }

    /// Whether the sender tells of a message in these words, and quotes none.
    private func isTold(in lines: [MessageLine]) -> Bool {
        let below = lines[self.lines.upperBound...].prefix(Self.maximumGap + 1).first { !$0.isBlank }
        let isAboveQuote = below.map { $0.isQuoted || $0.isInQuotation } ?? false
        let text =
            ownCharacters == 0
            ? lines[self.lines].map(\.attributionText).joined(separator: " ")
            : String(lines[self.lines.lowerBound].text.dropFirst(ownCharacters))
        return ToldIntroduction.isTold(text, isAboveQuote: isAboveQuote)
    }

    /// Reads an attribution by its first and last words.
    private init?(wordsAt start: Int, in lines: [MessageLine]) {
        guard let end = Self.end(from: start, in: lines) else { return nil }
        guard lines[start...end].contains(where: \.mayNameDateOrSender) else { return nil }
        let before = lines[start..<end].map(\.trimmedWithBracket)
        guard before.reduce(before.count, { $0 + $1.utf8.count }) <= Self.maximumBytes + 1 else { return nil }
        let joined = (before + [lines[end].trimmedWithBracket]).joined(separator: " ")
        guard joined.utf8.count <= 2 * Self.maximumBytes else { return nil }
        let line = AttributionLine(joined, isBroken: end > start)
        let isAttribution = line.isAttribution && !Self.beginsLater(start, end, lines)
        let hasMailLink = lines[start...end].contains(where: \.hasMailLink)
        if !(isAttribution && line.beginsWithOpener), let own = Self.ownPart(lines[start], before: lines[start..<end + 1].dropFirst()) {
            // "I read it. On 3 May Ann wrote:" is a sentence.
            guard own.attribution.hasTime || own.attribution.hasAddress else { return nil }
            // Dashes belong to the attribution: "--- On Tue, 5/3/26, Ann <ann@example.com> wrote:".
            ownCharacters = lines[start].text.prefix(own.characters).contains { $0 != "-" && !$0.isWhitespace } ? own.characters : 0
            isCertain = own.attribution.hasTime && (own.attribution.hasAddress || hasMailLink)
        } else if isAttribution {
            ownCharacters = 0
            isCertain = line.hasTime && (line.hasAddress || hasMailLink)
        } else {
            return nil
        }
        self.lines = start..<end + 1
    }

    /// Reads the attribution that ends directly before a line; nil if there is none.
    init?(endingBefore end: Int, in lines: [MessageLine]) {
        for start in max(0, end - Self.maximumWrappedLines)..<end {
            // This check takes much less time than reading the attribution.
            guard Self.canEnd(lines, at: end - 1), let introduction = Self(at: start, in: lines), introduction.lines.upperBound == end
            else { continue }
            self = introduction
            return
        }
        return nil
    }

    /// The first line that can end an attribution; nil if no line near the start can.
    private static func end(from start: Int, in lines: [MessageLine]) -> Int? {
        for end in start..<min(lines.count, start + maximumLines) {
            if lines[end].hasNoContent { return nil }
            if lines[end].endsAsIntroduction { return end }
        }
        return nil
    }

    /// Whether a later line begins a complete attribution, so that the first line belongs to the reply.
    private static func beginsLater(_ start: Int, _ end: Int, _ lines: [MessageLine]) -> Bool {
        guard end > start else { return false }
        return (start + 1...end).contains { later in
            let joined = lines[later...end].map(\.trimmedWithBracket).joined(separator: " ")
            let line = AttributionLine(joined, isBroken: later < end)
            return line.hasDate && line.isAttribution
        }
    }

    /// The characters of a line before the "On" of an attribution, and the attribution; nil if none begins inside the line.
    private static func ownPart(
        _ line: MessageLine, before others: ArraySlice<MessageLine>
    ) -> (characters: Int, attribution: AttributionLine)? {
        guard line.containsOpener else { return nil }
        let characters = Array(line.text)
        guard characters.count > 4 else { return nil }
        let openers = (1..<characters.count - 3).filter { index in
            guard characters[index] == "O", characters[index + 1] == "n", characters[index + 2] == " " else { return false }
            return characters[index - 1].isWhitespace || characters[index - 1] == "-"
        }
        // Each attempt reads to the end of the line, so only the last three are tried.
        for index in openers.suffix(3).reversed() {
            let rest = [MessageLine(String(characters[index...]))] + others
            let attribution = AttributionLine(rest.map(\.trimmedWithBracket).joined(separator: " "), isBroken: !others.isEmpty)
            if attribution.isAttribution { return (index, attribution) }
        }
        return nil
    }

    /// The limit of the lines over which an introduction may be wrapped.
    private static let maximumWrappedLines = 8
    /// The limit of one of its lines, in bytes.
    private static let longestLine = 500
    /// The width from which on a mail program wraps a line, in characters.
    private static let wrapWidth = 56

    /// Reads an attribution of which every word is a part, however it is wrapped.
    private init?(partsAt start: Int, in lines: [MessageLine]) {
        guard !lines[start].isDashes else { return nil }
        var hasSign = false
        // The brackets that are open at the end of the line. The mark of a quoted line may be one that closes.
        var openBrackets = 0
        var found: Self?
        for end in start..<min(lines.count, start + Self.maximumWrappedLines) {
            let line = lines[end]
            // An address in brackets may have lines of its own, with blank lines around it.
            if line.hasNoContent, end > start, Self.isInAddress(lines, start, end) {
                openBrackets += line.openBrackets
                continue
            }
            guard !line.hasNoContent, line.trimmedCount <= Self.longestLine else { break }
            hasSign = hasSign || line.mayNameDateOrSender
            openBrackets += line.openBrackets
            guard openBrackets <= 0, Self.canEnd(lines, at: end), hasSign || Self.isDashed(lines, start, end) else { continue }
            guard let grammar = Self.grammar(lines, start, end), Self.isPlausible(grammar, lines, start, end) else { continue }
            let isDashed = Self.isDashed(lines, start, end)
            let hasEnd = grammar.hasVerb || line.endsAsIntroduction || line.isBetweenArrows
            // Without verb and colon, the line may be one of a list of persons.
            guard hasEnd || Self.isAboveMark(lines, end) else { continue }
            let hasAddress = grammar.address != nil || lines[start...end].contains(where: \.hasMailLink)
            let isOrdered = grammar.hasVerb || grammar.beginsWithDate || line.isBetweenArrows
            let isProven = isDashed ? grammar.hasDate || hasAddress : grammar.hasDate && grammar.hasTime && hasAddress
            found = Self(lines: start..<end + 1, ownCharacters: 0, isCertain: hasEnd && isOrdered && isProven)
            // The date may follow a colon: "ezt írta (időpont: 2026. máj. 3., V, 10:00)".
            if grammar.hasDate { break }
        }
        guard let found else { return nil }
        self = found
    }

    private init(lines: Range<Int>, ownCharacters: Int, isCertain: Bool) {
        (self.lines, self.ownCharacters, self.isCertain) = (lines, ownCharacters, isCertain)
    }

    /// Whether a line without content stands before an address in brackets or inside of the brackets.
    private static func isInAddress(_ lines: [MessageLine], _ start: Int, _ end: Int) -> Bool {
        guard lines[start..<end].contains(where: \.mayNameDateOrSender) else { return false }
        if let next = lines[(end + 1)...].first(where: { !$0.isBlank }), next.attributionText.hasPrefix("<") { return true }
        let above = lines[start..<end].last { !$0.isBlank }?.attributionText ?? ""
        return above == "<" || above.hasSuffix(" <") || above.hasPrefix("mailto:") || lines[end].isQuoted && above.contains("@")
    }

    private static func canEnd(_ lines: [MessageLine], at end: Int) -> Bool {
        let line = lines[end]
        if line.endsAsIntroduction || line.lastByte == 0x2D || line.isBetweenArrows { return true }
        return (line.lastByte == 0x3E || line.beginsWithDigit) && isAboveMark(lines, end)
    }

    /// Whether the next line with content begins with a quote mark.
    private static func isAboveMark(_ lines: [MessageLine], _ end: Int) -> Bool {
        lines[(end + 1)...].prefix(maximumGap + 1).first { !$0.isBlank }.map { $0.isQuoted || $0.hasOtherMark } ?? false
    }

    private static func grammar(_ lines: [MessageLine], _ start: Int, _ end: Int) -> IntroductionGrammar? {
        IntroductionGrammar(
            lines[start...end].map(\.attributionText).joined(separator: " "), isDashed: isDashed(lines, start, end),
            hasArrows: lines[start].isBetweenArrows)
    }

    /// Whether dashes stand around the lines, or arrows as GroupWise writes them.
    private static func isDashed(_ lines: [MessageLine], _ start: Int, _ end: Int) -> Bool {
        if lines[start].isBetweenArrows { return start == end }
        return lines[start].firstByte == 0x2D && lines[end].lastByte == 0x2D && !lines[start].isDashes && !lines[end].isDashes
            && lines[start].trimmed.hasPrefix("--") && lines[end].trimmed.hasSuffix("--")
    }

    /// Whether all the lines belong to the introduction, and none to the reply above it.
    private static func isPlausible(_ grammar: IntroductionGrammar, _ lines: [MessageLine], _ start: Int, _ end: Int) -> Bool {
        guard end > start else { return true }
        if grammar.beginsWithDate {
            return !(start + 1...end).contains { later in
                Self.grammar(lines, later, end).map { $0.beginsWithDate && $0.hasDate } ?? false
            }
        }
        // A name may be wrapped only where a line is full, or before an address in brackets.
        for index in start..<end {
            let text = lines[index].attributionText
            if text.contains("@") { return true }
            let next = lines[index + 1].attributionText
            if ".!?:;,".contains(text.last ?? " ") { return false }
            let firstWord = next.prefix { !$0.isWhitespace }
            guard "<([".contains(next.first ?? " ") || text.count + 1 + firstWord.count > wrapWidth else { return false }
        }
        return true
    }
}
