/// What one line of a message says about quotes.
struct QuoteLine {
    let text: Substring
    /// In lower case, without white space, quote marks and emphasis around it.
    let bare: String

    /// A line that is longer than this, in bytes, is running text.
    private static let maximumBytes = 2000

    init(_ line: some StringProtocol) {
        text = Substring(line)
        if line.utf8.count > Self.maximumBytes {
            bare = ""
            return
        }
        let isDecoration: (Character) -> Bool = { $0.isWhitespace || $0 == ">" || $0 == "*" || $0 == "|" }
        bare = String(line.drop(while: isDecoration).reversed().drop(while: isDecoration).reversed()).lowercased()
    }

    var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    /// Whether the line begins with a quote mark.
    var isQuoted: Bool { text.first { !$0.isWhitespace } == ">" }

    /// `-----Original Message-----`
    var isSeparator: Bool { isDashed && QuoteWords.separators.contains(withoutDashes) }

    /// `---------- Forwarded message ----------`
    var isForward: Bool {
        if bare.hasPrefix("begin forwarded message") || bare == "forwarded message:" { return true }
        return isDashed && QuoteWords.forwards.contains { withoutDashes.hasPrefix($0) }
    }

    /// A line of nothing but dashes, underscores or the like.
    var isRule: Bool { bare.count >= 4 && bare.allSatisfy { $0 == "-" || $0 == "_" || $0 == "=" || $0 == "—" } }

    private var isDashed: Bool { bare.hasPrefix("--") || bare.hasPrefix("__") || bare.hasPrefix("==") || bare.hasPrefix("——") }

    private var withoutDashes: String {
        let isDash: (Character) -> Bool = { $0 == "-" || $0 == "_" || $0 == "=" || $0 == "—" || $0 == " " || $0 == ":" }
        return String(bare.drop(while: isDash).reversed().drop(while: isDash).reversed())
    }

    enum Label { case sender, header, other }

    /// What the line's label is, if it looks like a line of a message's header: `From: …`.
    var label: Label? {
        guard let colon = bare.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return nil }
        let isDecoration: (Character) -> Bool = { $0 == " " || $0 == "*" || $0 == "\u{A0}" }
        let label = String(bare[..<colon].reversed().drop(while: isDecoration).reversed())
        if QuoteWords.senderLabels.contains(label) { return .sender }
        if QuoteWords.headerLabels.contains(label) { return .header }
        return QuoteWords.otherLabels.contains(label) ? .other : nil
    }

    /// Whether a label of a message's header stands behind the first one: `From: ann@example.com Date: …`.
    var hasHeaderLabelWithin: Bool {
        guard bare.contains("@"), let colon = bare.firstIndex(of: ":") else { return false }
        let rest = bare[colon...]
        return ["date", "sent", "subject"].contains { rest.contains(" " + $0 + ":") }
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
