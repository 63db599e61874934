/// What one line of a message says about quotes.
struct QuoteLine {
    let text: Substring
    /// In lower case, without white space, quote marks and emphasis around it.
    let bare: String
    /// The same, but with the bracket at its end that may close an address.
    let plain: String

    /// A line that is longer than this, in bytes, is running text.
    private static let maximumBytes = 2000

    /// Whether a link in it leads to a mail address.
    let hasMailLink: Bool

    init(_ line: some StringProtocol, hasMailLink: Bool = false) {
        self.hasMailLink = hasMailLink
        text = Substring(line)
        if line.utf8.count > Self.maximumBytes {
            bare = ""
            plain = ""
            return
        }
        let isDecoration: (Character) -> Bool = { $0.isWhitespace || $0 == ">" || $0 == "*" || $0 == "|" }
        let visible = Self.withoutDirectionMarks(line)
        let start = visible.drop(while: isDecoration)
        plain = String(start.reversed().drop { $0 != ">" && isDecoration($0) }.reversed()).lowercased()
        bare = String(start.reversed().drop(while: isDecoration).reversed()).lowercased()
    }

    /// Hebrew and Arabic programs put marks of the writing direction around names and addresses.
    private static func withoutDirectionMarks(_ line: some StringProtocol) -> String {
        let isMark: (Unicode.Scalar) -> Bool = {
            ("\u{200E}"..."\u{200F}").contains($0) || ("\u{202A}"..."\u{202E}").contains($0) || ("\u{2066}"..."\u{2069}").contains($0)
        }
        guard line.unicodeScalars.contains(where: isMark) else { return String(line) }
        return String(String.UnicodeScalarView(line.unicodeScalars.filter { !isMark($0) }))
    }

    var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    /// Whether the line begins with a quote mark.
    var isQuoted: Bool { text.first { !$0.isWhitespace } == ">" }

    /// `-----Original Message-----`
    var isSeparator: Bool { isDashed && QuoteWords.separators.contains(withoutDashes) }

    /// `---------- Forwarded message ----------`
    var isForward: Bool {
        if QuoteWords.forwardsWithoutDashes.contains(where: { bare == $0 || bare.hasPrefix($0) && bare.last == ":" }) { return true }
        guard isDashed else { return false }
        let words = withoutDashes
        return QuoteWords.forwards.contains(where: words.hasPrefix)
    }

    /// A line of nothing but dashes, underscores or the like.
    var isRule: Bool { bare.count >= 4 && bare.allSatisfy { $0 == "-" || $0 == "_" || $0 == "=" || $0 == "—" } }

    private var isDashed: Bool { bare.hasPrefix("--") || bare.hasPrefix("__") || bare.hasPrefix("==") || bare.hasPrefix("——") }

    private var withoutDashes: String {
        let isDash: (Character) -> Bool = { $0 == "-" || $0 == "_" || $0 == "=" || $0 == "—" || $0 == " " || $0 == ":" }
        return String(bare.drop(while: isDash).reversed().drop(while: isDash).reversed())
    }

    /// Whether the line ends within an address that stands in brackets.
    var endsInAddress: Bool {
        guard let word = bare.split(separator: " ").last, let scheme = word.firstRange(of: "http"), scheme.lowerBound > word.startIndex
        else {
            return false
        }
        let bracket = word[word.index(before: scheme.lowerBound)]
        return bracket == "(" && !word.contains(")") || bracket == "<" && !word.contains(">")
    }
}
