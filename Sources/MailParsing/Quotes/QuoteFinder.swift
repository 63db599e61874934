/// Finds the lines of a message that quote earlier messages.
///
/// A quote begins with an introduction (`On … wrote:`), a separator (`-----Original Message-----`), the header of a message (`From: …`,
/// `Sent: …`) or with at least three lines behind quote marks that no line with a colon announces. Behind an introduction, lines with quote marks end with the last of them;
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

    init(_ lines: [QuoteLine]) {
        self.lines = lines
        isQuoted = lines.map(\.isQuoted)
    }

    init(_ lines: [QuoteLine], isQuoted: [Bool]) {
        self.lines = lines
        self.isQuoted = zip(isQuoted, lines).map { $0 || $1.isQuoted }
    }

    /// The quote, or nil if there is none or the message is better left as it is.
    func find() -> Quote? {
        var passageEnd = 0
        for start in lines.indices {
            if lines[start].isForward { return nil }
            if let begin = introduction(at: start) { return end(of: begin) }
            guard isQuoted[start], !lines[start].isBlank, start >= passageEnd else { continue }
            passageEnd = quotedEnd(from: start)
            let count = (start..<passageEnd).count { isQuoted[$0] }
            if count >= Self.minimumLinesWithoutIntroduction, !endsInPassageColon(before: start) {
                return end(of: Beginning(quote: Quote(lines: start..<start), contentStart: start))
            }
        }
        return nil
    }

    /// The first line of a thread to the end of the message: a separator or the header of a message that is in no quotation.
    func threadStart() -> Int? {
        lines.indices.first { start in
            guard !isQuoted[start], !lines[start].isForward else { return false }
            guard let end = lines[start].isSeparator ? start + 1 : header(at: start)?.upperBound else { return false }
            return nextText(from: end).map { !isQuoted[$0] } ?? true
        }
    }

    private struct Beginning {
        let quote: Quote
        /// The first line behind what introduces the quote.
        let contentStart: Int
        var isIntroduction = false
    }

    /// A quote's beginning by what introduces it: a line, a separator or a header.
    private func introduction(at start: Int) -> Beginning? {
        if let introduction = QuoteIntroduction(at: start, in: lines) {
            let quote = Quote(lines: introduction.lines, ownCharacters: introduction.ownCharacters)
            return Beginning(quote: quote, contentStart: introduction.lines.upperBound, isIntroduction: true)
        }
        if lines[start].isSeparator { return Beginning(quote: Quote(lines: start..<start + 1), contentStart: start + 1) }
        if let header = header(at: start) {
            let rule = lines[..<start].lastIndex { !$0.isBlank }.flatMap { lines[$0].isRule ? $0 : nil }
            return Beginning(quote: Quote(lines: (rule ?? start)..<header.upperBound), contentStart: header.upperBound)
        }
        return nil
    }

    private func header(at start: Int) -> Range<Int>? {
        guard lines[start].label != nil else { return nil }
        let isBelowRule = lines[..<start].last { !$0.isBlank }?.isRule ?? false
        return QuoteHeader(at: start, in: lines, isBelowRule: isBelowRule)?.lines
    }

    /// "The log says:" above marked lines begins a passage of the message itself.
    private func endsInPassageColon(before start: Int) -> Bool {
        guard let line = lines[..<start].last(where: { !$0.isBlank }), line.bareEnds(with: 0x3A) else { return false }
        return MailAddressRange(in: line.bare) == nil && !DatePatterns(line.bare).hasDate
    }

    private func end(of begin: Beginning) -> Quote? {
        let start = begin.quote.lines.lowerBound
        let toEnd = Quote(lines: start..<lines.count, ownCharacters: begin.quote.ownCharacters)
        guard let content = nextText(from: begin.contentStart) else { return toEnd }
        guard isQuoted[content] else {
            // Marks without an introduction of their own are what this one introduces, so what is not marked is the sender's own.
            guard begin.isIntroduction, let marked = lines[content...].indices.first(where: { isQuoted[$0] && !lines[$0].isBlank }) else {
                return toEnd
            }
            return (content..<quotedEnd(from: marked)).contains { introduction(at: $0) != nil } ? toEnd : nil
        }
        let end = quotedEnd(from: content)
        // Answers between the quotes mean nothing without them.
        let hasOwnBefore = (0..<start).contains { !lines[$0].isBlank } || begin.quote.ownCharacters > 0
        if !hasOwnBefore || end < lines.count, (end..<lines.count).contains(where: { isQuoted[$0] && !lines[$0].isBlank }) { return nil }
        return Quote(lines: start..<end, ownCharacters: begin.quote.ownCharacters)
    }

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
