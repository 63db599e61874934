internal import HTMLParsing

/// One of the last lines of a message, with the features that tell a signature.
struct SignatureLine {
    let line: QuoteLine
    /// Whether a blank line precedes it.
    let isBelowBlank: Bool
    /// The line in lower case, without surrounding white space, quote marks and asterisks.
    let trimmed: [UInt8]
    /// Whether it is a line such as "Sent from my iPhone".
    let isDevice: Bool
    let isSentence: Bool
    /// Whether it is a closing phrase: "Kind regards,".
    let isGreeting: Bool

    private static let maximumSentenceWords = 10
    private static let deviceStarts = QuotePhrases(QuoteWords.deviceStarts)
    private static let greetings = Set(QuoteWords.greetings)
    private static let longestGreeting = QuoteWords.greetings.map(\.utf8.count).max() ?? 0
    private static let postscripts: Set<String> = ["ps", "ps:", "p.s.", "p.s.:", "pps:"]

    init(_ line: QuoteLine, isBelowBlank: Bool) {
        self.line = line
        self.isBelowBlank = isBelowBlank
        let text = line.trimmed
        trimmed = Array(text.utf8)
        isDevice = Self.deviceStarts.matchesPrefix(of: line) && QuoteWords.products.contains { text.contains($0) }
        isSentence = !isDevice && Self.isSentence(trimmed)
        isGreeting = Self.greeting(text, trimmed).map(Self.greetings.contains) ?? false
    }

    /// Whether the closing phrase also occurs as an item of lists.
    var isShortGreeting: Bool { QuoteWords.shortGreetings.contains(String(decoding: trimmed, as: UTF8.self)) }

    /// Whether the line is the standard signature delimiter `-- ` (RFC 3676, section 4.3).
    var isMailDelimiter: Bool { line.textBytes.elementsEqual("-- ".utf8) }

    /// Whether the line is a delimiter: two or three hyphens, an em dash, or two underscores.
    var isDelimiter: Bool {
        SignatureFinder.isDelimiter(line) || trimmed.elementsEqual("---".utf8) || trimmed.elementsEqual("__".utf8)
    }

    /// Whether the first character may be a dash.
    var mayBeginWithDash: Bool {
        guard let first = line.textBytes.first(where: { !$0.isFoldedSpace }) else { return false }
        return first == 0x2D || first == 0x5F || first >= 0x80
    }

    private static func isSentence(_ trimmed: [UInt8]) -> Bool {
        var words = 0
        var (first, last) = (0..<0, 0..<0)
        var index = 0
        while index < trimmed.count {
            index = trimmed.skippingWhiteSpace(index, trimmed.count)
            let start = index
            while index < trimmed.count, trimmed.whiteSpaceLength(at: index, end: trimmed.count) == 0 { index += 1 }
            if start == index { break }
            words += 1
            last = start..<index
            if words == 1 { first = last }
        }
        guard words > 0, let end = trimmed.last else { return false }
        if end == UInt8(ascii: "?") || trimmed.suffix(3).elementsEqual("？".utf8) { return true }
        if first.count <= 5, postscripts.contains(String(decoding: trimmed[first], as: UTF8.self)) { return true }
        if words > maximumSentenceWords { return true }
        guard words >= 4, end == UInt8(ascii: ".") || end == UInt8(ascii: "!") || end == UInt8(ascii: ":") else { return false }
        return !QuoteWords.abbreviations.contains(String(decoding: trimmed[last], as: UTF8.self))
    }

    /// The line without trailing punctuation; nil if it is too long for a closing phrase.
    private static func greeting(_ text: String, _ trimmed: [UInt8]) -> String? {
        guard let last = trimmed.last, last < 0x80 else {
            let isMark: (Character) -> Bool = { $0.isPunctuation || $0.isWhitespace }
            return String(text.reversed().drop(while: isMark).reversed())
        }
        var end = trimmed.count
        while end > 0, isPunctuation(trimmed[end - 1]) || trimmed[end - 1].isFoldedSpace { end -= 1 }
        // Other characters than ASCII can be punctuation, too, so they take the first branch.
        if end > 0, trimmed[end - 1] >= 0x80 { return greeting(String(decoding: trimmed[..<end], as: UTF8.self), Array(trimmed[..<end])) }
        return end > longestGreeting ? nil : String(decoding: trimmed[..<end], as: UTF8.self)
    }

    /// Whether an ASCII byte is in a punctuation category of Unicode, not in a symbol category.
    private static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x24, 0x2B, 0x3C...0x3E, 0x5E, 0x60, 0x7C, 0x7E: false
        default: byte.isASCIIPunctuation
        }
    }
}
