/// Emphasis, strong emphasis and strikethrough: which delimiters give the structure that is wanted.
///
/// - SeeAlso: [CommonMark 6.2, Emphasis and strong emphasis](https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis)
extension InlineWriter {
    /// What is open around a place, for the choice of the next delimiter.
    private struct Surroundings {
        /// The events that opened what is open.
        var open: [Int] = []
        /// How many of `*`, `**`, `_`, `__` are open.
        var counts = (star: (0, 0), underscore: (0, 0))
        var strikethroughs = 0

        /// How much is open that the delimiter would close, if it could: what has its length, and of underscores all, since some readers
        /// give up looking for the one when they have not found the other.
        func rivals(of delimiter: UInt8, _ mark: InlineMark) -> Int {
            if delimiter == 0x5F { return counts.underscore.0 + counts.underscore.1 }
            return mark == .strong ? counts.star.1 : counts.star.0
        }

        mutating func add(_ step: Int, _ event: InlineEvent) {
            switch (event.delimiter, event.mark) {
            case (0x2A, .strong): counts.star.1 += step
            case (0x2A, _): counts.star.0 += step
            case (0x5F, .strong): counts.underscore.1 += step
            case (0x5F, _): counts.underscore.0 += step
            default: strikethroughs += step
            }
        }
    }

    /// Chooses the delimiter of every piece of markup in the order of the text. Markup that cannot be written keeps 0, and is left out.
    mutating func planDelimiters(text: [UInt8]) {
        var around = Surroundings()
        for index in events.indices {
            let event = events[index]
            guard event.mark.isDelimited else { continue }
            if event.kind == .open {
                var delimiter: UInt8 = 0x7E
                if event.mark != .strikethrough {
                    delimiter = chooseDelimiter(index, text, around)
                } else if around.strikethroughs > 0 || delimiterBefore(index) == 0x7E || isBound(index, text) {
                    delimiter = 0
                }
                events[index].delimiter = delimiter
                events[index].payload = delimiter != 0x7E && around.rivals(of: delimiter, event.mark) > 0 ? 1 : 0
                events[event.partner].delimiter = delimiter
                if delimiter != 0 {
                    around.open.append(index)
                    around.add(1, events[index])
                }
            } else if event.kind == .close, event.delimiter != 0 {
                around.open.removeLast()
                around.add(-1, event)
            }
        }
    }

    private func chooseDelimiter(_ index: Int, _ text: [UInt8], _ around: Surroundings) -> UInt8 {
        let event = events[index]
        let before = classBefore(index, text)
        let inside = classAfter(index, text, whilePlanning: true)
        let insideEnd = classBefore(event.partner, text, whilePlanning: index)
        let behind = classAfter(event.partner, text, whilePlanning: true)
        let isHemmed = before == .hemmed || behind == .hemmed
        let isBoundBefore = isOnlyCharacter(before: index, text)
        let neighbour = delimiterBefore(index)
        let outer = around.open.last.flatMap { endsTogether(event.partner, events[$0].partner) ? events[$0] : nil }
        let isFollowed = beginsRightBehind(event.partner)
        var best: UInt8 = 0
        var lowest = Int.max
        for delimiter in [emphasisMark, 0x2A ^ 0x5F ^ emphasisMark] where delimiter != neighbour {
            // Inside its own kind a delimiter must not be able to close.
            if around.rivals(of: delimiter, event.mark) > 0, before != .space, inside != .word { continue }
            // What would have to become a character reference cannot, behind tildes or when it lets another delimiter open.
            let hasRivals = around.rivals(of: delimiter, event.mark) > 0
            if isHemmed, delimiter == 0x5F || inside != .word || insideEnd != .word || hasRivals { continue }
            if isBoundBefore, delimiter == 0x5F || inside != .word || hasRivals { continue }
            var cost = 0
            if delimiter == 0x2A {
                // What comes right behind cannot have the same, and may need this one more.
                if isFollowed, before != .word { cost = 1 }
            } else {
                cost = (before == .word ? 2 : 0) + (behind == .word ? 2 : 0)
            }
            if let outer, outer.delimiter == delimiter {
                // Two that end together are read well only if they are of different length, and the only ones.
                if outer.mark == event.mark || around.open.count > 1 { continue }
                cost += 1
            }
            if cost < lowest { (best, lowest) = (delimiter, cost) }
        }
        return best
    }

    /// Whether the character right before an event is a letter or symbol that an opening delimiter before it needs as it is.
    private func isOnlyCharacter(before index: Int, _ text: [UInt8]) -> Bool {
        let offset = events[index].offset
        guard offset > 0, text.classBefore(offset) == .word || text.classBefore(offset) == .symbol else { return false }
        let start = text.startOfScalar(endingAt: offset)
        var previous = index - 1
        while previous >= 0, events[previous].offset >= start, events[previous].isLeftOut || events[previous].offset == offset {
            if events[previous].offset == offset, !events[previous].isLeftOut { return false }
            previous -= 1
        }
        guard previous >= 0, events[previous].offset == start else { return false }
        guard events[previous].kind == .open, events[previous].mark.isDelimited else { return false }
        if events[previous].payload == 1 { return true }
        // Where that one has no letter before it, it opens before whatever comes.
        let before = classBefore(previous, text)
        return before != .space && before != .punctuation
    }

    /// Whether tildes could only open if the character before them, which another delimiter needs as it is, were changed.
    private func isBound(_ index: Int, _ text: [UInt8]) -> Bool {
        classAfter(index, text, whilePlanning: true) != .word && isOnlyCharacter(before: index, text)
    }

    /// Whether other emphasis begins where this one ends.
    private func beginsRightBehind(_ index: Int) -> Bool {
        let next = index + 1
        return next < events.count && events[next].kind == .open && events[next].mark.isDelimited
            && events[next].offset == events[index].offset
    }

    /// The delimiter right before the event, or 0.
    private func delimiterBefore(_ index: Int) -> UInt8 {
        var previous = index - 1
        while previous >= 0, events[previous].offset == events[index].offset {
            let event = events[previous]
            if !event.isLeftOut { return event.mark.isDelimited && event.kind.isMarkup ? event.delimiter : 0 }
            previous -= 1
        }
        return 0
    }

    /// Whether nothing is between two events.
    private func endsTogether(_ first: Int, _ second: Int) -> Bool {
        guard events[first].offset == events[second].offset else { return false }
        var next = first + 1
        while next < second, events[next].isLeftOut { next += 1 }
        return next == second
    }

    /// The class of what stands before an event, judged from the run.
    ///
    /// - Parameter planned: Markup that begins behind this event has not been planned yet, and counts as punctuation.
    private func classBefore(_ index: Int, _ text: [UInt8], whilePlanning planned: Int = .max) -> CharacterClass {
        let offset = events[index].offset
        var previous = index - 1
        var tildes = false
        while previous >= 0, events[previous].offset == offset {
            let event = events[previous]
            if event.kind == .lineBreak { return tildes ? .punctuation : .space }
            if event.mark == .strikethrough, event.kind.isMarkup {
                tildes = tildes || !event.isLeftOut
            } else if !event.isLeftOut || event.partner > planned {
                return .punctuation
            }
            previous -= 1
        }
        let byText: CharacterClass = offset == 0 ? .space : text.classBefore(offset)
        return tildes ? byText.pastTildes : byText
    }

    /// The class of what stands behind an event. Markup counts as punctuation, unless it is known to be left out.
    func classAfter(_ index: Int, _ text: [UInt8], whilePlanning: Bool = false) -> CharacterClass {
        let offset = events[index].offset
        var next = index + 1
        var tildes = false
        var hasUndecided = false
        while next < events.count, events[next].offset == offset {
            let event = events[next]
            if event.kind == .lineBreak { return place == .paragraph || tildes ? .punctuation : .space }
            let isUndecided = whilePlanning && event.kind == .open && event.mark.isDelimited
            if event.mark == .strikethrough, event.kind.isMarkup {
                tildes = tildes || isUndecided || !event.isLeftOut
            } else if isUndecided {
                // It may be left out later, and leave tildes at the delimiter's side.
                hasUndecided = true
            } else if !event.isLeftOut {
                return .punctuation
            }
            next += 1
        }
        if hasUndecided, !tildes { return .punctuation }
        let byText: CharacterClass = offset == text.count ? .space : text.classAfter(offset)
        return tildes ? byText.pastTildes : byText
    }
}

extension InlineEvent {
    /// Whether nothing is written for it. Only known once its delimiter has been chosen.
    var isLeftOut: Bool { kind.isMarkup && mark.isDelimited && delimiter == 0 }
}

extension CharacterClass {
    /// The class of this character with tildes before it, which are punctuation to some readers and nothing to others.
    fileprivate var pastTildes: CharacterClass { self == .word || self == .symbol ? .hemmed : .punctuation }
}

extension InlineEvent.Kind {
    var isMarkup: Bool { self == .open || self == .close }
}

extension InlineMark {
    /// Whether it is written with delimiters that have to be flanking.
    var isDelimited: Bool { self == .emphasis || self == .strong || self == .strikethrough }
}
