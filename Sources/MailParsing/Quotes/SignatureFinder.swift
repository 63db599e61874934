/// Finds the start of a signature: dashes, a closing phrase alone in its line, or a line such as "Sent from my iPhone".
///
/// A signature has no sentences. Only behind the standard delimiter `-- ` (RFC 3676, section 4.3) any text may follow.
struct SignatureFinder {
    /// The limit of a signature, in non-blank lines.
    static let maximumLines = 11
    /// The limit of a signature's lines, in characters.
    static let maximumLineLength = 80

    /// The number of lines at the end of a message that are searched.
    static let searchedLines = 200
    private static let maximumNameWords = 3

    /// The last non-blank lines of the message: those that a signature can have, and one more before them.
    private let lines: [SignatureLine]

    /// Finds the first line of the signature; nil if there is none. A signature never begins in the first non-blank line.
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
        if line.isDevice { return rest.allSatisfy { $0.isDevice || $0.trimmed.starts(with: "http".utf8) } }
        guard !rest.contains(where: \.isSentence) else { return false }
        if line.isDelimiter { return true }
        return isGreeting(at: index) || isName(at: index)
    }

    /// Whether a line is a closing phrase ("Kind regards,") that begins a signature.
    private func isGreeting(at index: Int) -> Bool {
        guard lines[index].isGreeting else { return false }
        let rest = lines[(index + 1)...]
        // The last closing phrase closes the message; an earlier one, such as "Thanks", belongs to the text.
        if rest.drop(while: \.isGreeting).contains(where: \.isGreeting) { return false }
        guard !lines[index].isBelowBlank else { return true }
        let before = lines[index - 1].trimmed.last
        if before == UInt8(ascii: ":") { return false }
        // A question such as "Which brand?" may have a list of answers below it.
        return !(lines[index].isShortGreeting && before == UInt8(ascii: "?") && rest.count > 1)
    }

    /// Whether a line is a name behind dashes: `-- Bob`, `-bob`, `– Bob Smith`. Adjacent lines with dashes, or a colon above, mean a list.
    private func isName(at index: Int) -> Bool {
        guard lines[index].mayBeginWithDash else { return false }
        let text = lines[index].line.text.drop(while: \.isWhitespace)
        let dashes = text.prefix(while: Self.isDash)
        guard !dashes.isEmpty, dashes.count <= 3 else { return false }
        let name = text.dropFirst(dashes.count)
        guard name.allSatisfy({ $0.isLetter || $0 == " " || $0 == "." }), name.contains(where: \.isLetter) else { return false }
        guard name.split(separator: " ").count <= Self.maximumNameWords else { return false }
        // "- call Ann" is an item of a list.
        if dashes.count == 1, name.first == " ", name.drop(while: \.isWhitespace).first?.isLowercase ?? false { return false }
        let neighbours = [lines[index - 1], index + 1 < lines.count ? lines[index + 1] : nil]
        if neighbours.contains(where: { $0?.line.trimmed.first.map(Self.isDash) ?? false }) { return false }
        return lines[index - 1].trimmed.last != UInt8(ascii: ":")
    }

    private static func isDash(_ character: Character) -> Bool {
        character == "-" || character == "–" || character == "—" || character == "_"
    }

    /// Whether a line is a signature delimiter: two hyphens or one em dash.
    static func isDelimiter(_ line: QuoteLine) -> Bool {
        let text = Array(line.textBytes)
        let start = text.skippingWhiteSpace(0, text.count)
        let dashes = text[start..<text.droppingWhiteSpace(start, text.count)]
        return dashes.elementsEqual("--".utf8) || dashes.elementsEqual("—".utf8)
    }
}
