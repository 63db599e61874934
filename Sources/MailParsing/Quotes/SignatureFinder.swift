/// Finds where a signature begins: at dashes, at a greeting that stands alone, or at what a telephone's program adds.
///
/// Sentences are no part of a signature, so what is followed by one begins none. Only behind the delimiter of mail itself, `-- ` in a line of
/// its own, anything may follow.
struct SignatureFinder {
    /// How many lines with text a signature may have.
    static let maximumLines = 11
    /// How long its lines may be, in characters.
    static let maximumLineLength = 80

    /// How many lines at the end of a message are looked at.
    static let searchedLines = 200
    private static let maximumNameWords = 3

    /// The last lines of the message that have text, and one more before them.
    private let lines: [SignatureLine]

    /// The first line of the signature; nil if there is none. It never begins in the first line that has text.
    static func find(in lines: [QuoteLine]) -> Int? {
        var last: [Int] = []
        for index in lines.indices.suffix(searchedLines).reversed() where !lines[index].isBlank {
            last.append(index)
            if last.count > maximumLines { break }
        }
        last.reverse()
        guard last.count > 1 || lines.count > searchedLines else { return nil }
        let finder = SignatureFinder(lines: last.map { SignatureLine(lines[$0], isBelowBlank: $0 > 0 && lines[$0 - 1].isBlank) })
        var found: Int?
        for index in last.indices.dropFirst().reversed() {
            guard lines[last[index]].hasCharacters(atMost: maximumLineLength) else { break }
            if finder.begins(at: index) { found = last[index] }
        }
        return found
    }

    private func begins(at index: Int) -> Bool {
        let line = lines[index]
        let rest = lines[(index + 1)...]
        if line.isMailDelimiter { return true }
        if line.isDevice { return rest.allSatisfy { $0.isDevice || $0.bare.starts(with: "http".utf8) } }
        guard !rest.contains(where: \.isSentence) else { return false }
        if line.isDelimiter { return true }
        return isGreeting(at: index) || isName(at: index)
    }

    /// "Kind regards," alone in its line, with a name or nothing behind it.
    private func isGreeting(at index: Int) -> Bool {
        guard lines[index].isGreeting else { return false }
        let rest = lines[(index + 1)...]
        // Another one further down closes the message; this one thanks for something.
        if rest.drop(while: \.isGreeting).contains(where: \.isGreeting) { return false }
        guard !lines[index].isBelowBlank else { return true }
        let before = lines[index - 1].bare.last
        if before == UInt8(ascii: ":") { return false }
        // "Which brand?" has a list below it.
        return !(lines[index].isShortGreeting && before == UInt8(ascii: "?") && rest.count > 1)
    }

    /// `-- Bob`, `-bob`, `– Bob Smith`; in a list such lines come in numbers or below a colon.
    private func isName(at index: Int) -> Bool {
        guard lines[index].mayBeginWithDash else { return false }
        let text = lines[index].line.text.drop(while: \.isWhitespace)
        let dashes = text.prefix(while: Self.isDash)
        guard !dashes.isEmpty, dashes.count <= 3 else { return false }
        let name = text.dropFirst(dashes.count)
        guard name.allSatisfy({ $0.isLetter || $0 == " " || $0 == "." }), name.contains(where: \.isLetter) else { return false }
        guard name.split(separator: " ").count <= Self.maximumNameWords else { return false }
        // "- call Ann"
        if dashes.count == 1, name.first == " ", name.drop(while: \.isWhitespace).first?.isLowercase ?? false { return false }
        let neighbours = [lines[index - 1], index + 1 < lines.count ? lines[index + 1] : nil]
        if neighbours.contains(where: { $0?.line.bare.first.map(Self.isDash) ?? false }) { return false }
        return lines[index - 1].bare.last != UInt8(ascii: ":")
    }

    private static func isDash(_ character: Character) -> Bool {
        character == "-" || character == "–" || character == "—" || character == "_"
    }

    /// Whether a line is the delimiter between text and signature: two dashes.
    static func isDelimiter(_ line: QuoteLine) -> Bool {
        let text = Array(line.textBytes)
        let start = text.skippingWhiteSpace(0, text.count)
        let dashes = text[start..<text.droppingWhiteSpace(start, text.count)]
        return dashes.elementsEqual("--".utf8) || dashes.elementsEqual("—".utf8)
    }
}
