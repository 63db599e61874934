/// Finds the lines of a message that quote earlier messages.
///
/// A quote needs two pieces of evidence, because each alone occurs in what people write themselves: an attribution (`On … wrote:`) and
/// quoted lines below it, or an attribution with address and time of day; a header (`From: …`, `Sent: …`) and what ``QuoteHeader`` asks
/// for; dashes and the phrase between them (`-----Original Message-----`). Where it is uncertain, the lines stay.
///
/// If quote marks follow the introduction, the quote ends with the last of these lines; otherwise it extends to the end of the message.
/// A message with answers between its quotes stays whole, also if it only announces them, and so does a forwarded message.
struct QuoteFinder {
    let lines: [MessageLine]
    /// For each line, whether it begins with a quote mark or is in a `blockquote`.
    let isQuoted: [Bool]
    /// For each line, the first quoted line with content at or after it.
    private let nextMarked: [Int]

    /// The quoted lines. The sender's own text may precede the quote in the first line.
    struct Quote: Equatable {
        let lines: Range<Int>
        /// The number of characters of the first line that are the sender's own.
        var ownCharacters = 0
    }

    init(_ lines: [MessageLine]) {
        self.init(lines, isQuoted: lines.map(\.isQuoted))
    }

    init(_ lines: [MessageLine], isQuoted: [Bool]) {
        self.lines = lines
        self.isQuoted = Self.withOtherMarks(lines, zip(isQuoted, lines).map { $0 || $1.isQuoted })
        var nextMarked = [Int](repeating: lines.count, count: lines.count + 1)
        for index in lines.indices.reversed() {
            nextMarked[index] = self.isQuoted[index] && !lines[index].isBlank ? index : nextMarked[index + 1]
        }
        self.nextMarked = nextMarked
    }

    /// Adds the lines that begin with a bar or initials instead of the usual mark. They are a quote only below an attribution with an
    /// address, or with a name of these initials.
    private static func withOtherMarks(_ lines: [MessageLine], _ isQuoted: [Bool]) -> [Bool] {
        var isQuoted = isQuoted
        for index in lines.indices where !isQuoted[index] && lines[index].hasOtherMark {
            if index > 0, isQuoted[index - 1], lines[index - 1].hasOtherMark {
                isQuoted[index] = true
            } else if let above = lines[..<index].suffix(3).lastIndex(where: { !$0.isBlank }) {
                isQuoted[index] =
                    isQuoted[above] && lines[above].hasOtherMark
                    || QuoteAttribution(endingBefore: above + 1, in: lines).map { lines[index].isMarked(for: lines[$0.lines]) } ?? false
            }
        }
        return isQuoted
    }

    /// Finds the quote; nil if there is none, or if the message has to stay whole.
    func find() -> Quote? {
        // The first line of the quoted lines around the current one.
        var passage: Int?
        for start in lines.indices {
            if lines[start].isForward { return nil }
            if !lines[start].isBlank { passage = isQuoted[start] ? passage ?? start : nil }
            guard let begin = introduction(at: start) else { continue }
            if let passage, passage < start {
                // Quoted lines with an introduction among them are a quote as a whole.
                if begin.isWeak { continue }
                return end(of: Beginning(quote: Quote(lines: passage..<passage), contentStart: passage))
            }
            guard !begin.isWeak || hasQuotedContent(begin) || isAboveHeader(begin) else { continue }
            let before = lines[start].text.prefix(begin.quote.ownCharacters)
            if AnswerAnnouncement.occurs(in: lines[..<begin.quote.lines.lowerBound] + [MessageLine(String(before))]) { return nil }
            return end(of: begin)
        }
        return nil
    }

    /// The first line of a quoted thread at the end of the message: a separator or a message header outside of quotations.
    func threadStart() -> Int? {
        lines.indices.first { start in
            guard !isQuoted[start], !lines[start].isForward else { return false }
            guard let end = lines[start].isSeparator ? start + 1 : header(at: start)?.upperBound else { return false }
            return nextText(from: end).map { !isQuoted[$0] } ?? true
        }
    }

    private struct Beginning {
        let quote: Quote
        /// The first line of the quoted content.
        let contentStart: Int
        /// Whether an attribution line introduces the quote.
        var isIntroduction = false
        /// Whether the introduction is evidence only beside quoted lines.
        var isWeak = false
    }

    /// The beginning of a quote at a line: an attribution, a separator, the marker of a help desk, or a header.
    private func introduction(at start: Int) -> Beginning? {
        if let introduction = QuoteAttribution(at: start, in: lines) {
            let quote = Quote(lines: introduction.lines, ownCharacters: introduction.ownCharacters)
            // "I read this on the web:" announces a passage of the sender.
            let isAnnounced = introduction.ownCharacters == 0 && lines.isAnnounced(start)
            return Beginning(
                quote: quote, contentStart: introduction.lines.upperBound, isIntroduction: true,
                isWeak: !introduction.isCertain || isAnnounced)
        }
        if lines[start].isSeparator ? separates(at: start) : lines[start].isReplyMarker && marks(at: start) {
            return Beginning(quote: Quote(lines: (rule(above: start) ?? start)..<start + 1), contentStart: start + 1)
        }
        if let header = header(at: start) {
            return Beginning(quote: Quote(lines: (rule(above: start) ?? start)..<header.upperBound), contentStart: header.upperBound)
        }
        return nil
    }

    /// The rule or the title between dashes directly above a line, or the phrase of such a title without dashes; nil if there is none.
    private func rule(above start: Int) -> Int? {
        guard let above = lines[..<start].lastIndex(where: { !$0.isBlank }) else { return nil }
        return lines[above].isRule || lines[above].isTitle || lines[above].isSeparatorPhrase ? above : nil
    }

    /// Whether a separator begins a quote. People write about such a line, too: they announce it, or their sentence goes on below it.
    private func separates(at start: Int) -> Bool {
        guard let next = nextText(from: start + 1) else { return false }
        if lines[next].label != nil, header(at: next) != nil { return true }
        return !lines.isAnnounced(start) && !lines.isInSentence(start)
    }

    /// Whether the marker of a help desk begins its part of the message: a sign of a program is below it, and the sender does not announce it.
    private func marks(at start: Int) -> Bool {
        guard !lines.isAnnounced(start), !lines.isInSentence(start) else { return false }
        let below = lines[(start + 1)...].lazy.filter { !$0.isBlank }.prefix(Self.searchedBelowMarker)
        return nextMarked[start] < lines.count || below.contains { $0.mayBeOfHelpDesk }
    }

    /// The number of lines below a marker in which a help desk shows itself.
    private static let searchedBelowMarker = 8

    func header(at start: Int) -> Range<Int>? {
        guard lines[start].label != nil || lines[start].isField else { return nil }
        let above = rule(above: start)
        // Senders write titles between dashes, too, so the title proves nothing where the labels are known.
        let isBelowRule = above.map { lines[$0].isRule || lines[start].label == nil } ?? false
        guard lines[start].label != nil || isBelowRule else { return nil }
        let place = isBelowRule ? QuoteHeader.Place.belowRule : lines[start].isBelowBorder ? .belowBorder : .anywhere
        return QuoteHeader(at: start, in: lines, place)?.lines
    }

    /// Whether a header follows an attribution, as some programs write both.
    private func isAboveHeader(_ begin: Beginning) -> Bool {
        nextText(from: begin.contentStart).map { header(at: $0) != nil } ?? false
    }

    /// Whether quoted lines follow an attribution, directly or after other lines that end with a further attribution.
    private func hasQuotedContent(_ begin: Beginning) -> Bool {
        let marked = nextMarked[begin.contentStart]
        guard marked < lines.count else { return false }
        if nextText(from: begin.contentStart) == marked { return true }
        return introduction(at: marked) != nil || QuoteAttribution(endingBefore: marked, in: lines) != nil
    }

    private func end(of begin: Beginning) -> Quote? {
        let start = begin.quote.lines.lowerBound
        let toEnd = Quote(lines: start..<lines.count, ownCharacters: begin.quote.ownCharacters)
        guard let content = nextText(from: begin.contentStart) else { return toEnd }
        guard isQuoted[content] else {
            // The introduction belongs to the first quoted lines without an introduction of their own. So unquoted lines before them are
            // the sender's own, and the message stays whole.
            let marked = nextMarked[content]
            guard begin.isIntroduction, marked < lines.count else { return toEnd }
            return (content..<quotedEnd(from: marked)).contains { introduction(at: $0) != nil } ? toEnd : nil
        }
        let end = quotedEnd(from: content)
        // Answers between quotes are not understandable without them.
        if nextMarked[end] < lines.count { return nil }
        return Quote(lines: start..<end, ownCharacters: begin.quote.ownCharacters)
    }

    /// The first non-blank line at or after an index.
    private func nextText(from start: Int) -> Int? {
        lines[start...].firstIndex { !$0.isBlank }
    }

    /// Whether a line without a mark is the rest of a link in the quoted line above it, or a link whose line break has moved the mark.
    private func isRestOfLink(_ index: Int) -> Bool {
        if lines[index - 1].endsInAddress { return true }
        guard index + 1 < lines.count, isQuoted[index + 1] else { return false }
        return lines[index].isLinkAlone || lines[index - 1].endsInLink && lines[index].isOneWord
    }

    /// The end of the block of quoted lines that begins at an index. Blank lines do not end it.
    private func quotedEnd(from start: Int) -> Int {
        var end = start
        for index in start..<lines.count {
            if isQuoted[index] {
                end = index + 1
            } else if !lines[index].isBlank {
                // The line is the rest of a long address that a mail program has wrapped.
                guard index > start, isQuoted[index - 1], isRestOfLink(index) else { break }
                end = index + 1
            }
        }
        return end
    }
}
