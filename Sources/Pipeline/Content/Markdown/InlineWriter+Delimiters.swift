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

        func count(_ delimiter: UInt8, _ mark: InlineMark) -> Int {
            let pair = delimiter == 0x2A ? counts.star : counts.underscore
            return mark == .strong ? pair.1 : pair.0
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
                let delimiter =
                    event.mark == .strikethrough ? (around.strikethroughs == 0 ? 0x7E : 0) : chooseDelimiter(index, text, around)
                events[index].delimiter = delimiter
                events[index].payload = delimiter != 0x7E && around.count(delimiter, event.mark) > 0 ? 1 : 0
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
        let behind = classAfter(event.partner, text, whilePlanning: true)
        let neighbour = delimiterBefore(index)
        // Delimiters that end together must differ, too.
        var outer: UInt8 = 0
        if let last = around.open.last, endsTogether(event.partner, events[last].partner) { outer = events[last].delimiter }
        var best: UInt8 = 0
        var lowest = Int.max
        for delimiter in [emphasisMark, 0x2A ^ 0x5F ^ emphasisMark] where delimiter != neighbour && delimiter != outer {
            // Inside its own kind a delimiter must not be able to close.
            if around.count(delimiter, event.mark) > 0, before != .space, inside != .word { continue }
            let cost = delimiter == 0x2A ? 0 : (before == .word ? 1 : 0) + (behind == .word ? 1 : 0)
            if cost < lowest { (best, lowest) = (delimiter, cost) }
        }
        return best
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
    private func classBefore(_ index: Int, _ text: [UInt8]) -> CharacterClass {
        let offset = events[index].offset
        var previous = index - 1
        while previous >= 0, events[previous].offset == offset {
            let event = events[previous]
            if event.kind == .lineBreak { return .space }
            if !event.isLeftOut { return .punctuation }
            previous -= 1
        }
        return offset == 0 ? .space : text.classBefore(offset)
    }

    /// The class of what stands behind an event. Markup counts as punctuation, unless it is known to be left out.
    func classAfter(_ index: Int, _ text: [UInt8], whilePlanning: Bool = false) -> CharacterClass {
        let offset = events[index].offset
        var next = index + 1
        while next < events.count, events[next].offset == offset {
            let event = events[next]
            if event.kind == .lineBreak { return place == .paragraph ? .punctuation : .space }
            if !event.isLeftOut || (whilePlanning && event.kind == .open) { return .punctuation }
            next += 1
        }
        return offset == text.count ? .space : text.classAfter(offset)
    }

    /// Writes what begins a piece of markup.
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
            let inside = classAfter(index, text)
            let before: CharacterClass = layout.out.count == layout.lineStart ? .space : layout.out.classBefore(layout.out.count)
            if before == .word || before == .symbol {
                // Inside its own kind (payload 1) it must not be able to close what is open.
                if inside != .word || event.delimiter == 0x5F || event.payload == 1 { encodeLastCharacter(of: &layout.out) }
            }
            layout.out.append(event.delimiter)
            if event.mark != .emphasis { layout.out.append(event.delimiter) }
        }
    }

    /// Writes what ends a piece of markup.
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
            let inside = layout.out.classBefore(layout.out.count)
            layout.out.append(event.delimiter)
            if event.mark != .emphasis { layout.out.append(event.delimiter) }
            let behind = classAfter(index, text)
            encodesNext = (behind == .word || behind == .symbol) && (inside != .word || event.delimiter == 0x5F)
        }
    }

    /// Writes the last character of the output, which is a letter or symbol of the text, as a character reference: to a reader it is
    /// punctuation then, and lets a delimiter begin behind it.
    private func encodeLastCharacter(of out: inout [UInt8]) {
        let start = out.startOfScalar(endingAt: out.count)
        let scalar = out.scalar(at: start).scalar
        out.removeLast(out.count - start)
        // A backslash of the text would hide the ampersand; one that is an escape already is never before a letter.
        if out.last == 0x5C { out.append(0x5C) }
        out.append(characterReference: scalar)
    }
}

extension InlineEvent {
    /// Whether nothing is written for it. Only known once its delimiter has been chosen.
    var isLeftOut: Bool { kind.isMarkup && mark.isDelimited && delimiter == 0 }
}

extension InlineEvent.Kind {
    var isMarkup: Bool { self == .open || self == .close }
}

extension InlineMark {
    /// Whether it is written with delimiters that have to be flanking.
    var isDelimited: Bool { self == .emphasis || self == .strong || self == .strikethrough }
}

extension [UInt8] {
    /// Appends `&#N;`.
    mutating func append(characterReference scalar: Unicode.Scalar) {
        append(contentsOf: "&#".utf8)
        append(contentsOf: String(scalar.value).utf8)
        append(0x3B)
    }
}
