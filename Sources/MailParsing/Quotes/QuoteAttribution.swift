/// The attribution above a quote: `On Wed, Apr 4, 2012 at 3:59 PM, Bob <bob@example.com> wrote:`.
///
/// Mail programs wrap the attribution into several lines, and some write it after the reply in the same line.
struct QuoteAttribution {
    /// The lines of the attribution.
    let lines: Range<Int>
    /// The number of characters of the first line that belong to the reply before the attribution.
    let ownCharacters: Int
    /// Whether the attribution has an address and a time of day, as only programs write both. Other attributions may be the sender's own
    /// words, so they need quoted lines below them.
    let isCertain: Bool

    private static let maximumLines = 4
    private static let maximumBytes = 1000

    /// Reads the attribution that begins in a line; nil if there is none.
    init?(at start: Int, in lines: [MessageLine]) {
        guard let end = Self.end(from: start, in: lines) else { return nil }
        guard lines[start...end].contains(where: \.mayNameDateOrSender) else { return nil }
        let before = lines[start..<end].map(\.trimmedWithBracket)
        guard before.reduce(before.count, { $0 + $1.utf8.count }) <= Self.maximumBytes + 1 else { return nil }
        let joined = (before + [lines[end].trimmedWithBracket]).joined(separator: " ")
        guard joined.utf8.count <= 2 * Self.maximumBytes else { return nil }
        let line = AttributionLine(joined, isBroken: end > start)
        let isAttribution = line.isAttribution && !Self.beginsLater(start, end, lines)
        let hasMailLink = lines[start...end].contains(where: \.hasMailLink)
        if !(isAttribution && line.beginsWithOpener), let own = Self.ownPart(lines[start], before: lines[start..<end + 1].dropFirst()) {
            // "I read it. On 3 May Ann wrote:" is a sentence.
            guard own.attribution.hasTime || own.attribution.hasAddress else { return nil }
            ownCharacters = own.characters
            isCertain = own.attribution.hasTime && (own.attribution.hasAddress || hasMailLink)
        } else if isAttribution {
            ownCharacters = 0
            isCertain = line.hasTime && (line.hasAddress || hasMailLink)
        } else {
            return nil
        }
        self.lines = start..<end + 1
    }

    /// Reads the attribution that ends directly before a line; nil if there is none.
    init?(endingBefore end: Int, in lines: [MessageLine]) {
        for start in max(0, end - Self.maximumLines)..<end {
            // This check takes much less time than reading the attribution.
            guard Self.end(from: start, in: lines) == end - 1, let introduction = Self(at: start, in: lines) else { continue }
            self = introduction
            return
        }
        return nil
    }

    /// The first line that can end an attribution; nil if no line near the start can.
    private static func end(from start: Int, in lines: [MessageLine]) -> Int? {
        for end in start..<min(lines.count, start + maximumLines) {
            if lines[end].hasNoContent { return nil }
            if lines[end].endsAsIntroduction { return end }
        }
        return nil
    }

    /// Whether a later line begins a complete attribution, so that the first line belongs to the reply.
    private static func beginsLater(_ start: Int, _ end: Int, _ lines: [MessageLine]) -> Bool {
        guard end > start else { return false }
        return (start + 1...end).contains { later in
            let joined = lines[later...end].map(\.trimmedWithBracket).joined(separator: " ")
            let line = AttributionLine(joined, isBroken: later < end)
            return line.hasDate && line.isAttribution
        }
    }

    /// The characters of a line before the "On" of an attribution, and the attribution; nil if none begins inside the line.
    private static func ownPart(
        _ line: MessageLine, before others: ArraySlice<MessageLine>
    ) -> (characters: Int, attribution: AttributionLine)? {
        guard line.containsOpener else { return nil }
        let characters = Array(line.text)
        guard characters.count > 4 else { return nil }
        let openers = (1..<characters.count - 3).filter { index in
            guard characters[index] == "O", characters[index + 1] == "n", characters[index + 2] == " " else { return false }
            return characters[index - 1].isWhitespace || characters[index - 1] == "-"
        }
        // Each attempt reads to the end of the line, so only the last three are tried.
        for index in openers.suffix(3).reversed() {
            let rest = [MessageLine(String(characters[index...]))] + others
            let attribution = AttributionLine(rest.map(\.trimmedWithBracket).joined(separator: " "), isBroken: !others.isEmpty)
            if attribution.isAttribution { return (index, attribution) }
        }
        return nil
    }
}
