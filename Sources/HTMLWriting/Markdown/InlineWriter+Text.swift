internal import HTMLParsing

/// Writes text with a backslash before each character that a parser would read as markup, and before no others.
extension InlineWriter {
    /// Bit sets of the ASCII characters that may need an escape: `! & * . : < [ \ ] _ ` | ~`. The space is added where lines are wrapped, the
    /// brace in MDX, and `$` where it begins a formula.
    private static let specialsLow: UInt64 = 1 << 0x21 | 1 << 0x26 | 1 << 0x2A | 1 << 0x2E | 1 << 0x3A | 1 << 0x3C
    private static let specialsHigh: UInt64 = 1 << 0x1B | 1 << 0x1C | 1 << 0x1D | 1 << 0x1F | 1 << 0x20 | 1 << 0x3C | 1 << 0x3E

    /// Writes a piece of the run's text without events inside.
    ///
    /// - Parameters:
    ///   - text: The text of the run.
    ///   - range: The piece to write, in bytes.
    ///   - endsAtEvent: Whether markup may follow directly.
    ///   - out: Receives the Markdown.
    mutating func write(_ text: [UInt8], in range: Range<Int>, endsAtEvent: Bool, into out: inout [UInt8]) {
        var range = range
        if encodesNext, !range.isEmpty {
            encodesNext = false
            let (scalar, count) = text.scalar(at: range.lowerBound)
            out.append(characterReference: scalar)
            // The following character is preceded by punctuation now, so the range begins after the reference.
            range = range.lowerBound + count..<range.upperBound
        }
        var index = range.lowerBound
        let bytes = text.span
        let end = range.upperBound
        let low = InlineWriter.specialsLow | (wrapWidth == nil ? 0 : 1 << 0x20) | (hasMath ? 1 << 0x24 : 0)
        let high = InlineWriter.specialsHigh | (isMDX ? 1 << 0x3B : 0)
        var plain = index
        while index < end {
            let byte = bytes[index]
            let isSpecial =
                byte < 0x40 ? low >> UInt64(byte) & 1 != 0 : byte < 0x80 && high >> UInt64(byte & 0x3F) & 1 != 0
            if !isSpecial {
                index += 1
                continue
            }
            if byte == 0x20 {
                if plain < index { out.append(contentsOf: text[plain..<index]) }
                plain = index
                if block == .paragraph { breaks.append(out.count) }
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
        case 0x24: return true
        case 0x2A: return needs.star && !isBetweenSpaces(index, in: text, range, endsAtEvent)
        case 0x5F: return needs.underscore && !isBetweenSpaces(index, in: text, range, endsAtEvent) && !isInsideWord(index, in: text, range)
        case 0x7E: return needs.tilde && !isBetweenSpaces(index, in: text, range, endsAtEvent)
        case 0x60: return needs.backtick
        case 0x5C: return index + 1 == end || next.isASCIIPunctuation || (next == 0x20 && wrapWidth != nil)
        case 0x3C: return isMDX || text.opensTag(at: index)
        case 0x7B: return isMDX
        case 0x26: return text.hasCharacterReference(at: index, end: text.count)
        case 0x21: return index + 1 == end && endsAtEvent && linkFollows(at: end)
        case 0x5B: return linkDepth > 0 || usesReferences || next == 0x5E || looksLikeTaskBox(index, in: text)
        case 0x5D: return linkDepth > 0 || usesReferences || next == 0x28 || (next == 0x3A && needs.definition)
        case 0x7C: return block == .cell
        case 0x3A, 0x2E:
            return linkDepth == 0 && beginsAddress(byte, at: index, in: text, range.lowerBound)
                && breaksAddress(at: index, in: text, end: end, endsAtEvent: endsAtEvent)
        default: return false
        }
    }

    /// Whether white space surrounds a run of equal characters, so that no parser reads it as a delimiter.
    private func isBetweenSpaces(_ index: Int, in text: [UInt8], _ range: Range<Int>, _ endsAtEvent: Bool) -> Bool {
        let (start, end) = delimiterRun(of: text[index], around: index, in: text, range)
        // Wrapping may move the run to the start of a line, where only its first character would be escaped.
        if wrapWidth != nil, end - start > 1 { return false }
        if start == range.lowerBound ? start > 0 || !events.isEmpty : text[start - 1] != 0x20 { return false }
        return end == range.upperBound ? !endsAtEvent : text[end] == 0x20
    }

    /// Whether letters or digits surround a run of underscores, so that it cannot be a delimiter.
    private func isInsideWord(_ index: Int, in text: [UInt8], _ range: Range<Int>) -> Bool {
        let (start, end) = delimiterRun(of: text[index], around: index, in: text, range)
        guard start > range.lowerBound, end < range.upperBound else { return false }
        return text.classBefore(start) == .word && text.classAfter(end) == .word
    }

    /// The run of equal characters around an offset, up to 16 characters on each side; longer runs always count as delimiters.
    private func delimiterRun(of byte: UInt8, around index: Int, in text: [UInt8], _ range: Range<Int>) -> (start: Int, end: Int) {
        var (start, end) = (index, index + 1)
        while start > range.lowerBound, index - start < 16, text[start - 1] == byte { start -= 1 }
        while end < range.upperBound, end - index < 16, text[end] == byte { end += 1 }
        return (start, end)
    }

    /// Whether a link follows directly at an offset, which an exclamation mark in front would turn into an image.
    private func linkFollows(at offset: Int) -> Bool {
        events[firstEvent(at: offset)...].prefix { $0.offset == offset }.contains { $0.kind == .open && $0.mark == .link }
    }

    /// Whether a block begins with `[ ]` or `[x]`, a task list marker.
    private func looksLikeTaskBox(_ index: Int, in text: [UInt8]) -> Bool {
        guard index == 0, text.count > 2, text[2] == 0x5D else { return false }
        return text[1] == 0x20 || text[1] | 0x20 == 0x78
    }
}

/// Inline content as plain text.
extension InlineWriter {
    /// Writes the text, its line breaks, and the addresses of links after their text.
    mutating func writePlain(_ run: borrowing InlineRun, into layout: inout BlockLayout) {
        var offset = 0
        for event in run.events {
            writePlain(run.text, in: offset..<event.offset, into: &layout.out)
            offset = event.offset
            switch event.kind {
            case .lineBreak where block == .paragraph:
                endLine(of: &layout)
                layout.beginLine()
            case .lineBreak: layout.out.append(0x20)
            case .atom, .code: layout.out.append(contentsOf: run.atoms[event.atom])
            case .close where event.mark == .link:
                let address = links[event.payload].address
                if run.text[run.events[event.partner].offset..<event.offset].elementsEqual(address) { continue }
                layout.out.append(contentsOf: " (".utf8)
                layout.out.append(contentsOf: address)
                layout.out.append(0x29)
            case .open, .close: continue
            }
        }
        writePlain(run.text, in: offset..<run.text.count, into: &layout.out)
    }

    private mutating func writePlain(_ text: [UInt8], in range: Range<Int>, into out: inout [UInt8]) {
        if wrapWidth != nil, block == .paragraph {
            for index in range where text[index] == 0x20 { breaks.append(out.count + index - range.lowerBound) }
        }
        out.append(contentsOf: text[range])
    }
}

/// Recognizes Markdown syntax in a buffer, and writes character references.
extension [UInt8] {
    /// Whether the angle bracket at `index` could begin a tag, a comment or an autolink.
    func opensTag(at index: Int) -> Bool {
        guard index + 1 < count else { return false }
        let next = self[index + 1]
        return next.isASCIILetter || next == 0x2F || next == 0x21 || next == 0x3F || isFollowedByMailbox(at: index)
    }

    /// Whether the bracket is followed by the local part of an e-mail address and an at sign (CommonMark 6.5).
    private func isFollowedByMailbox(at index: Int) -> Bool {
        var next = index + 1
        while next < count, self[next].isASCIILetter || self[next].isASCIIDigit || Self.mailboxMarks.contains(self[next]) { next += 1 }
        return next > index + 1 && next < count && self[next] == 0x40
    }

    private static let mailboxMarks: Set<UInt8> = Set(".!#$%&'*+/=?^_`{|}~-".utf8)

    /// Whether the ampersand at `index` begins text in the form of a character reference: `&name;`, `&#1;`, `&#x1;`.
    func hasCharacterReference(at index: Int, end: Int) -> Bool {
        var next = index + 1
        let limit = Swift.min(end, index + 40)
        if next < limit, self[next] == 0x23 { next += 1 }
        let start = next
        while next < limit, self[next].isASCIILetter || self[next].isASCIIDigit { next += 1 }
        return next > start && next < limit && self[next] == 0x3B
    }

    /// Appends `&#N;`.
    mutating func append(characterReference scalar: Unicode.Scalar) {
        append(contentsOf: "&#".utf8)
        append(contentsOf: String(scalar.value).utf8)
        append(0x3B)
    }
}
