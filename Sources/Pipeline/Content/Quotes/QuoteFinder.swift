/// Finds the lines of a message that quote earlier messages.
///
/// A quote begins with an introduction (`On … wrote:`), a separator (`-----Original Message-----`), the header of a message (`From: …`,
/// `Sent: …`) or with at least three lines behind quote marks. Behind an introduction, lines with quote marks end with the last of them;
/// without any, everything to the end is quoted. A message whose quotes are answered one by one stays whole, and so does one that passes a
/// message on.
struct QuoteFinder {
    let lines: [QuoteLine]
    /// Whether each line stands behind a quote mark or in a quotation element.
    let isQuoted: [Bool]

    /// What is quoted: whole lines, but of the first one a part may be the sender's own.
    struct Quote: Equatable {
        let lines: Range<Int>
        /// How many characters of the first line are the sender's own.
        var ownCharacters = 0
    }

    private static let minimumLinesWithoutIntroduction = 3

    init(_ texts: [some StringProtocol]) {
        lines = texts.map { QuoteLine($0) }
        isQuoted = lines.map(\.isQuoted)
    }

    init(_ texts: [some StringProtocol], isQuoted: [Bool]) {
        lines = texts.map { QuoteLine($0) }
        self.isQuoted = zip(isQuoted, lines).map { $0 || $1.isQuoted }
    }

    /// The quote, or nil if there is none or the message is better left as it is.
    func find() -> Quote? {
        for start in lines.indices {
            if lines[start].isForward { return nil }
            if let begin = beginning(at: start) { return end(of: begin) }
        }
        return nil
    }

    /// A quote's beginning in this line: what introduces it, and the first line behind that.
    private func beginning(at start: Int) -> (quote: Quote, contentStart: Int)? {
        if let introduction = QuoteIntroduction(at: start, in: lines) {
            return (Quote(lines: introduction.lines, ownCharacters: introduction.ownCharacters), introduction.lines.upperBound)
        }
        if lines[start].isSeparator { return (Quote(lines: start..<start + 1), start + 1) }
        if let header = header(at: start) {
            let first = start > 0 && lines[start - 1].isRule ? start - 1 : start
            return (Quote(lines: first..<header), header)
        }
        if lines[start].isRule, let next = nextText(from: start + 1), let header = header(at: next) {
            return (Quote(lines: start..<header), header)
        }
        guard isQuoted[start] else { return nil }
        let end = quotedEnd(from: start)
        guard (start..<end).count(where: { isQuoted[$0] }) >= Self.minimumLinesWithoutIntroduction else { return nil }
        return (Quote(lines: start..<start), start)
    }

    private func end(of begin: (quote: Quote, contentStart: Int)) -> Quote? {
        let start = begin.quote.lines.lowerBound
        guard let content = nextText(from: begin.contentStart), isQuoted[content] else {
            return Quote(lines: start..<lines.count, ownCharacters: begin.quote.ownCharacters)
        }
        let end = quotedEnd(from: content)
        // Answers between the quotes mean nothing without them.
        let hasOwnBefore = (0..<start).contains { !lines[$0].isBlank }
        if !hasOwnBefore || end < lines.count, (end..<lines.count).contains(where: { isQuoted[$0] && !lines[$0].isBlank }) { return nil }
        return Quote(lines: start..<end, ownCharacters: begin.quote.ownCharacters)
    }

    /// The line behind a message's header that begins here; nil if none does.
    private func header(at start: Int) -> Int? {
        guard let first = lines[start].label else { return nil }
        var hasSender = first == .sender
        // Some programs leave the whole header in one line.
        let hasMoreInLine = lines[start].hasHeaderLabelWithin
        var hasProof = first == .header || hasMoreInLine || first == .sender && lines[start].bare.contains("@")
        var labels = hasMoreInLine ? 2 : 1
        var end = start + 1
        var index = start + 1
        while index < lines.count, index <= start + Self.maximumHeaderLines {
            if let label = lines[index].label {
                labels += 1
                hasSender = hasSender || label == .sender
                hasProof = hasProof || label == .header
                end = index + 1
            }
            index += 1
        }
        return hasSender && hasProof && labels >= 2 ? end : nil
    }

    private static let maximumHeaderLines = 6

    /// The first line from here that is not blank.
    private func nextText(from start: Int) -> Int? {
        lines[start...].firstIndex { !$0.isBlank }
    }

    /// The line behind the last quoted one of the block that begins here; blank lines may stand in it.
    private func quotedEnd(from start: Int) -> Int {
        var end = start
        for index in start..<lines.count {
            if isQuoted[index] {
                end = index + 1
            } else if !lines[index].isBlank {
                // The rest of a long address that a program has broken into two lines.
                guard index > start, isQuoted[index - 1], lines[index - 1].endsInAddress else { break }
                end = index + 1
            }
        }
        return end
    }
}
