/// The inline content of one block, while it is collected: text with folded white space, and what happens between its bytes.
///
/// Markup opens with its first content, not before, and closes behind its last: so white space stays outside, and what is empty leaves
/// nothing behind. Markup that is still open when the block ends is opened again by the next block that has content.
struct InlineRun {
    private(set) var text: [UInt8] = []
    private(set) var atoms: [UInt8] = []
    private(set) var events: [InlineEvent] = []
    private(set) var marks: [OpenMark] = []
    /// Whether there is anything that can be seen.
    private(set) var hasInk = false

    private var pendingSpace = false
    private var lineHasContent = false
    private var unopened = 0

    /// How many elements of markup may be open inside each other; deeper ones are passed over.
    static let maximumMarks = 24

    var isEmpty: Bool { text.isEmpty && events.isEmpty }

    /// Adds text, with every run of white space folded into one space.
    mutating func append(_ bytes: [UInt8], in range: Range<Int>) {
        let source = bytes.span
        var index = range.lowerBound
        let end = range.upperBound
        while index < end {
            if source[index].isWhiteSpace {
                pendingSpace = true
                index += 1
                while index < end, source[index].isWhiteSpace { index += 1 }
                continue
            }
            // As far as white space is single spaces between words, the text is already as it should be.
            var chunkEnd = index + 1
            while chunkEnd < end {
                let byte = source[chunkEnd]
                if byte > 0x20 || !byte.isWhiteSpace {
                    chunkEnd += 1
                } else if byte == 0x20, chunkEnd + 1 < end, !source[chunkEnd + 1].isWhiteSpace {
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

    private mutating func beginContent() {
        placeSpace()
        lineHasContent = true
        if unopened > 0 { openPending() }
    }

    private mutating func openPending() {
        unopened = 0
        for index in marks.indices where marks[index].event < 0 && !marks[index].isSuspended {
            let mark = marks[index].mark
            if let last = events.last, last.kind == .close, last.mark == mark, last.offset == text.count, mark.joinsNeighbours {
                // Two neighbours of one kind are one: their delimiters would run into each other.
                events.removeLast()
                marks[index].event = last.partner
                continue
            }
            marks[index].event = events.count
            events.append(InlineEvent(kind: .open, mark: mark, offset: text.count, payload: marks[index].payload))
        }
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

    /// Markup begins, with the content that comes next.
    mutating func open(_ mark: InlineMark, payload: Int = 0, isPresentational: Bool = false) {
        if mark == .link, let outer = marks.lastIndex(where: { $0.mark == .link && !$0.isSuspended }) {
            closeEvents()
            marks[outer].isSuspended = true
        }
        marks.append(OpenMark(mark: mark, payload: payload, isPresentational: isPresentational))
        countUnopened()
    }

    /// The innermost markup ends.
    mutating func close() {
        guard let mark = marks.last else { return }
        if mark.mark == .link, let outer = marks.dropLast().lastIndex(where: { $0.mark == .link }) {
            closeEvents()
            marks[outer].isSuspended = false
        } else if mark.event >= 0 {
            closeEvent(mark)
        }
        marks.removeLast()
        countUnopened()
    }

    /// Opens what is pending now, even though it has no content.
    mutating func openEmpty() {
        beginContent()
        hasInk = true
    }

    /// The block is written even if nothing comes.
    mutating func keepEmpty() { hasInk = true }

    private mutating func countUnopened() {
        unopened = marks.reduce(0) { $0 + ($1.event < 0 && !$1.isSuspended ? 1 : 0) }
    }

    private mutating func closeEvents() {
        for index in marks.indices.reversed() where marks[index].event >= 0 {
            closeEvent(marks[index])
            marks[index].event = -1
        }
        countUnopened()
    }

    private mutating func closeEvent(_ mark: OpenMark) {
        // Behind the last content: not behind line breaks, nor behind spaces of any kind.
        var place = events.count
        var offset = text.count
        while true {
            let last = events[place - 1]
            while offset > last.offset, text[offset - 1] >= 0x80 || text[offset - 1] == 0x20, text.classBefore(offset) == .space {
                offset = text.startOfScalar(endingAt: offset)
            }
            if last.kind != .lineBreak || last.offset != offset { break }
            place -= 1
        }
        events[mark.event].partner = place
        let event = InlineEvent(kind: .close, mark: mark.mark, offset: offset, partner: mark.event, payload: mark.payload)
        if place == events.count { events.append(event) } else { events.insert(event, at: place) }
    }

    /// Ends what is still open and the line break that nothing follows; after this the run is written.
    mutating func finish() {
        closeEvents()
        pendingSpace = false
        while let last = events.last, last.kind == .lineBreak, last.offset == text.count { events.removeLast() }
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

extension InlineMark {
    /// Whether two of the kind side by side, with nothing in between, are written as one.
    var joinsNeighbours: Bool { self == .emphasis || self == .strong || self == .strikethrough }
}
