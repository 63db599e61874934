internal import HTMLParsing

/// Finds the blocks of a document, line by line.
///
/// The content of all blocks is in one buffer. Only one block at a time takes lines, so that the lines of a block are contiguous.
///
/// - SeeAlso: [CommonMark, Phase 1: block structure](https://spec.commonmark.org/0.31.2/#phase-1-block-structure)
struct BlockParser {
    /// The maximum nesting depth of blocks. A marker that would begin a deeper container is text. The limit of the HTML parser counts
    /// elements, of which a list and its item are two.
    static let maximumDepth = 256

    let syntax: MarkdownSyntax
    var blocks = [Block(.document, parent: -1)]
    var content: [UInt8] = []
    var references: ReferenceDefinitions
    /// The places of the content in the text; nil unless the caller asks for them.
    var sources: SourceMap?
    /// The alignments of the columns of all tables.
    var alignments: [TableSyntax.Alignment] = []

    /// The innermost open block.
    var tip: Int32 = 0
    /// The innermost block that the current line continues.
    var matched: Int32 = 0
    /// The number of block quotes that the current line continues.
    private var matchedQuotes = 0
    var cursor = LineCursor(0..<0, in: Span())
    /// If the last line was blank: the number of block quotes that it continued. If not: -1.
    private(set) var quotesOfBlankLine = -1
    /// Whether the current line has begun the innermost item.
    private var isFreshItem = false
    /// Whether the current line has been read to its end.
    var isLineTaken = false
    /// The number of steps from block to block, which tests compare with the length of a document.
    private(set) var steps = 0

    /// Creates a parser for a document of this many bytes.
    init(_ syntax: MarkdownSyntax, documentLength: Int) {
        self.syntax = syntax
        references = ReferenceDefinitions(documentLength: documentLength)
        content.reserveCapacity(documentLength + documentLength / 16)
        blocks.reserveCapacity(documentLength / 64)
    }

    /// Reads all lines.
    ///
    /// - Parameter text: Well-formed UTF-8 without NUL.
    mutating func parse(_ text: Span<UInt8>) {
        var start = 0
        while start < text.count {
            let end = firstIndex(of: 0x0A, 0x0D, 0x0A, 0x0D, from: start, in: text)
            readLine(start..<end, text)
            start = end + 1
            if end < text.count, text[end] == 0x0D, start < text.count, text[start] == 0x0A { start += 1 }
        }
        matched = -1
        while tip >= 0 { closeTip() }
    }

    private mutating func readLine(_ range: Range<Int>, _ text: Span<UInt8>) {
        cursor = LineCursor(range, in: text)
        // A second empty line changes only the blocks whose lines are kept.
        if cursor.isBlank, quotesOfBlankLine == 0, blocks[Int(tip)].isContainer { return }
        matched = 0
        matchedQuotes = 0
        guard continueBlocks(text) else {
            quotesOfBlankLine = -1
            return
        }
        openBlocks(text)
        takeRest(text)
    }

    /// Finds the open blocks that the line continues.
    ///
    /// - Returns: False if the line ends a fenced block of code, so that nothing of it is left to read.
    private mutating func continueBlocks(_ text: Span<UInt8>) -> Bool {
        while true {
            let child = blocks[Int(matched)].lastChild
            guard child >= 0, blocks[Int(child)].isOpen else { return true }
            steps &+= 1
            switch blocks[Int(child)].kind {
            case .quote:
                guard cursor.indent < 4, cursor.byte(cursor.content, in: text) == UInt8(ascii: ">") else { return true }
                skipQuoteMarker(text)
                matchedQuotes += 1
            case .list, .document, .definitionList: break
            case .item, .definition, .footnote:
                if cursor.isBlank {
                    if blocks[Int(child)].firstChild < 0 { return true }
                    cursor.skipBlanks()
                } else if cursor.indent >= blocks[Int(child)].padding {
                    cursor.advance(columns: Int(blocks[Int(child)].padding), in: text)
                } else {
                    return true
                }
            case .code:
                if blocks[Int(child)].marker == 0 {
                    if cursor.indent >= 4 {
                        cursor.advance(columns: 4, in: text)
                    } else if cursor.isBlank {
                        cursor.skipBlanks()
                    } else {
                        return true
                    }
                } else if closesFence(child, text) {
                    matched = child
                    closeUnmatched()
                    closeTip()
                    return false
                } else {
                    cursor.advance(columns: min(cursor.indent, Int(blocks[Int(child)].padding)), in: text)
                }
            case .html: if cursor.isBlank, blocks[Int(child)].level >= 6 { return true }
            case .paragraph, .table: if cursor.isBlank { return true }
            case .heading, .rule, .term, .nothing: return true
            }
            matched = child
        }
    }

    mutating func skipQuoteMarker(_ text: Span<UInt8>) {
        cursor.skipBlanks()
        cursor.advance(bytes: 1, in: text)
        if cursor.byte(cursor.offset, in: text).isBlank { cursor.advance(columns: 1, in: text) }
    }

    /// Gives the rest of the line to a block.
    private mutating func takeRest(_ text: Span<UInt8>) {
        defer { (isFreshItem, isLineTaken) = (false, false) }
        if isLineTaken {
            quotesOfBlankLine = -1
            return
        }
        if tip != matched, !cursor.isBlank, blocks[Int(tip)].kind == .paragraph {
            // A lazy continuation line of a paragraph.
            cursor.skipBlanks()
            addLine(text)
            quotesOfBlankLine = -1
            return
        }
        closeUnmatched()
        let block = blocks[Int(tip)]
        var isBlankLine = cursor.isBlank
        switch block.kind {
        case .code:
            addLine(text)
            if block.marker != 0 { isBlankLine = false }
        case .html:
            addLine(text)
            if endsHTML(block.level, text) { closeTip() }
        case .quote where cursor.isBlank: isBlankLine = false
        // An item that begins with a blank line is not loose for that.
        case .item where cursor.isBlank: isBlankLine = block.firstChild >= 0 || !isFreshItem
        case _ where cursor.isBlank: break
        default:
            if block.isContainer { add(.paragraph) }
            cursor.skipBlanks()
            addLine(text)
        }
        quotesOfBlankLine = isBlankLine ? matchedQuotes : -1
    }

    /// Appends the rest of the line to the innermost block.
    mutating func addLine(_ text: Span<UInt8>) {
        var start = cursor.offset
        if cursor.restOfTab > 0 {
            content.append(contentsOf: repeatElement(0x20, count: cursor.restOfTab))
            start += 1
        }
        sources?.add(content.count, from: start)
        content.append(span: text.extracting(start..<max(start, cursor.end)))
        content.append(0x0A)
        blocks[Int(tip)].end = Int32(truncatingIfNeeded: content.count)
    }

    /// Closes the blocks that the line does not continue.
    mutating func closeUnmatched() {
        while tip != matched { closeTip() }
    }

    /// Adds a block inside of the innermost block that the line continues. The new block becomes the innermost one.
    mutating func add(_ kind: Block.Kind) {
        closeUnmatched()
        while !canContain(blocks[Int(tip)].kind, kind) { closeTip() }
        let parent = tip
        if quotesOfBlankLine >= 0, matchedQuotes >= quotesOfBlankLine { noteBlankLine(before: parent) }
        var block = Block(kind, parent: parent)
        block.depth = blocks[Int(parent)].depth + 1
        block.start = Int32(truncatingIfNeeded: content.count)
        block.end = block.start
        let number = Int32(blocks.count)
        blocks.append(block)
        link(number, in: parent)
        tip = number
        matched = number
        isFreshItem = kind == .item
    }

    func canContain(_ parent: Block.Kind, _ child: Block.Kind) -> Bool {
        switch parent {
        case .document, .quote, .item, .footnote, .definition: child != .item && child != .definition && child != .term
        case .list: child == .item
        case .definitionList: child == .definition || child == .term
        default: false
        }
    }

    mutating func link(_ number: Int32, in parent: Int32) {
        let last = blocks[Int(parent)].lastChild
        if last >= 0 { blocks[Int(last)].next = number } else { blocks[Int(parent)].firstChild = number }
        blocks[Int(parent)].lastChild = number
    }

    /// Makes a list loose that has a blank line before one of its items, or before a part of an item.
    private mutating func noteBlankLine(before parent: Int32) {
        let block = blocks[Int(parent)]
        if block.firstChild < 0 { return }
        if block.kind == .list { blocks[Int(parent)].isLoose = true }
        if block.kind == .item { blocks[Int(block.parent)].isLoose = true }
        if block.kind == .definition { blocks[Int(parent)].isLoose = true }
    }

    /// Closes the innermost block.
    mutating func closeTip() {
        let block = blocks[Int(tip)]
        blocks[Int(tip)].isOpen = false
        switch block.kind {
        case .paragraph: readDefinitions(tip)
        case .code where block.marker == 0:
            // Blank lines at the end are no part of the code.
            var end = Int(block.end)
            while end > Int(block.start), content[end - 1].isBlankOrNewline { end -= 1 }
            while end < Int(block.end), content[end] != 0x0A { end += 1 }
            blocks[Int(tip)].end = Int32(truncatingIfNeeded: min(end + 1, Int(block.end)))
        default: break
        }
        tip = block.parent
    }

    /// Reads the link reference definitions at the start of a paragraph.
    mutating func readDefinitions(_ paragraph: Int32) {
        let range = blocks[Int(paragraph)].range
        guard content[range.lowerBound] == UInt8(ascii: "[") else { return }
        let content = content
        let read = references.readDefinitions(in: content.span.extracting(range), at: range.lowerBound)
        blocks[Int(paragraph)].start += Int32(truncatingIfNeeded: read)
        if read == range.count { blocks[Int(paragraph)].kind = .nothing }
    }
}
