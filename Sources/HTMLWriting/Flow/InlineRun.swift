internal import HTMLParsing

/// The inline content of one block, while it is collected: text with folded white space, and what happens between its bytes.
///
/// Markup opens with its first content, not before, and closes behind its last: so white space stays outside, and what is empty leaves
/// nothing behind. Markup that is still open when the block ends is opened again by the next block that has content.
struct InlineRun {
    var text: [UInt8] = []
    var atoms: [UInt8] = []
    var events: [InlineEvent] = []
    var marks: [OpenMark] = []
    /// Whether there is anything that can be seen.
    var hasInk = false

    /// White space has come that becomes a space before the next content.
    var pendingSpace = false
    /// Whether something has come since the last line break.
    var lineHasContent = false
    /// How many of the marks wait for content to open with.
    var unopened = 0

    /// How many elements of markup may be open inside each other; deeper ones are passed over.
    static let maximumMarks = 24

    var isEmpty: Bool { text.isEmpty && events.isEmpty }

    /// Adds text, with every run of white space folded into one space.
    mutating func append(_ bytes: [UInt8], in range: Range<Int>) {
        let source = bytes.span
        var index = range.lowerBound
        let end = range.upperBound
        while index < end {
            if source[index].isFoldedSpace {
                pendingSpace = true
                index += 1
                while index < end, source[index].isFoldedSpace { index += 1 }
                continue
            }
            // As far as white space is single spaces between words, the text is already as it should be.
            var chunkEnd = index + 1
            while chunkEnd < end {
                let byte = source[chunkEnd]
                if byte > 0x20 || !byte.isFoldedSpace {
                    chunkEnd += 1
                } else if byte == 0x20, chunkEnd + 1 < end, !source[chunkEnd + 1].isFoldedSpace {
                    chunkEnd += 2
                } else {
                    break
                }
            }
            append(chunk: bytes, in: index..<chunkEnd)
            index = chunkEnd
        }
    }

    mutating func append(_ string: String) {
        let bytes = Array(string.utf8)
        append(bytes, in: 0..<bytes.count)
    }

    /// White space: it becomes one space if content comes before and after it on the line.
    mutating func appendSpace() { pendingSpace = true }

    private mutating func append(chunk bytes: [UInt8], in range: Range<Int>) {
        var start = range.lowerBound
        if unopened > 0 {
            // White space that is not folded stays outside of markup too: delimiters beside it would not work.
            while start < range.upperBound, bytes[start] >= 0x80 || bytes[start] == 0x20, bytes.classAfter(start) == .space {
                start += bytes.scalar(at: start).count
            }
            if start > range.lowerBound {
                placeSpace()
                text.append(contentsOf: bytes[range.lowerBound..<start])
                lineHasContent = true
                if start == range.upperBound { return }
            }
        }
        beginContent()
        text.append(contentsOf: bytes[start..<range.upperBound])
        if !hasInk { hasInk = InlineRun.showsInk(bytes, in: start..<range.upperBound) }
    }

    /// Whether there is anything but spaces and characters without width.
    static func showsInk(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound {
            let (scalar, count) = bytes.scalar(at: index)
            switch scalar.value {
            case 0x20, 0xA0, 0xAD, 0x34F, 0x2000...0x200F, 0x202F, 0x205F...0x2064, 0x3000, 0xFEFF: index += count
            default: return true
            }
        }
        return false
    }

    private mutating func placeSpace() {
        if pendingSpace, lineHasContent { text.append(0x20) }
        pendingSpace = false
    }

    /// Content comes: the space before it is placed, and what waits for it opens.
    mutating func beginContent() {
        placeSpace()
        lineHasContent = true
        if unopened > 0 { openPending() }
    }

    /// Adds what can be seen and is no text.
    ///
    /// - Parameters:
    ///   - bytes: Finished Markdown, or the text of inline code.
    ///   - kind: `.atom` or `.code`.
    mutating func append(atom bytes: [UInt8], _ kind: InlineEvent.Kind = .atom) {
        beginContent()
        hasInk = true
        let start = atoms.count
        atoms.append(contentsOf: bytes)
        events.append(InlineEvent(kind: kind, offset: text.count, atom: start..<atoms.count))
    }

    /// A hard line break. White space around it and breaks without content before them are dropped.
    ///
    /// - Returns: Whether it follows another break directly; it is not added then.
    mutating func appendLineBreak() -> Bool {
        pendingSpace = false
        if !lineHasContent { return !isEmpty }
        lineHasContent = false
        events.append(InlineEvent(kind: .lineBreak, offset: text.count))
        return false
    }

    /// Empties the run for the next block. What is open stays so.
    mutating func reset() {
        text.removeAll(keepingCapacity: text.capacity < InlineRun.keptCapacity)
        atoms.removeAll(keepingCapacity: atoms.capacity < InlineRun.keptCapacity)
        events.removeAll(keepingCapacity: events.capacity < InlineRun.keptCapacity)
        for index in marks.indices { marks[index].event = -1 }
        countUnopened()
        pendingSpace = false
        lineHasContent = false
        hasInk = false
    }

    /// Above this many bytes or events a buffer is given back after use.
    private static let keptCapacity = 1 << 20
}
