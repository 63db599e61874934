internal import HTMLParsing

/// What one of the last lines of a message says about signatures.
struct SignatureLine {
    let line: QuoteLine
    let isBelowBlank: Bool
    /// In lower case, without white space and marks around it.
    let bare: [UInt8]
    /// "Sent from my iPhone"
    let isDevice: Bool
    let isSentence: Bool
    /// "Kind regards,"
    let isGreeting: Bool

    private static let maximumSentenceWords = 10
    private static let deviceStarts = QuotePhrases(QuoteWords.deviceStarts)
    private static let greetings = Set(QuoteWords.greetings)
    private static let longestGreeting = QuoteWords.greetings.map(\.utf8.count).max() ?? 0
    private static let postscripts: Set<String> = ["ps", "ps:", "p.s.", "p.s.:", "pps:"]

    init(_ line: QuoteLine, isBelowBlank: Bool) {
        self.line = line
        self.isBelowBlank = isBelowBlank
        let text = line.bare
        bare = Array(text.utf8)
        isDevice = Self.deviceStarts.begin(line) && QuoteWords.products.contains { text.contains($0) }
        isSentence = !isDevice && Self.isSentence(bare)
        isGreeting = Self.greeting(text, bare).map(Self.greetings.contains) ?? false
    }

    /// Whether the greeting is a word of lists, too.
    var isShortGreeting: Bool { QuoteWords.shortGreetings.contains(String(decoding: bare, as: UTF8.self)) }

    /// `-- `, as mail itself delimits signatures.
    var isMailDelimiter: Bool { line.textBytes.elementsEqual("-- ".utf8) }

    /// Two or three dashes, or two underscores.
    var isDelimiter: Bool {
        SignatureFinder.isDelimiter(line) || bare.elementsEqual("---".utf8) || bare.elementsEqual("__".utf8)
    }

    /// Whether the first character may be a dash.
    var mayBeginWithDash: Bool {
        guard let first = line.textBytes.first(where: { !$0.isFoldedSpace }) else { return false }
        return first == 0x2D || first == 0x5F || first >= 0x80
    }

    private static func isSentence(_ bare: [UInt8]) -> Bool {
        var words = 0
        var (first, last) = (0..<0, 0..<0)
        var index = 0
        while index < bare.count {
            index = bare.skippingWhiteSpace(index, bare.count)
            let start = index
            while index < bare.count, bare.whiteSpaceCount(at: index, end: bare.count) == 0 { index += 1 }
            if start == index { break }
            words += 1
            last = start..<index
            if words == 1 { first = last }
        }
        guard words > 0, let end = bare.last else { return false }
        if end == UInt8(ascii: "?") || bare.suffix(3).elementsEqual("？".utf8) { return true }
        if first.count <= 5, postscripts.contains(String(decoding: bare[first], as: UTF8.self)) { return true }
        if words > maximumSentenceWords { return true }
        guard words >= 4, end == UInt8(ascii: ".") || end == UInt8(ascii: "!") || end == UInt8(ascii: ":") else { return false }
        return !QuoteWords.abbreviations.contains(String(decoding: bare[last], as: UTF8.self))
    }

    /// The line without punctuation at its end, if it is short enough for a greeting.
    private static func greeting(_ text: String, _ bare: [UInt8]) -> String? {
        guard let last = bare.last, last < 0x80 else {
            let isMark: (Character) -> Bool = { $0.isPunctuation || $0.isWhitespace }
            return String(text.reversed().drop(while: isMark).reversed())
        }
        var end = bare.count
        while end > 0, isPunctuation(bare[end - 1]) || bare[end - 1].isFoldedSpace { end -= 1 }
        // What is no ASCII may be a mark, too.
        if end > 0, bare[end - 1] >= 0x80 { return greeting(String(decoding: bare[..<end], as: UTF8.self), Array(bare[..<end])) }
        return end > longestGreeting ? nil : String(decoding: bare[..<end], as: UTF8.self)
    }

    /// Whether Unicode counts a character of ASCII among punctuation, not among symbols.
    private static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x24, 0x2B, 0x3C...0x3E, 0x5E, 0x60, 0x7C, 0x7E: false
        default: byte.isASCIIPunctuation
        }
    }
}
