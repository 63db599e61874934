/// What the line is.
extension QuoteLine {
    private static let forwards = QuotePhrases(QuoteWords.forwardsWithoutDashes)

    /// The kind of the label that the line begins with.
    var label: HeaderLabel.Kind? { hasColon ? labelText.flatMap { HeaderLabel.kind(of: $0) } : nil }

    /// The labels of the line, if it begins with one.
    var labels: [HeaderLabel] { label == nil ? [] : HeaderLabel.all(in: bare) }

    /// `-----Original Message-----`
    var isSeparator: Bool { isDashed && QuoteWords.separators.contains(withoutDashes) }

    /// `---------- Forwarded message ----------`
    var isForward: Bool {
        if Self.forwards.begin(self), bareEnds(with: 0x3A) || QuoteWords.forwardsWithoutDashes.contains(bare) { return true }
        guard isDashed else { return false }
        let words = withoutDashes
        return QuoteWords.forwards.contains(where: words.hasPrefix)
    }

    /// A line of nothing but dashes, underscores or the like.
    var isRule: Bool {
        guard let first = firstByte, first == 0x2D || first == 0x5F || first == 0x3D || first == 0xE2 else { return false }
        let bare = bare
        return bare.count >= 4 && bare.allSatisfy { $0 == "-" || $0 == "_" || $0 == "=" || $0 == "—" }
    }

    private var isDashed: Bool {
        guard let first = firstByte, first == 0x2D || first == 0x5F || first == 0x3D || first == 0xE2 else { return false }
        let bare = bare
        return bare.hasPrefix("--") || bare.hasPrefix("__") || bare.hasPrefix("==") || bare.hasPrefix("——")
    }

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
