internal import HTMLParsing

/// The kinds of lines around quotes.
extension MessageLine {
    private static let forwards = QuotePhrases(QuoteWords.forwardsWithoutDashes)
    private static let replyMarkers = PhraseSearch(QuoteWords.replyMarkers)
    private static let replyVerbs = PhraseSearch(QuoteWords.replyVerbs)
    private static let requests = PhraseSearch(QuoteWords.requests)
    /// The limit of a help desk's marker, in bytes.
    private static let longestMarker = 300
    /// The limit of a help desk's marker without marks, in bytes.
    private static let longestPlainMarker = 70

    /// The kind of the label at the start of the line; nil if there is none.
    var label: HeaderLabel.Kind? { hasColon ? labelText.flatMap { HeaderLabel.kind(of: $0) } : nil }

    /// The labels of the line; empty if it does not begin with one.
    var labels: [HeaderLabel] { label == nil ? [] : HeaderLabel.all(in: trimmed) }

    /// The labels of the line, with the values in their own case.
    var writtenLabels: [HeaderLabel] { label == nil ? [] : HeaderLabel.all(in: attributionText) }

    /// Whether the line is a label of at most three words with a value: `Persons: 4`.
    var isField: Bool {
        guard hasColon, let label = labelText, !label.isEmpty else { return false }
        let value = trimmed.dropFirst(label.count).drop { $0.isWhitespace || $0 == "*" }.dropFirst()
        if value.isEmpty { return false }
        // The colon belongs to a web address or to a time of day.
        if value.hasPrefix("//") || value.first?.isNumber == true && label.last?.isNumber == true { return false }
        return label.contains(where: \.isLetter) && label[...].firstWords(4).count <= 3
    }

    /// Whether the line has an address and no label of its own, so that it may go on with the addresses of the line above.
    var mayContinueAddresses: Bool {
        textBytes.contains(0x40) && (!isField || labelText.map { $0.hasSuffix("mailto") } ?? false)
    }

    /// Whether the line tells where to write a reply, as help desks do: `##- Please type your reply above this line -##`. Without marks
    /// around it, it is short and ends with the line that it names.
    var isReplyMarker: Bool {
        guard textBytes.count <= Self.longestMarker, !hasNoContent else { return false }
        let text = trimmed
        if text.hasPrefix("##-"), text.hasSuffix("-##") { return true }
        let isMark: (Character) -> Bool = { "#-–—=_~ ".contains($0) }
        let words = text.drop(while: isMark)
        let isMarked = text.utf8.count - words.utf8.count >= 2 && text.last.map(isMark) ?? false
        guard isMarked || words.utf8.count <= Self.longestPlainMarker else { return false }
        let bytes = Array(words.utf8)
        guard Self.replyMarkers.occurs(in: bytes), Self.replyVerbs.occurs(in: bytes) else { return false }
        let end = words.lastIndex { !".:!])".contains($0) }.map { words[...$0] } ?? ""
        return isMarked || QuoteWords.replyMarkers.contains(where: end.hasSuffix)
    }

    /// Whether the line is a few words between dashes: `---------- Původní e-mail ----------`. Directly above a header, they are the title
    /// that a program has written, in any language.
    var isTitle: Bool {
        guard isDashed, !isDashes, textBytes.count <= Self.longestTitle else { return false }
        let text = trimmed
        guard let last = text.last, "-_=—‐".contains(last) else { return false }
        return withoutDashes[...].words.count <= 5
    }

    /// The limit of a title between dashes, in bytes.
    private static let longestTitle = 150

    /// Whether the line is the phrase of a separator without dashes.
    var isSeparatorPhrase: Bool {
        trimmedCount <= Self.longestMarker && !hasNoContent && QuoteWords.separators.contains(trimmed)
    }

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

    /// Whether the line is the standard signature delimiter (RFC 3676, section 4.3).
    var isMailDelimiter: Bool { textBytes.elementsEqual("-- ".utf8) }

    /// Whether the line is two hyphens or one em dash: the standard delimiter as programs change it.
    var isDelimiter: Bool { dashWidth == 2 && (firstByte == 0x2D || firstByte == 0xE2) }

    /// Whether the line consists of dashes, underscores or equal signs, at least two.
    var isDashes: Bool { dashWidth >= 2 }

    /// Whether the line is a rule from one side of the text to the other, as far as characters make one.
    var isRule: Bool { dashWidth >= 4 }

    /// The width of a line of dashes, underscores or equal signs, in hyphens; 0 for other lines.
    private var dashWidth: Int {
        guard let first = firstByte, first == 0x2D || first == 0x5F || first == 0x3D || first == 0xE2 else { return 0 }
        var width = 0
        let text = trimmed
        for character in text {
            switch character {
            case "-", "_", "=": width += 1
            case "—": width += 2
            default: return 0
            }
        }
        // Short mixtures are faces: -_-
        return width >= 4 || text.allSatisfy { $0 == text.first } ? width : 0
    }

    private var isDashed: Bool {
        guard let first = firstByte, first == 0x2D || first == 0x5F || first == 0x3D || first == 0xE2 else { return false }
        let trimmed = trimmed
        return ["--", "__", "==", "——", "‐‐"].contains(where: trimmed.hasPrefix)
    }

    private var withoutDashes: String {
        let isDash: (Character) -> Bool = { "-_=—‐ :".contains($0) }
        let text = trimmed
        guard let first = text.firstIndex(where: { !isDash($0) }), let last = text.lastIndex(where: { !isDash($0) }) else { return "" }
        return String(text[first...last])
    }

    /// Whether the line has a sign of a help desk, as it stands below its marker: a word for a request, a number of one, or a time of day.
    var mayBeOfHelpDesk: Bool {
        guard textBytes.count <= Self.longestMarker else { return true }
        if isRule || label != nil || textBytes.contains(0x40) { return true }
        let text = trimmed
        if DatePatterns(text).hasTime || Self.requests.occurs(in: Array(text.utf8)) { return true }
        return text.utf8.indices.contains { index in
            let next = text.utf8.index(after: index)
            return text.utf8[index] == UInt8(ascii: "#") && next < text.utf8.endIndex && text.utf8[next].isASCIIDigit
        }
    }

    /// Whether the line has nothing but a web address, perhaps in brackets, and a quote mark that has moved to its end.
    var isLinkAlone: Bool {
        let text = trimmed.drop { "<([ ".contains($0) }
        return (text.hasPrefix("http://") || text.hasPrefix("https://")) && text.words.count == 1
    }

    /// Whether the last word of the line is a web address.
    var endsInLink: Bool { trimmed[...].words.last.map { $0.hasPrefix("http://") || $0.hasPrefix("https://") } ?? false }

    /// Whether the line is one word.
    var isOneWord: Bool { text[...].words.count == 1 }

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

/// The line above another, as it shows that the sender writes about what follows.
extension [MessageLine] {
    /// Whether the line above ends with a colon, so that the sender announces what follows.
    func isAnnounced(_ index: Int) -> Bool {
        guard let above = self[..<index].last(where: { !$0.isBlank }), !above.isQuoted, !above.isRule else { return false }
        return above.label == nil && above.endsInColon
    }

    /// Whether a line stands inside of a sentence: the line above does not end one, and the line below goes on in small letters.
    func isInSentence(_ index: Int) -> Bool {
        guard let below = self[(index + 1)...].first(where: { !$0.isBlank }), let above = self[..<index].last(where: { !$0.isBlank }) else {
            return false
        }
        guard !above.isQuoted, !below.isQuoted, below.label == nil, let last = above.trimmed.last else { return false }
        return last.isLetter && below.text.first { !$0.isWhitespace }?.isLowercase ?? false
    }
}

extension MessageLine {
    /// Whether the line ends with a colon.
    fileprivate var endsInColon: Bool {
        trimmedHasSuffix(with: 0x3A) || lastByte == 0x9A && endsAsIntroduction
    }
}
