/// The line above a quote that says who wrote it and when: `On Wed, Apr 4, 2012 at 3:59 PM, Bob <bob@example.com> wrote:`.
///
/// Mail programs break it into several lines, and some put it behind the reply in the same line.
struct QuoteIntroduction {
    /// The lines that it stands in.
    let lines: Range<Int>
    /// How many characters of its first line belong to the reply before it.
    let ownCharacters: Int

    private static let maximumLines = 4
    private static let maximumBytes = 1000

    /// The introduction that begins in this line.
    init?(at start: Int, in lines: [QuoteLine]) {
        guard !lines[start].bare.isEmpty else { return nil }
        var joined = ""
        for end in start..<min(lines.count, start + Self.maximumLines) {
            if lines[end].bare.isEmpty || joined.utf8.count > Self.maximumBytes { return nil }
            joined += (joined.isEmpty ? "" : " ") + lines[end].bare
            guard let last = joined.last, last == ":" || last == "：" || joined.hasSuffix("wrote") else { continue }
            guard Self.namesWriter(joined) else { return nil }
            self.lines = start..<end + 1
            let text = lines[start].text
            if Self.beginsWithOpener(joined) || Self.beginsWithDate(joined) {
                ownCharacters = 0
            } else if let opener = Self.openerWithin(text) {
                ownCharacters = opener
            } else if end == start, joined.contains("@") {
                ownCharacters = 0
            } else {
                return nil
            }
            return
        }
        return nil
    }

    /// Whether the words tell that somebody wrote something at some time.
    private static func namesWriter(_ text: String) -> Bool {
        let hasAddress = text.contains("@")
        if !hasAddress && !hasTime(text) { return false }
        if QuoteWords.wrote.contains(where: { containsWord($0, in: text) }) { return true }
        // 2014-03-20 8:48 GMT+01:00 Ann <ann@example.com>:
        return beginsWithDate(text) && hasAddress && (text.hasSuffix(">:") || text.hasSuffix("):"))
    }

    /// A time of day, or a date in digits.
    private static func hasTime(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var run = 0
        for (index, byte) in bytes.enumerated() {
            if byte >= 0x30, byte <= 0x39 {
                run += 1
                if run == 4 { return true }
                continue
            }
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            let joinsDigits =
                byte == UInt8(ascii: ":") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
            if run > 0, joinsDigits, next >= 0x30, next <= 0x39 { return true }
            run = 0
        }
        return false
    }

    private static func containsWord(_ word: String, in text: String) -> Bool {
        guard let range = text.firstRange(of: word) else { return false }
        let before = range.lowerBound == text.startIndex ? " " : text[text.index(before: range.lowerBound)]
        // Chinese and Japanese have no spaces between words.
        return !before.isLetter || !(word.first?.isASCII ?? true) && word.count < 5
    }

    private static func beginsWithOpener(_ text: String) -> Bool {
        QuoteWords.openers.contains { opener in
            guard text.hasPrefix(opener) else { return false }
            let rest = text.dropFirst(opener.count)
            return rest.first.map { !$0.isLetter } ?? false || opener == "在"
        }
    }

    private static func beginsWithDate(_ text: String) -> Bool {
        guard let first = text.first, first.isNumber else { return false }
        return hasTime(String(text.prefix(24)))
    }

    /// Where an opener with a date behind it stands within a line: the reply ends there.
    private static func openerWithin(_ text: Substring) -> Int? {
        var found: Int?
        let characters = Array(text)
        guard characters.count > 4 else { return nil }
        for index in 1..<characters.count - 3 {
            guard characters[index] == "O", characters[index + 1] == "n", characters[index + 2] == " " else { continue }
            guard characters[index - 1] == " " || characters[index - 1] == "-" else { continue }
            if hasTime(String(characters[index...])) { found = index }
        }
        return found
    }
}
