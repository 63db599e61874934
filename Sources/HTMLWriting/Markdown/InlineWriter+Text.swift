internal import HTMLParsing

/// Writing text: a backslash before what a reader would take for markup, and before nothing else.
extension InlineWriter {
    /// The ASCII characters that need a look, as bits: `! & * . : < [ \ ] _ ` | ~` and the space, which matters where lines are broken.
    private static let specialsLow: UInt64 = 1 << 0x21 | 1 << 0x26 | 1 << 0x2A | 1 << 0x2E | 1 << 0x3A | 1 << 0x3C
    private static let specialsHigh: UInt64 = 1 << 0x1B | 1 << 0x1C | 1 << 0x1D | 1 << 0x1F | 1 << 0x20 | 1 << 0x3C | 1 << 0x3E

    /// Writes a piece of the run's text that has no event inside.
    ///
    /// - Parameter endsAtEvent: Whether markup may follow directly.
    mutating func write(_ text: [UInt8], in range: Range<Int>, endsAtEvent: Bool, into out: inout [UInt8]) {
        var range = range
        if encodesNext, !range.isEmpty {
            encodesNext = false
            let (scalar, count) = text.scalar(at: range.lowerBound)
            out.append(characterReference: scalar)
            // What follows has no letter before it any more.
            range = range.lowerBound + count..<range.upperBound
        }
        var index = range.lowerBound
        let bytes = text.span
        let end = range.upperBound
        let low = InlineWriter.specialsLow | (wrapWidth == nil ? 0 : 1 << 0x20)
        var plain = index
        while index < end {
            let byte = bytes[index]
            let isSpecial =
                byte < 0x40 ? low >> UInt64(byte) & 1 != 0 : byte < 0x80 && InlineWriter.specialsHigh >> UInt64(byte & 0x3F) & 1 != 0
            if !isSpecial {
                index += 1
                continue
            }
            if byte == 0x20 {
                if plain < index { out.append(contentsOf: text[plain..<index]) }
                plain = index
                if place == .paragraph { breaks.append(out.count) }
            } else if escapes(byte, at: index, in: text, range: range, endsAtEvent: endsAtEvent) {
                if plain < index { out.append(contentsOf: text[plain..<index]) }
                plain = index
                out.append(0x5C)
            }
            index += 1
        }
        if plain < end { out.append(contentsOf: text[plain..<end]) }
    }

    /// Whether the special character at `index` needs a backslash.
    private mutating func escapes(_ byte: UInt8, at index: Int, in text: [UInt8], range: Range<Int>, endsAtEvent: Bool) -> Bool {
        let end = range.upperBound
        let next: UInt8 = index + 1 < text.count ? text[index + 1] : 0
        switch byte {
        case 0x2A: return needs.star && !standsAlone(index, in: text, range, endsAtEvent)
        case 0x5F: return needs.underscore && !standsAlone(index, in: text, range, endsAtEvent) && !isInsideWord(index, in: text, range)
        case 0x7E: return needs.tilde && !standsAlone(index, in: text, range, endsAtEvent)
        case 0x60: return needs.backtick
        case 0x5C: return index + 1 == end || next.isASCIIPunctuation || (next == 0x20 && wrapWidth != nil)
        case 0x3C: return text.opensTag(at: index)
        case 0x26: return text.hasCharacterReference(at: index, end: text.count)
        case 0x21: return index + 1 == end && endsAtEvent && linkFollows(at: end)
        case 0x5B: return linkDepth > 0 || usesReferences || next == 0x5E || looksLikeTaskBox(index, in: text)
        case 0x5D: return linkDepth > 0 || usesReferences || next == 0x28 || (next == 0x3A && needs.definition)
        case 0x7C: return place == .cell
        case 0x3A, 0x2E:
            return linkDepth == 0 && beginsAddress(byte, at: index, in: text, range.lowerBound)
                && breaksAddress(at: index, in: text, end: end, endsAtEvent: endsAtEvent)
        default: return false
        }
    }

    /// Whether white space is on both sides of a row of equal characters: nobody reads it as a delimiter then.
    private func standsAlone(_ index: Int, in text: [UInt8], _ range: Range<Int>, _ endsAtEvent: Bool) -> Bool {
        let (start, end) = row(of: text[index], around: index, in: text, range)
        // At the beginning of a line, where breaking may put it, only the first of them would get a backslash.
        if wrapWidth != nil, end - start > 1 { return false }
        if start == range.lowerBound ? start > 0 || !events.isEmpty : text[start - 1] != 0x20 { return false }
        return end == range.upperBound ? !endsAtEvent : text[end] == 0x20
    }

    /// Whether letters or digits are on both sides of a row of underscores, where it cannot be a delimiter.
    private func isInsideWord(_ index: Int, in text: [UInt8], _ range: Range<Int>) -> Bool {
        let (start, end) = row(of: text[index], around: index, in: text, range)
        guard start > range.lowerBound, end < range.upperBound else { return false }
        return text.classBefore(start) == .word && text.classAfter(end) == .word
    }

    /// The row of equal characters around a place, as far as 16 characters: what is longer is taken for a delimiter anyway.
    private func row(of byte: UInt8, around index: Int, in text: [UInt8], _ range: Range<Int>) -> (start: Int, end: Int) {
        var (start, end) = (index, index + 1)
        while start > range.lowerBound, index - start < 16, text[start - 1] == byte { start -= 1 }
        while end < range.upperBound, end - index < 16, text[end] == byte { end += 1 }
        return (start, end)
    }

    /// Whether a link that begins with a bracket follows right behind the text, so that an exclamation mark would make it an image.
    private func linkFollows(at offset: Int) -> Bool {
        events[firstEvent(at: offset)...].prefix { $0.offset == offset }.contains { $0.kind == .open && $0.mark == .link }
    }

    /// Whether a block begins with `[ ]` or `[x]`, the box of a task.
    private func looksLikeTaskBox(_ index: Int, in text: [UInt8]) -> Bool {
        guard index == 0, text.count > 2, text[2] == 0x5D else { return false }
        return text[1] == 0x20 || text[1] | 0x20 == 0x78
    }
}
