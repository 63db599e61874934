/// Writes markup with its chosen delimiters. Encodes characters beside a delimiter where the delimiter would not be flanking otherwise.
extension InlineWriter {
    /// Writes the start of markup.
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
            let inside = classAfter(endOfRun(index), text)
            let before: CharacterClass = layout.out.count == layout.lineStart ? .space : layout.out.classBefore(layout.out.count)
            if before == .word || before == .symbol {
                // Inside markup with the same delimiter (payload 1), the delimiter must not be able to close it.
                if inside != .word || event.delimiter == 0x5F || event.payload == 1 {
                    encodeLastCharacter(before: index, text, &layout.out)
                }
            }
            layout.out.append(event.delimiter)
            if event.mark != .emphasis { layout.out.append(event.delimiter) }
        }
    }

    /// Writes the end of markup.
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
            let inside = layout.out.classBefore(layout.out.count - lengthOfRun(before: index))
            layout.out.append(event.delimiter)
            if event.mark != .emphasis { layout.out.append(event.delimiter) }
            let behind = classAfter(index, text)
            encodesNext = (behind == .word || behind == .symbol) && (inside != .word || event.delimiter == 0x5F)
        }
    }

    /// The last of the events whose delimiters form one run with the delimiter of this start of markup.
    private func endOfRun(_ index: Int) -> Int {
        var last = index
        while last + 1 < events.count, events[last + 1].joins(events[index]) { last += 1 }
        return last
    }

    /// The number of delimiters in the output that form one run with the delimiter of this end of markup, in bytes.
    private func lengthOfRun(before index: Int) -> Int {
        var length = 0
        var previous = index - 1
        while previous >= 0, events[previous].joins(events[index]) {
            length += events[previous].mark == .emphasis ? 1 : 2
            previous -= 1
        }
        return length
    }

    /// Replaces the last character of the output, a letter or symbol of the text, by a character reference. It ends in punctuation, so
    /// that a delimiter can open behind it.
    private func encodeLastCharacter(before index: Int, _ text: [UInt8], _ out: inout [UInt8]) {
        let start = out.startOfScalar(endingAt: out.count)
        let scalar = out.scalar(at: start).scalar
        let offset = events[index].offset - (out.count - start)
        out.removeLast(out.count - start)
        // Underscores in front of the character are no longer inside a word, so they need escapes now.
        if events[..<index].last(where: { $0.offset < events[index].offset })?.offset != offset {
            escapeUnderscores(before: offset, text, &out)
        }
        // An unescaped backslash of the text would escape the ampersand.
        let backslashes = out.count - 1 - (out.lastIndex { $0 != 0x5C } ?? -1)
        if backslashes % 2 == 1 { out.append(0x5C) }
        out.append(characterReference: scalar)
    }

    /// Escapes the underscores at the end of the output that the text has before `offset`.
    private func escapeUnderscores(before offset: Int, _ text: [UInt8], _ out: inout [UInt8]) {
        var count = 0
        while count < offset, text[offset - count - 1] == 0x5F, out.count > count, out[out.count - count - 1] == 0x5F { count += 1 }
        if count == 0 || out.count > count && out[out.count - count - 1] == 0x5C { return }
        out.removeLast(count)
        for _ in 0..<count { out.append(contentsOf: [0x5C, 0x5F]) }
    }
}

extension InlineEvent {
    /// Whether its delimiter forms one run with that of a neighbour, so that both are flanking by the same characters.
    fileprivate func joins(_ other: InlineEvent) -> Bool {
        kind == other.kind && offset == other.offset && mark.isDelimited && mark != .strikethrough && delimiter == other.delimiter
    }
}
