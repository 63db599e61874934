/// The kinds of lines around quotes.
extension QuoteLine {
    private static let forwards = QuotePhrases(QuoteWords.forwardsWithoutDashes)

    /// The kind of the label at the start of the line; nil if there is none.
    var label: HeaderLabel.Kind? { hasColon ? labelText.flatMap { HeaderLabel.kind(of: $0) } : nil }

    /// The labels of the line; empty if it does not begin with one.
    var labels: [HeaderLabel] { label == nil ? [] : HeaderLabel.all(in: trimmed) }

    /// Whether the line separates a quoted message: `-----Original Message-----`.
    var isSeparator: Bool { isDashed && QuoteWords.separators.contains(withoutDashes) }

    /// Whether the line precedes a forwarded message: `---------- Forwarded message ----------`.
    var isForward: Bool {
        if Self.forwards.matchesPrefix(of: self), trimmedHasSuffix(with: 0x3A) || QuoteWords.forwardsWithoutDashes.contains(trimmed) {
            return true
        }
        guard isDashed else { return false }
        let words = withoutDashes
        return QuoteWords.forwards.contains(where: words.hasPrefix)
    }

    /// Whether the line consists of dashes, underscores or equal signs.
    var isRule: Bool {
        guard let first = firstByte, first == 0x2D || first == 0x5F || first == 0x3D || first == 0xE2 else { return false }
        let trimmed = trimmed
        return trimmed.count >= 4 && trimmed.allSatisfy { $0 == "-" || $0 == "_" || $0 == "=" || $0 == "—" }
    }

    private var isDashed: Bool {
        guard let first = firstByte, first == 0x2D || first == 0x5F || first == 0x3D || first == 0xE2 else { return false }
        let trimmed = trimmed
        return trimmed.hasPrefix("--") || trimmed.hasPrefix("__") || trimmed.hasPrefix("==") || trimmed.hasPrefix("——")
    }

    private var withoutDashes: String {
        let isDash: (Character) -> Bool = { $0 == "-" || $0 == "_" || $0 == "=" || $0 == "—" || $0 == " " || $0 == ":" }
        let text = trimmed
        guard let first = text.firstIndex(where: { !isDash($0) }), let last = text.lastIndex(where: { !isDash($0) }) else { return "" }
        return String(text[first...last])
    }

    /// Whether the line ends inside a web address in brackets.
    var endsInAddress: Bool {
        guard let word = trimmed.split(separator: " ").last, let scheme = word.firstRange(of: "http"), scheme.lowerBound > word.startIndex
        else {
            return false
        }
        let bracket = word[word.index(before: scheme.lowerBound)]
        return bracket == "(" && !word.contains(")") || bracket == "<" && !word.contains(">")
    }
}
