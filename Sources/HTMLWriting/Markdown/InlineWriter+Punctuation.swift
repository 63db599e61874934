/// Moves punctuation at the edge of emphasis out of the emphasis where a letter follows on the other side: `**Name**:Ana` for a bold
/// "Name:" before "Ana". Inside the emphasis, it would keep the delimiter from being flanking, and the letter would have to become a
/// character reference.
extension InlineWriter {
    mutating func movePunctuationOut(of text: [UInt8]) {
        var index = 0
        while index < events.count {
            let kind = events[index].kind
            guard kind.isMarkup, events[index].mark.isDelimited else {
                index += 1
                continue
            }
            // Markup that begins or ends at one offset moves together.
            var end = index + 1
            while end < events.count, events[end].offset == events[index].offset, events[end].kind == kind, events[end].mark.isDelimited {
                end += 1
            }
            if kind == .open, end < events.count, moveLinkOut(of: index..<end, text) {
                index = end + 1
                continue
            }
            if isAlone(index..<end) {
                if kind == .open { moveStart(of: index..<end, text) } else { moveEnd(of: index..<end, text) }
            }
            index = end
        }
    }

    /// Puts a link around markup that holds nothing else, where a letter is beside it: `[**Kiel**](/kiel)er`. The brackets are punctuation,
    /// so the markup can neither begin nor end with them there.
    ///
    /// - Parameter group: The starts of markup before the link.
    private mutating func moveLinkOut(of group: Range<Int>, _ text: [UInt8]) -> Bool {
        let link = events[group.upperBound]
        guard link.kind == .open, link.mark == .link, link.offset == events[group.lowerBound].offset else { return false }
        let end = events[link.partner].offset
        let ends = link.partner + 1..<link.partner + 1 + group.count
        guard end > link.offset, ends.upperBound <= events.count,
            zip(group.reversed(), ends).allSatisfy({ events[$0].partner == $1 && events[$1].offset == end }),
            link.offset > 0 && isLetter(text.classBefore(link.offset)) || end < text.count && isLetter(text.classAfter(end))
        else { return false }
        let close = events[link.partner]
        for index in ends { events[index - 1] = events[index] }
        for index in group.reversed() {
            events[index + 1] = events[index]
            let partner = events[index].partner - 1
            events[index + 1].partner = partner
            events[partner].partner = index + 1
        }
        events[group.lowerBound] = link
        events[ends.upperBound - 1] = close
        events[group.lowerBound].partner = ends.upperBound - 1
        events[ends.upperBound - 1].partner = group.lowerBound
        return true
    }

    /// Whether no other event has the same offset as these.
    private func isAlone(_ group: Range<Int>) -> Bool {
        let offset = events[group.lowerBound].offset
        return (group.lowerBound == 0 || events[group.lowerBound - 1].offset < offset)
            && (group.upperBound == events.count || events[group.upperBound].offset > offset)
    }

    /// Moves the start of markup after the punctuation that it begins with.
    private mutating func moveStart(of group: Range<Int>, _ text: [UInt8]) {
        let start = events[group.lowerBound].offset
        guard start > 0, start < text.count, isLetter(text.classBefore(start)), text.classAfter(start) != .word else { return }
        // The next event is not the end of the innermost markup: that would leave it empty.
        guard group.upperBound < events.count else { return }
        let next = events[group.upperBound]
        var place = start
        while place < next.offset, text.classAfter(place) != .word { place += text.scalar(at: place).count }
        if place == next.offset, next.kind == .close || next.kind == .lineBreak { return }
        for index in group { events[index].offset = place }
    }

    /// Moves the end of markup before the punctuation that it ends with.
    private mutating func moveEnd(of group: Range<Int>, _ text: [UInt8]) {
        let end = events[group.lowerBound].offset
        guard end > 0, end < text.count, isLetter(text.classAfter(end)), text.classBefore(end) != .word else { return }
        let previous = events[group.lowerBound - 1]
        var place = end
        while place > previous.offset, text.classBefore(place) != .word { place = text.startOfScalar(endingAt: place) }
        if place == previous.offset, previous.kind == .open || previous.kind == .lineBreak { return }
        movePartner(ofMarkAt: place, of: group, text)
        for index in group { events[index].offset = place }
    }

    /// Moves an opening bracket or quotation mark out of markup whose closing one moves out: `(*see*)below`.
    private mutating func movePartner(ofMarkAt place: Int, of group: Range<Int>, _ text: [UInt8]) {
        let first = events[group.upperBound - 1].partner
        let opens = first..<first + group.count
        let start = events[first].offset
        guard opens.upperBound <= group.lowerBound, group.allSatisfy({ opens.contains(events[$0].partner) }), isAlone(opens) else { return }
        let (opening, count) = text.scalar(at: start)
        let next = start + count
        guard Self.partners[text.scalar(at: place).scalar]?.contains(opening) == true, next < place,
            events[opens.upperBound].offset >= next,
            text.classAfter(next) != .space
        else { return }
        for index in opens { events[index].offset = next }
    }

    /// The opening marks for each closing one.
    private static let partners: [Unicode.Scalar: [Unicode.Scalar]] = [
        ")": ["("], "]": ["["], "}": ["{"], "\"": ["\""], "'": ["'"], "\u{201D}": ["\u{201C}", "\u{201E}"], "\u{201C}": ["\u{201E}"],
        "\u{2019}": ["\u{2018}"], "\u{BB}": ["\u{AB}"], "\u{AB}": ["\u{BB}"], "\u{203A}": ["\u{2039}"], "\u{FF09}": ["\u{FF08}"],
        "\u{300D}": ["\u{300C}"], "\u{300F}": ["\u{300E}"],
    ]

    /// Whether some parsers count a character as a letter.
    private func isLetter(_ kind: CharacterClass) -> Bool { kind == .word || kind == .symbol }
}
