internal import HTMLParsing

/// Collects the inline content of one block: text with collapsed white space, and events (markup, code, line breaks) at its offsets.
///
/// Markup opens directly before its first content and closes directly after its last. So white space stays outside of markup, and
/// empty markup is dropped. Markup that is still open at the end of a block reopens in the next block with content.
struct InlineRun {
    var text: [UInt8] = []
    var atoms: [UInt8] = []
    var events: [InlineEvent] = []
    var marks: [OpenMark] = []
    /// Whether the run holds anything that a browser would show.
    var hasVisibleContent = false

    /// Whether a space has to be added before the next content.
    var pendingSpace = false
    /// Whether content was added since the last line break.
    var lineHasContent = false
    /// The end of the text and the number of the events before the current line.
    private var lineStart = (text: 0, events: 0)
    /// The number of marks that open with the next content.
    var pendingMarks = 0

    /// The limit of nested markup. Deeper markup is ignored, its text is kept.
    static let maximumMarks = 24

    var isEmpty: Bool { text.isEmpty && events.isEmpty }

    /// Adds text. Collapses white space to single spaces.
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
            // Text whose white space is single spaces between words can be copied as one piece.
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

    /// Adds white space, which becomes one space if content precedes and follows it on the line.
    mutating func appendSpace() { pendingSpace = true }

    private mutating func append(chunk bytes: [UInt8], in range: Range<Int>) {
        var start = range.lowerBound
        if pendingMarks > 0 {
            // White space that HTML does not collapse (such as U+00A0) stays outside of markup, too: a delimiter beside it is not flanking.
            while start < range.upperBound, bytes[start] >= 0x80 || bytes[start] == 0x20, bytes.classAfter(start) == .space {
                start += bytes.scalar(at: start).count
            }
            if start > range.lowerBound {
                appendPendingSpace()
                text.append(contentsOf: bytes[range.lowerBound..<start])
                lineHasContent = true
                if start == range.upperBound { return }
            }
        }
        beginContent()
        text.append(contentsOf: bytes[start..<range.upperBound])
        if !hasVisibleContent { hasVisibleContent = InlineRun.hasVisibleCharacter(bytes, in: start..<range.upperBound) }
    }

    /// Whether the range holds anything but spaces and zero-width characters.
    static func hasVisibleCharacter(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
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

    private mutating func appendPendingSpace() {
        if pendingSpace, lineHasContent { text.append(0x20) }
        pendingSpace = false
    }

    /// Prepares for content: adds the pending space and opens the pending markup.
    mutating func beginContent() {
        appendPendingSpace()
        lineHasContent = true
        if pendingMarks > 0 { openPending() }
    }

    /// Adds visible content other than text.
    ///
    /// - Parameters:
    ///   - bytes: Finished Markdown, or the text of inline code.
    ///   - kind: `.atom` or `.code`.
    mutating func append(atom bytes: [UInt8], _ kind: InlineEvent.Kind = .atom) {
        beginContent()
        hasVisibleContent = true
        let start = atoms.count
        atoms.append(contentsOf: bytes)
        events.append(InlineEvent(kind: kind, offset: text.count, atom: start..<atoms.count))
    }

    /// Adds a hard line break. Drops white space around it.
    ///
    /// - Returns: Whether another break directly precedes it; the break is then not added.
    mutating func appendLineBreak() -> Bool {
        pendingSpace = false
        if !lineHasContent { return !isEmpty }
        lineHasContent = false
        events.append(InlineEvent(kind: .lineBreak, offset: text.count))
        lineStart = (text.count, events.count)
        return false
    }

    /// Drops the text of the current line if it shows nothing.
    ///
    /// - Returns: Whether there was such a line.
    @discardableResult
    mutating func dropInvisibleLine() -> Bool {
        guard lineHasContent, events.count == lineStart.events, lineStart.text < text.count,
            !InlineRun.hasVisibleCharacter(text, in: lineStart.text..<text.count)
        else { return false }
        text.removeLast(text.count - lineStart.text)
        pendingSpace = false
        lineHasContent = false
        return true
    }

    /// Drops spaces that do not collapse (U+00A0) at the end of the block, where editors leave them.
    ///
    /// - Parameter atStart: Whether to drop them at the start, too, where a browser shows them as an indent.
    mutating func trimHardSpaces(atStart: Bool) {
        guard text.last == 0xA0 || atStart && text.first == 0xC2 else { return }
        func isContent(_ event: InlineEvent) -> Bool { event.kind == .atom || event.kind == .code }
        let lower = events.last(where: isContent)?.offset ?? 0
        var end = text.count
        while end > lower {
            if text[end - 1] == 0x20 {
                end -= 1
            } else if end - 2 >= lower, text[end - 2] == 0xC2, text[end - 1] == 0xA0 {
                end -= 2
            } else {
                break
            }
        }
        text.removeLast(text.count - end)
        let upper = atStart ? min(events.first(where: isContent)?.offset ?? end, end) : 0
        var start = 0
        while start < upper {
            if text[start] == 0x20 {
                start += 1
            } else if start + 2 <= upper, text[start] == 0xC2, text[start + 1] == 0xA0 {
                start += 2
            } else {
                break
            }
        }
        text.removeFirst(start)
        for index in events.indices { events[index].offset = max(min(events[index].offset, end) - start, 0) }
    }

    /// Empties the run for the next block. Open markup stays open.
    mutating func reset() {
        text.removeAll(keepingCapacity: text.capacity < InlineRun.keptCapacity)
        atoms.removeAll(keepingCapacity: atoms.capacity < InlineRun.keptCapacity)
        events.removeAll(keepingCapacity: events.capacity < InlineRun.keptCapacity)
        for index in marks.indices { marks[index].event = -1 }
        countPendingMarks()
        pendingSpace = false
        lineHasContent = false
        lineStart = (0, 0)
        hasVisibleContent = false
    }

    /// Buffers of this many bytes or events, or more, are freed after use.
    private static let keptCapacity = 1 << 20
}
