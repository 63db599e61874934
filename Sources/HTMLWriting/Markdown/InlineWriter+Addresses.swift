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
            default: break
            }
            next += 1
        }
        // The backslash that escapes a following angle bracket would become the last character of the URL.
        if next < end, text[next] == 0x3C, next + 1 < text.count, text.opensTag(at: next) { isPlain = false }
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
            event.kind == .lineBreak ? place != .paragraph : event.kind == .close && event.mark.isDelimited
        }
    }
}
