internal import HTMLParsing

/// The markers that begin blocks, in the order in which they are looked for.
extension BlockParser {
    /// Opens the blocks that begin in the line.
    mutating func openBlocks(_ text: Span<UInt8>) {
        var mayBeLazy = blocks[Int(tip)].kind == .paragraph
        while true {
            let kind = blocks[Int(matched)].kind
            if kind == .code || kind == .html { return }
            guard !cursor.isBlank else { return }
            let isIndented = cursor.indent >= 4
            if isIndented, !mayBeLazy {
                cursor.advance(columns: 4, in: text)
                add(.code)
                return
            }
            guard !isIndented, begins(text, in: kind), !isLineTaken else { return }
            mayBeLazy = false
        }
    }

    /// Opens the block that begins at the content of the line.
    private mutating func begins(_ text: Span<UInt8>, in kind: Block.Kind) -> Bool {
        let first = text[cursor.content]
        switch first {
        case UInt8(ascii: ">"):
            guard hasRoom else { return false }
            add(.quote)
            skipQuoteMarker(text)
            return true
        case UInt8(ascii: "#"): return heading(text)
        case UInt8(ascii: "`"), UInt8(ascii: "~"): return fence(text)
        case UInt8(ascii: "<"): return html(text, in: kind)
        case UInt8(ascii: "="): return kind == .paragraph && underline(text, level: 1)
        case UInt8(ascii: "-"):
            if kind == .paragraph, underline(text, level: 2) { return true }
            return rule(text) || listItem(text) || startTable(text)
        case UInt8(ascii: "*"), UInt8(ascii: "_"): return rule(text) || first != UInt8(ascii: "_") && listItem(text)
        case UInt8(ascii: "+"), UInt8(ascii: "0")...UInt8(ascii: "9"): return listItem(text)
        case UInt8(ascii: "["): return syntax.footnotes && footnote(text)
        case UInt8(ascii: ":"): return syntax.definitionLists && definition(text, in: kind) || startTable(text)
        case UInt8(ascii: "|"): return startTable(text)
        default: return false
        }
    }

    /// Whether one more container fits.
    private var hasRoom: Bool { Int(blocks[Int(matched)].depth) < Self.maximumDepth }

    private mutating func heading(_ text: Span<UInt8>) -> Bool {
        var index = cursor.content
        while index < cursor.end, text[index] == UInt8(ascii: "#") { index += 1 }
        let level = index - cursor.content
        guard level <= 6, index == cursor.end || text[index].isBlank else { return false }
        let line = text.extracting(first: cursor.end)
        var range = line.trimmed(index..<line.count)
        // A closing run of `#` is no content.
        var end = range.upperBound
        while end > range.lowerBound, text[end - 1] == UInt8(ascii: "#") { end -= 1 }
        if end == range.lowerBound || text[end - 1].isBlank { range = line.trimmed(range.lowerBound..<end) }
        add(.heading)
        blocks[Int(tip)].level = Int32(level)
        sources?.add(content.count, from: range.lowerBound)
        content.append(span: text.extracting(range))
        content.append(0x0A)
        blocks[Int(tip)].end = Int32(truncatingIfNeeded: content.count)
        isLineTaken = true
        return true
    }

    /// Makes a heading of the paragraph above a line of `=` or `-`.
    private mutating func underline(_ text: Span<UInt8>, level: Int32) -> Bool {
        let character = text[cursor.content]
        var index = cursor.content
        while index < cursor.end, text[index] == character { index += 1 }
        let line = text.extracting(first: cursor.end)
        guard line.afterBlanks(index) == line.count else { return false }
        readDefinitions(matched)
        guard blocks[Int(matched)].kind == .paragraph else {
            // The paragraph has definitions alone: the line begins a new one.
            blocks[Int(matched)].isOpen = false
            matched = blocks[Int(matched)].parent
            tip = matched
            return false
        }
        blocks[Int(matched)].kind = .heading
        blocks[Int(matched)].level = level
        isLineTaken = true
        return true
    }

    private mutating func rule(_ text: Span<UInt8>) -> Bool {
        let character = text[cursor.content]
        var count = 0
        for index in cursor.content..<cursor.end {
            if text[index] == character {
                count += 1
            } else if !text[index].isBlank {
                return false
            }
        }
        guard count >= 3 else { return false }
        add(.rule)
        isLineTaken = true
        return true
    }

    private mutating func fence(_ text: Span<UInt8>) -> Bool {
        let character = text[cursor.content]
        var index = cursor.content
        while index < cursor.end, text[index] == character { index += 1 }
        let length = index - cursor.content
        guard length >= 3 else { return false }
        if character == UInt8(ascii: "`") {
            for other in index..<cursor.end where text[other] == character { return false }
        }
        let line = text.extracting(first: cursor.end)
        let info = line.trimmed(index..<line.count)
        let indent = cursor.indent
        add(.code)
        blocks[Int(tip)].marker = character
        blocks[Int(tip)].number = Int32(truncatingIfNeeded: length)
        blocks[Int(tip)].padding = Int32(indent)
        blocks[Int(tip)].info = Int32(truncatingIfNeeded: content.count)
        content.append(span: text.extracting(info))
        blocks[Int(tip)].infoEnd = Int32(truncatingIfNeeded: content.count)
        blocks[Int(tip)].start = blocks[Int(tip)].infoEnd
        blocks[Int(tip)].end = blocks[Int(tip)].infoEnd
        isLineTaken = true
        return true
    }

    /// Whether the line closes a fenced block of code.
    func closesFence(_ code: Int32, _ text: Span<UInt8>) -> Bool {
        let block = blocks[Int(code)]
        guard cursor.indent < 4 else { return false }
        var index = cursor.content
        while index < cursor.end, text[index] == block.marker { index += 1 }
        return index - cursor.content >= Int(block.number) && text.extracting(first: cursor.end).afterBlanks(index) == cursor.end
    }

    private mutating func listItem(_ text: Span<UInt8>) -> Bool {
        guard let marker = ListMarker(text.extracting(first: cursor.end), at: cursor.content), hasRoom else { return false }
        let kind = blocks[Int(matched)].kind
        // In a paragraph, an empty item is text, and so is a number that does not begin a list.
        if kind == .paragraph, marker.isEmpty || marker.isOrdered && marker.number != 1 { return false }
        let indent = cursor.indent
        cursor.skipBlanks()
        cursor.advance(bytes: marker.length, in: text)
        let start = cursor
        while cursor.column - start.column <= 5, cursor.byte(cursor.offset, in: text).isBlank { cursor.advance(columns: 1, in: text) }
        var columns = cursor.column - start.column
        if columns < 1 || columns >= 5 || cursor.isBlank {
            cursor = start
            if columns > 0 { cursor.advance(columns: 1, in: text) }
            columns = 1
        }
        if kind != .list || blocks[Int(matched)].marker != marker.character {
            add(.list)
            blocks[Int(tip)].marker = marker.character
            blocks[Int(tip)].number = marker.number
        }
        add(.item)
        blocks[Int(tip)].padding = Int32(indent + marker.length + columns)
        return true
    }

    private mutating func footnote(_ text: Span<UInt8>) -> Bool {
        guard hasRoom, let label = LinkSyntax.label(in: text.extracting(first: cursor.end), at: cursor.content),
            label.content.count > 1, text[label.content.lowerBound] == UInt8(ascii: "^"), label.end < cursor.end,
            text[label.end] == UInt8(ascii: ":")
        else { return false }
        for index in label.content where text[index].isBlank { return false }
        let isNew = references.addFootnote(text.extracting(label.content.dropFirst()), Int32(blocks.count))
        add(.footnote)
        blocks[Int(tip)].padding = 4
        blocks[Int(tip)].level = isNew ? 1 : 0
        cursor.skipBlanks()
        cursor.advance(bytes: label.end + 1 - cursor.offset, in: text)
        cursor.skipBlanks()
        return true
    }

    /// Reads `: definition` below a paragraph, which becomes terms, one a line.
    ///
    /// - SeeAlso: [PHP Markdown Extra, Definition Lists](https://michelf.ca/projects/php-markdown/extra/#def-list)
    private mutating func definition(_ text: Span<UInt8>, in kind: Block.Kind) -> Bool {
        guard hasRoom, cursor.byte(cursor.content + 1, in: text).isBlank else { return false }
        if kind != .definitionList {
            let paragraph = kind == .paragraph ? matched : blocks[Int(matched)].lastChild
            guard paragraph >= 0, blocks[Int(paragraph)].kind == .paragraph else { return false }
            makeTerms(of: paragraph)
        }
        let indent = cursor.indent
        let isLoose = quotesOfBlankLine >= 0
        cursor.skipBlanks()
        cursor.advance(bytes: 1, in: text)
        let start = cursor.column
        cursor.advance(columns: min(cursor.indent, 3), in: text)
        add(.definition)
        blocks[Int(tip)].padding = Int32(indent + 1 + cursor.column - start)
        blocks[Int(tip)].isLoose = isLoose
        return true
    }

    private mutating func makeTerms(of paragraph: Int32) {
        closeUnmatched()
        var term = Block(.term, parent: paragraph)
        (term.start, term.end, term.isOpen) = (blocks[Int(paragraph)].start, blocks[Int(paragraph)].end, false)
        term.depth = blocks[Int(paragraph)].depth + 1
        blocks[Int(paragraph)].kind = .definitionList
        blocks[Int(paragraph)].isOpen = true
        blocks.append(term)
        link(Int32(blocks.count - 1), in: paragraph)
        (tip, matched) = (paragraph, paragraph)
    }
}

/// The marker of a list item.
private struct ListMarker {
    /// `-`, `+`, `*`, or the character after a number.
    let character: UInt8
    let length: Int
    let number: Int32
    let isOrdered: Bool
    /// Whether nothing follows the marker.
    let isEmpty: Bool

    init?(_ line: Span<UInt8>, at start: Int) {
        var index = start
        var number: Int32 = 0
        while index < line.count, index - start < 9, line[index].isASCIIDigit {
            number = number * 10 + Int32(line[index] & 15)
            index += 1
        }
        isOrdered = index > start
        guard index < line.count else { return nil }
        character = line[index]
        if isOrdered {
            guard character == UInt8(ascii: ".") || character == UInt8(ascii: ")") else { return nil }
        } else {
            guard character == UInt8(ascii: "-") || character == UInt8(ascii: "+") || character == UInt8(ascii: "*") else { return nil }
        }
        index += 1
        guard index == line.count || line[index].isBlank else { return nil }
        isEmpty = line.afterBlanks(index) == line.count
        self.number = number
        length = index - start
    }
}
