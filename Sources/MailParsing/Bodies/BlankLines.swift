internal import HTMLParsing

/// The blank lines of a text.
enum BlankLines {
    /// Whether a blank line may part words from other words or from a block element: not both before and behind it stands a block element.
    static func partWords(in bytes: Span<UInt8>, from start: Int) -> Bool {
        var index = start
        while index < bytes.count {
            index = firstIndex(of: 0x0A, 0x0A, 0x0D, 0x0D, from: index, in: bytes)
            let lineEnd = index
            var lineEnds = 0
            while index < bytes.count, bytes[index].isFoldedSpace {
                if bytes[index] == 0x0A || bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A) { lineEnds += 1 }
                index += 1
            }
            guard lineEnds > 1, index < bytes.count else { continue }
            if !isBlock(at: index, in: bytes) || !endsBlock(before: lineEnd, from: start, in: bytes) { return true }
        }
        return false
    }

    /// Whether a tag of a block element, or a comment, begins at an offset.
    private static func isBlock(at start: Int, in bytes: Span<UInt8>) -> Bool {
        guard bytes[start] == 0x3C else { return false }
        if bytes.hasPrefix("<!--", at: start) { return true }
        guard let tag = MarkupTag(at: start, in: bytes, lastClosing: -1) else { return false }
        return tag.name != .other && !tag.name.isInlineInHTML
    }

    /// How far back the bracket of a tag is looked for, in bytes.
    private static let maxTagLength = 1000

    /// Whether a tag of a block element, or a comment, ends before an offset, spaces aside, or nothing stands there.
    private static func endsBlock(before end: Int, from start: Int, in bytes: Span<UInt8>) -> Bool {
        var last = end - 1
        while last > start, bytes[last].isFoldedSpace { last -= 1 }
        if last < start || last == start && bytes[last].isFoldedSpace { return true }
        guard last > start, bytes[last] == 0x3E else { return false }
        if last > start + 1, bytes[last - 1] == 0x2D, bytes[last - 2] == 0x2D { return true }
        var index = last
        while index > start, last - index < maxTagLength, bytes[index] != 0x3C { index -= 1 }
        return bytes[index] == 0x3C && isBlock(at: index, in: bytes)
    }
}
