/// Chooses the delimiters of emphasis, strong emphasis and strikethrough so that every parser finds the intended structure.
///
/// - SeeAlso: [CommonMark 6.2, Emphasis and strong emphasis](https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis)
extension InlineWriter {
    /// The markup that is open around an event.
    private struct OpenMarkup {
        /// The indices of the open events, the innermost last.
        var open: [Int] = []
        /// The number of open `*`, `**`, `_` and `__`.
        var counts = (star: (0, 0), underscore: (0, 0))
        var strikethroughs = 0

        /// The number of open delimiters that this delimiter could close by mistake.
        ///
        /// These are the open delimiters of its length. For underscores both lengths count, because some parsers stop looking for one
        /// length after they did not find the other.
        func conflicts(with delimiter: UInt8, _ mark: InlineMark) -> Int {
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

    /// Chooses the delimiter of all markup in the order of the text. Markup that no delimiter can express keeps 0 and is left out.
    mutating func planDelimiters(text: [UInt8]) {
        var around = OpenMarkup()
        for index in events.indices {
            let event = events[index]
            guard event.mark.isDelimited else { continue }
            if event.kind == .open {
                var delimiter: UInt8 = 0x7E
                if event.mark != .strikethrough {
                    delimiter = chooseDelimiter(index, text, around)
                } else if around.strikethroughs > 0 || delimiterBefore(index) == 0x7E || cannotOpenTildes(index, text) {
                    delimiter = 0
                }
                events[index].delimiter = delimiter
                events[index].payload = delimiter != 0x7E && around.conflicts(with: delimiter, event.mark) > 0 ? 1 : 0
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

    /// Returns the delimiter of emphasis or strong emphasis with the lowest cost; 0 if no delimiter can express it.
    private func chooseDelimiter(_ index: Int, _ text: [UInt8], _ around: OpenMarkup) -> UInt8 {
        let event = events[index]
        let before = classBefore(index, text)
        let inside = classAfter(index, text, whilePlanning: true)
        let insideEnd = classBefore(event.partner, text, whilePlanning: index)
        let behind = classAfter(event.partner, text, whilePlanning: true)
        let isBesideTildes = before == .afterTildes || behind == .afterTildes
        let needsCharacterBefore = isCharacterNeeded(before: index, text)
        let neighbour = delimiterBefore(index)
        let outer = around.open.last.flatMap { endsTogether(event.partner, events[$0].partner) ? events[$0] : nil }
        let isFollowed = isFollowedByEmphasis(event.partner)
        var best: UInt8 = 0
        var lowest = Int.max
        for delimiter in [emphasisMark, 0x2A ^ 0x5F ^ emphasisMark] where delimiter != neighbour {
            // CommonMark 6.2: a run that is right-flanking, too, would close the open markup with the same delimiter.
            if around.conflicts(with: delimiter, event.mark) > 0, before != .space, inside != .word { continue }
            // After tildes, the character in front cannot become a character reference. Nor can it where another run needs it to open.
            let hasConflicts = around.conflicts(with: delimiter, event.mark) > 0
            if isBesideTildes, delimiter == 0x5F || inside != .word || insideEnd != .word || hasConflicts { continue }
            if needsCharacterBefore, delimiter == 0x5F || inside != .word || hasConflicts { continue }
            var cost = 0
            if delimiter == 0x2A {
                // Markup directly after this cannot use the same delimiter, and may need the asterisk more.
                if isFollowed, before != .word { cost = 1 }
            } else {
                cost = (before == .word ? 2 : 0) + (behind == .word ? 2 : 0)
                // One run of asterisks needs no change of the letters around the outer markup.
                if let outer, outer.delimiter == 0x2A, isBetweenLetters(outer, text) { cost += 2 }
            }
            if let outer, outer.delimiter == delimiter {
                // Two equal delimiters that end together are unambiguous only with different lengths and no other open markup.
                if outer.mark == event.mark || around.open.count > 1 { continue }
                cost += 1
            }
            if cost < lowest { (best, lowest) = (delimiter, cost) }
        }
        return best
    }

    /// Whether a letter directly precedes or follows markup.
    private func isBetweenLetters(_ start: InlineEvent, _ text: [UInt8]) -> Bool {
        let end = events[start.partner].offset
        return start.offset > 0 && text.classBefore(start.offset) == .word || end < text.count && text.classAfter(end) == .word
    }

    /// Whether the character before an event is a letter or symbol that the opening delimiter before it needs unchanged.
    private func isCharacterNeeded(before index: Int, _ text: [UInt8]) -> Bool {
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
        // After white space or punctuation, the delimiter opens before any character.
        let before = classBefore(previous, text)
        return before != .space && before != .punctuation
    }

    /// Whether tildes cannot open here, because that would change a character which another delimiter needs unchanged.
    private func cannotOpenTildes(_ index: Int, _ text: [UInt8]) -> Bool {
        classAfter(index, text, whilePlanning: true) != .word && isCharacterNeeded(before: index, text)
    }

    /// Whether other emphasis begins at the end of this one.
    private func isFollowedByEmphasis(_ index: Int) -> Bool {
        let next = index + 1
        return next < events.count && events[next].kind == .open && events[next].mark.isDelimited
            && events[next].offset == events[index].offset
    }

    /// The delimiter directly before an event, or 0.
    private func delimiterBefore(_ index: Int) -> UInt8 {
        var previous = index - 1
        while previous >= 0, events[previous].offset == events[index].offset {
            let event = events[previous]
            if !event.isLeftOut { return event.mark.isDelimited && event.kind.isMarkup ? event.delimiter : 0 }
            previous -= 1
        }
        return 0
    }

    /// Whether nothing is written between two events.
    private func endsTogether(_ first: Int, _ second: Int) -> Bool {
        guard events[first].offset == events[second].offset else { return false }
        var next = first + 1
        while next < second, events[next].isLeftOut { next += 1 }
        return next == second
    }

    /// The class of the character that will precede an event.
    ///
    /// - Parameters:
    ///   - index: The index of the event.
    ///   - text: The text of the run.
    ///   - planned: The index of the event whose delimiter is being chosen. Markup that begins later counts as punctuation.
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
        return tildes ? byText.precededByTildes : byText
    }

    /// The class of the character that will follow an event. Markup counts as punctuation, unless it is known to be left out.
    func classAfter(_ index: Int, _ text: [UInt8], whilePlanning: Bool = false) -> CharacterClass {
        let offset = events[index].offset
        var next = index + 1
        var tildes = false
        var hasUndecided = false
        while next < events.count, events[next].offset == offset {
            let event = events[next]
            if event.kind == .lineBreak { return block == .paragraph || tildes ? .punctuation : .space }
            let isUndecided = whilePlanning && event.kind == .open && event.mark.isDelimited
            if event.mark == .strikethrough, event.kind.isMarkup {
                tildes = tildes || isUndecided || !event.isLeftOut
            } else if isUndecided {
                // This markup may be left out later, so that tildes directly follow the delimiter.
                hasUndecided = true
            } else if !event.isLeftOut {
                return .punctuation
            }
            next += 1
        }
        if hasUndecided, !tildes { return .punctuation }
        let byText: CharacterClass = offset == text.count ? .space : text.classAfter(offset)
        return tildes ? byText.precededByTildes : byText
    }
}

extension InlineEvent {
    /// Whether nothing is written for the event. Valid once its delimiter has been chosen.
    var isLeftOut: Bool { kind.isMarkup && mark.isDelimited && delimiter == 0 }
}

extension CharacterClass {
    /// The class of this character after tildes, which some parsers count as punctuation and others ignore.
    fileprivate var precededByTildes: CharacterClass { self == .word || self == .symbol ? .afterTildes : .punctuation }
}

extension InlineEvent.Kind {
    var isMarkup: Bool { self == .open || self == .close }
}

extension InlineMark {
    /// Whether the markup is written with delimiter runs. CommonMark 6.2: a run must be left-flanking to open emphasis, and right-flanking
    /// to close it.
    var isDelimited: Bool { self == .emphasis || self == .strong || self == .strikethrough }
}
