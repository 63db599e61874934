/// Markup that opens and closes around the content of a run.
extension InlineRun {
    /// Opens what waits for content.
    mutating func openPending() {
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

    /// Counts the marks that wait for content.
    mutating func countUnopened() {
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
}

extension InlineMark {
    /// Whether two of the kind side by side, with nothing in between, are written as one.
    var joinsNeighbours: Bool { self == .emphasis || self == .strong || self == .strikethrough }
}
