/// Finds where a signature begins: at dashes, at a greeting that stands alone, or at what a telephone's program adds.
///
/// Sentences are no part of a signature, so what is followed by one begins none. Only behind the delimiter of mail itself, `-- ` in a line of
/// its own, anything may follow.
struct SignatureFinder {
    /// How many lines with text a signature may have.
    static let maximumLines = 11
    /// How long its lines may be, in characters.
    static let maximumLineLength = 80

    private static let maximumNameWords = 3
    private static let maximumSentenceWords = 10

    /// The last lines of the message that have text, and one more before them.
    private let lines: [QuoteLine]
    private let isBelowBlank: [Bool]

    /// The first line of the signature; nil if there is none. It never begins in the first line that has text.
    static func find(in lines: [some StringProtocol]) -> Int? {
        let filled = lines.indices.suffix(200).filter { !lines[$0].allSatisfy(\.isWhitespace) }
        let isWhole = lines.count <= 200
        let last = Array(filled.suffix(maximumLines + 1))
        guard last.count > 1 || !isWhole else { return nil }
        let finder = SignatureFinder(
            lines: last.map { QuoteLine(lines[$0]) }, isBelowBlank: last.map { $0 > 0 && lines[$0 - 1].allSatisfy(\.isWhitespace) })
        var found: Int?
        for index in last.indices.dropFirst().reversed() {
            guard finder.lines[index].text.count <= maximumLineLength else { break }
            if finder.begins(at: index) { found = last[index] }
        }
        return found
    }

    /// Whether a line is the delimiter between text and signature: two dashes.
    static func isDelimiter(_ line: some StringProtocol) -> Bool {
        let dashes = line.split(whereSeparator: \.isWhitespace)
        return dashes.count == 1 && (dashes[0] == "--" || dashes[0] == "—")
    }

    private func begins(at index: Int) -> Bool {
        let line = lines[index]
        let rest = lines[(index + 1)...]
        if line.text == "-- " { return true }
        if Self.isDevice(line.bare) { return rest.allSatisfy { Self.isDevice($0.bare) || $0.bare.hasPrefix("http") } }
        guard !rest.contains(where: Self.isSentence) else { return false }
        if Self.isDelimiter(line.text) || line.bare == "---" || line.bare == "__" { return true }
        return isGreeting(at: index) || isName(at: index)
    }

    /// "Sent from my iPhone"
    private static func isDevice(_ bare: String) -> Bool {
        QuoteWords.deviceStarts.contains(where: bare.hasPrefix) && QuoteWords.products.contains { bare.contains($0) }
    }

    private static func isSentence(_ line: QuoteLine) -> Bool {
        if isDevice(line.bare) { return false }
        let words = line.bare.split(whereSeparator: \.isWhitespace)
        guard let first = words.first, let last = words.last, let end = last.last else { return false }
        if end == "?" || end == "？" || ["ps", "ps:", "p.s.", "p.s.:", "pps:"].contains(first) { return true }
        if words.count > maximumSentenceWords { return true }
        return words.count >= 4 && (end == "." || end == "!" || end == ":") && !QuoteWords.abbreviations.contains(String(last))
    }

    /// "Kind regards," alone in its line, with a name or nothing behind it.
    private func isGreeting(at index: Int) -> Bool {
        guard Self.isGreeting(lines[index].bare) else { return false }
        let rest = lines[(index + 1)...]
        // Another one further down closes the message; this one thanks for something.
        if rest.drop(while: { Self.isGreeting($0.bare) }).contains(where: { Self.isGreeting($0.bare) }) { return false }
        guard !isBelowBlank[index] else { return true }
        let before = lines[index - 1].bare
        if before.hasSuffix(":") { return false }
        // "Which brand?" has a list below it.
        return !(QuoteWords.shortGreetings.contains(lines[index].bare) && before.hasSuffix("?") && rest.count > 1)
    }

    private static func isGreeting(_ bare: String) -> Bool {
        let isMark: (Character) -> Bool = { $0.isPunctuation || $0.isWhitespace }
        let words = String(bare.reversed().drop(while: isMark).reversed())
        return QuoteWords.greetings.contains(words)
    }

    /// `-- Bob`, `-bob`, `– Bob Smith`; in a list such lines come in numbers or below a colon.
    private func isName(at index: Int) -> Bool {
        let text = lines[index].text.drop(while: \.isWhitespace)
        let dashes = text.prefix(while: Self.isDash)
        guard !dashes.isEmpty, dashes.count <= 3 else { return false }
        let name = text.dropFirst(dashes.count)
        guard name.allSatisfy({ $0.isLetter || $0 == " " || $0 == "." }), name.contains(where: \.isLetter) else { return false }
        guard name.split(separator: " ").count <= Self.maximumNameWords else { return false }
        // "- call Ann"
        if dashes.count == 1, name.first == " ", name.drop(while: \.isWhitespace).first?.isLowercase ?? false { return false }
        let neighbours = [lines[index - 1], index + 1 < lines.count ? lines[index + 1] : nil]
        if neighbours.contains(where: { $0?.bare.first.map(Self.isDash) ?? false }) { return false }
        return !lines[index - 1].bare.hasSuffix(":")
    }

    private static func isDash(_ character: Character) -> Bool {
        character == "-" || character == "–" || character == "—" || character == "_"
    }
}
