/// Finds where a signature begins: at dashes, at a greeting that stands alone, or at what a telephone's program adds.
enum SignatureFinder {
    /// How many lines with text a signature may have.
    static let maximumLines = 11
    /// How long its lines may be, in characters.
    static let maximumLineLength = 80

    /// The first line of the signature; nil if there is none. It never begins in the first line that has text.
    static func find(in lines: [some StringProtocol]) -> Int? {
        let texts = lines.map { QuoteLine($0) }
        let filled = texts.indices.filter { !texts[$0].isBlank }
        var found: Int?
        for index in filled.dropFirst().suffix(maximumLines).reversed() {
            guard texts[index].text.count <= maximumLineLength else { break }
            if begins(texts, at: index) { found = index }
        }
        return found
    }

    private static func begins(_ lines: [QuoteLine], at index: Int) -> Bool {
        let line = lines[index]
        if QuoteWords.devices.contains(where: line.bare.hasPrefix) { return true }
        if isGreeting(line.bare) { return true }
        return isDash(line.bare) && !isListItem(line.bare, near: lines, at: index)
    }

    private static func isGreeting(_ bare: String) -> Bool {
        let isMark: (Character) -> Bool = { $0.isPunctuation || $0.isWhitespace }
        let words = String(bare.reversed().drop(while: isMark).reversed())
        return QuoteWords.greetings.contains(words)
    }

    /// `--`, `-- Bob`, `-bob`
    private static func isDash(_ bare: String) -> Bool {
        let dashes = bare.prefix { $0 == "-" || $0 == "–" || $0 == "—" || $0 == "_" }
        guard !dashes.isEmpty else { return false }
        let name = bare.dropFirst(dashes.count)
        return name.count <= 40 && name.allSatisfy { $0.isLetter || $0 == " " || $0 == "." }
    }

    private static func isListItem(_ bare: String, near lines: [QuoteLine], at index: Int) -> Bool {
        guard bare.hasPrefix("- ") else { return false }
        let neighbours = [lines[..<index].last { !$0.isBlank }, lines[(index + 1)...].first { !$0.isBlank }]
        return neighbours.contains { $0?.bare.hasPrefix("- ") == true }
    }
}
