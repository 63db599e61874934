internal import HTMLParsing

/// Writes markup with its chosen delimiters. Encodes characters beside a delimiter where the delimiter would not be flanking otherwise.
extension InlineWriter {
    /// Writes the start of markup.
    mutating func open(_ index: Int, text: [UInt8], into layout: inout BlockLayout) {
        let event = events[index]
        switch event.mark {
        case .link:
            encodesNext = false
            linkDepth += 1
            layout.out.append(0x5B)
        case .rawElement:
            encodesNext = false
            layout.out.append(contentsOf: rawElements[event.payload].startTag)
        case .emphasis, .strong, .strikethrough:
            if event.delimiter == 0 { return }
            encodesNext = false
            let inside = classAfter(endOfRun(index), text)
            let before: CharacterClass = layout.out.count == layout.lineStart ? .space : layout.out.classBefore(layout.out.count)
            if before == .word || before == .symbol {
                // Inside markup with the same delimiter (payload 1), the delimiter must not be able to close it.
                if inside != .word || event.delimiter == 0x5F || event.payload == 1 {
                    encodeLastCharacter(before: index, text, &layout.out)
                }
            }
            layout.out.append(event.delimiter)
            if event.mark != .emphasis { layout.out.append(event.delimiter) }
        }
    }

    /// Writes the end of markup.
    mutating func close(_ index: Int, text: [UInt8], into layout: inout BlockLayout) {
        let event = events[index]
        switch event.mark {
        case .link:
            encodesNext = false
            linkDepth -= 1
            closeLink(links[event.payload], into: &layout.out)
        case .rawElement:
            encodesNext = false
            layout.out.append(contentsOf: rawElements[event.payload].endTag)
        case .emphasis, .strong, .strikethrough:
            if event.delimiter == 0 { return }
            let inside = layout.out.classBefore(layout.out.count - lengthOfRun(before: index))
            layout.out.append(event.delimiter)
            if event.mark != .emphasis { layout.out.append(event.delimiter) }
            let behind = classAfter(index, text)
            encodesNext = (behind == .word || behind == .symbol) && (inside != .word || event.delimiter == 0x5F)
        }
    }

    /// The last of the events whose delimiters form one run with the delimiter of this start of markup.
    private func endOfRun(_ index: Int) -> Int {
        var last = index
        while last + 1 < events.count, events[last + 1].joins(events[index]) { last += 1 }
        return last
    }

    /// The number of delimiters in the output that form one run with the delimiter of this end of markup, in bytes.
    private func lengthOfRun(before index: Int) -> Int {
        var length = 0
        var previous = index - 1
        while previous >= 0, events[previous].joins(events[index]) {
            length += events[previous].mark == .emphasis ? 1 : 2
            previous -= 1
        }
        return length
    }

    /// Replaces the last character of the output, a letter or symbol of the text, by a character reference. The reference ends in
    /// punctuation, so that a delimiter can open after it.
    private func encodeLastCharacter(before index: Int, _ text: [UInt8], _ out: inout [UInt8]) {
        let start = out.startOfScalar(endingAt: out.count)
        let scalar = out.scalar(at: start).scalar
        let offset = events[index].offset - (out.count - start)
        out.removeLast(out.count - start)
        // Underscores before the character are no longer inside a word, so they need escapes now.
        if events[..<index].last(where: { $0.offset < events[index].offset })?.offset != offset {
            escapeUnderscores(before: offset, text, &out)
        }
        // An unescaped backslash of the text would escape the ampersand.
        let backslashes = out.count - 1 - (out.lastIndex { $0 != 0x5C } ?? -1)
        if backslashes % 2 == 1 { out.append(0x5C) }
        out.append(characterReference: scalar)
    }

    /// Escapes the underscores at the end of the output that the text has before `offset`.
    private func escapeUnderscores(before offset: Int, _ text: [UInt8], _ out: inout [UInt8]) {
        var count = 0
        while count < offset, text[offset - count - 1] == 0x5F, out.count > count, out[out.count - count - 1] == 0x5F { count += 1 }
        if count == 0 || out.count > count && out[out.count - count - 1] == 0x5C { return }
        out.removeLast(count)
        for _ in 0..<count { out.append(contentsOf: [0x5C, 0x5F]) }
    }
}

extension InlineEvent {
    /// Whether the event's delimiter forms one run with that of a neighbour, so that both are flanking by the same characters.
    fileprivate func joins(_ other: InlineEvent) -> Bool {
        kind == other.kind && offset == other.offset && mark.isDelimited && mark != .strikethrough && delimiter == other.delimiter
    }
}

/// Inline links, reference links and autolinks.
///
/// - SeeAlso: [CommonMark 6.3, Links](https://spec.commonmark.org/0.31.2/#links)
extension InlineWriter {
    /// Writes the part of a link after its text: the target, or the number of its reference.
    mutating func closeLink(_ target: LinkTarget, into out: inout [UInt8]) {
        if usesReferences {
            out.append(contentsOf: "][\(references.number(of: target))]".utf8)
            return
        }
        out.append(contentsOf: "](".utf8)
        target.write(into: &out, inTable: block == .cell)
        out.append(0x29)
    }

    /// The end of a link's text if the link can be written as an autolink `<address>`, because text and address are equal; otherwise nil.
    func autolinkEnd(_ index: Int, text: [UInt8]) -> Int? {
        let event = events[index]
        let target = links[event.payload]
        guard event.partner == index + 1, target.title == nil, wrapWidth == nil, !isMDX else { return nil }
        let label = text[event.offset..<events[index + 1].offset]
        guard label.elementsEqual(target.address) && hasScheme(label) || isMailAddress(label, target.address) else { return nil }
        for index in label.indices {
            switch label[index] {
            // Some parsers decode character references in autolinks.
            case 0x26 where text.hasCharacterReference(at: index, end: label.endIndex): return nil
            case 0...0x20, 0x22, 0x3C, 0x3E, 0x5B, 0x5C, 0x5D, 0x5E, 0x60, 0x7B, 0x7C, 0x7D, 0x7F: return nil
            default: continue
            }
        }
        return events[index + 1].offset
    }

    /// Whether the text is a mail address and the link is its `mailto:` address.
    private func isMailAddress(_ label: ArraySlice<UInt8>, _ address: [UInt8]) -> Bool {
        guard address.starts(with: "mailto:".utf8), address.dropFirst(7).elementsEqual(label) else { return false }
        let parts = label.split(separator: 0x40, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return false }
        return parts[0].allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || [0x2E, 0x2D, 0x5F, 0x2B].contains($0) }
            && parts[1].split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { label in
                !label.isEmpty && label.count < 64 && label.first != 0x2D && label.last != 0x2D
                    && label.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D }
            }
    }

    /// Whether the address begins with `http:`, `https:`, `ftp:` or `mailto:`.
    private func hasScheme(_ address: ArraySlice<UInt8>) -> Bool {
        guard let colon = address.prefix(8).firstIndex(of: 0x3A) else { return false }
        return ["http", "https", "ftp", "mailto"].contains { $0.utf8.elementsEqual(address[..<colon]) }
    }
}

/// Bare URLs in text. GFM parsers turn them into links and take a backslash for a part of the URL. So a URL that needs an escape is
/// disabled: as `http\:` or `www\.` it is plain text for every parser.
///
/// - SeeAlso: [GFM 6.9, Autolinks (extension)](https://github.github.com/gfm/#autolinks-extension-)
extension InlineWriter {
    /// Whether the colon or full stop at `index` makes the text around it a bare URL: `http:`, `www.`.
    func beginsAddress(_ byte: UInt8, at index: Int, in text: [UInt8], _ start: Int) -> Bool {
        if byte == 0x2E {
            guard index - start >= 3, text[index - 1] == 0x77, text[index - 2] == 0x77, text[index - 3] == 0x77 else { return false }
            return index - 3 == start || text.classBefore(index - 3) != .word
        }
        guard index + 2 < text.count, text[index + 1] == 0x2F, text[index + 2] == 0x2F else { return false }
        return endsWith("http", text, start, index) || endsWith("https", text, start, index) || endsWith("ftp", text, start, index)
    }

    private func endsWith(_ scheme: StaticString, _ text: [UInt8], _ start: Int, _ end: Int) -> Bool {
        guard end - start >= scheme.utf8CodeUnitCount else { return false }
        return scheme.withUTF8Buffer { bytes in
            for offset in 0..<bytes.count where unsafe text[end - bytes.count + offset] | 0x20 != bytes[offset] { return false }
            return true
        }
    }

    /// Whether the URL around `index` has characters that need a backslash, or is followed by markup that parsers would include in it.
    mutating func breaksAddress(at index: Int, in text: [UInt8], end: Int, endsAtEvent: Bool) -> Bool {
        if index < addressEnd { return !addressIsPlain }
        var next = index + 1
        var isPlain = true
        while next < end, text[next] != 0x20, text[next] != 0x3C {
            switch text[next] {
            case 0x2A: isPlain = isPlain && !needs.star
            case 0x7E: isPlain = isPlain && !needs.tilde
            case 0x5F:
                let isWithinWord = next + 1 < end && text.classBefore(next) == .word && text.classAfter(next + 1) == .word
                isPlain = isPlain && (isWithinWord || !needs.underscore)
            case 0x26: isPlain = isPlain && !text.hasCharacterReference(at: next, end: end)
            case 0x5B, 0x5C, 0x5D, 0x60, 0x7C: isPlain = false
            case 0x7B: isPlain = isPlain && !isMDX
            default: break
            }
            next += 1
        }
        // The backslash that escapes a following angle bracket would become the last character of the URL.
        if next < end, text[next] == 0x3C, isMDX || next + 1 < text.count && text.opensTag(at: next) { isPlain = false }
        if next == end, endsAtEvent, !onlyEmphasisEnds(at: end, text) { isPlain = false }
        // The result holds up to the end of the URL, so another colon in it costs no second scan.
        addressEnd = next
        addressIsPlain = isPlain
        return !isPlain
    }

    /// Whether only closing emphasis and then white space follow at this offset, which parsers do not include in a URL.
    private func onlyEmphasisEnds(at offset: Int, _ text: [UInt8]) -> Bool {
        guard offset == text.count || text[offset] == 0x20 else { return false }
        return events[firstEvent(at: offset)...].prefix { $0.offset == offset }.allSatisfy { event in
            // Parsers would include the backslash of a hard line break in the URL.
            event.kind == .lineBreak ? block != .paragraph : event.kind == .close && event.mark.isDelimited
        }
    }
}
