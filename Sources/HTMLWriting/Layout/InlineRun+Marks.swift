/// Opening and closing the markup of a run.
extension InlineRun {
    /// Writes the open events of the marks that were waiting for content.
    mutating func openPending() {
        pendingMarks = 0
        for index in marks.indices where marks[index].event < 0 && !marks[index].isSuspended {
            let mark = marks[index].mark
            if let last = events.last, last.kind == .close, last.mark == mark, last.offset == text.count, mark.joinsNeighbours {
                // Adjacent markup of one kind is merged, because its delimiters would form one delimiter run.
                events.removeLast()
                marks[index].event = last.partner
                continue
            }
            marks[index].event = events.count
            events.append(InlineEvent(kind: .open, mark: mark, offset: text.count, payload: marks[index].payload))
        }
    }

    /// Opens markup, which takes effect with the next content.
    mutating func open(_ mark: InlineMark, payload: Int = 0, isPresentational: Bool = false) {
        if mark == .link, let outer = marks.lastIndex(where: { $0.mark == .link && !$0.isSuspended }) {
            closeEvents()
            marks[outer].isSuspended = true
        }
        marks.append(OpenMark(mark: mark, payload: payload, isPresentational: isPresentational))
        countPendingMarks()
    }

    /// Closes the innermost markup.
    mutating func close() {
        guard let mark = marks.last else { return }
        if mark.mark == .link, let outer = marks.dropLast().lastIndex(where: { $0.mark == .link }) {
            closeEvents()
            marks[outer].isSuspended = false
        } else if mark.event >= 0 {
            closeEvent(mark)
        }
        marks.removeLast()
        countPendingMarks()
    }

    /// Opens the pending markup even though it has no content.
    mutating func openEmpty() {
        beginContent()
        hasVisibleContent = true
    }

    /// Ensures that the block is written even if it stays empty.
    mutating func keepEmpty() { hasVisibleContent = true }

    /// Recounts the marks that wait for content.
    mutating func countPendingMarks() {
        pendingMarks = marks.reduce(0) { $0 + ($1.event < 0 && !$1.isSuspended ? 1 : 0) }
    }

    private mutating func closeEvents() {
        for index in marks.indices.reversed() where marks[index].event >= 0 {
            closeEvent(marks[index])
            marks[index].event = -1
        }
        countPendingMarks()
    }

    private mutating func closeEvent(_ mark: OpenMark) {
        // Markup closes directly after its last content, before line breaks and white space.
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

    /// Closes open markup and drops line breaks at the end, before the run is written.
    mutating func finish() {
        closeEvents()
        pendingSpace = false
        while let last = events.last, last.kind == .lineBreak, last.offset == text.count { events.removeLast() }
    }
}

extension InlineMark {
    /// Whether adjacent markup of this kind is merged.
    var joinsNeighbours: Bool { self == .emphasis || self == .strong || self == .strikethrough }
}
