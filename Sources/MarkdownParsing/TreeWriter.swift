internal import HTMLParsing

/// Passes the blocks of a document and their text to a parser of HTML.
struct TreeWriter {
    private var blocks: [Block]
    private let syntax: MarkdownSyntax
    let alignments: [TableSyntax.Alignment]
    private var references: ReferenceDefinitions
    private var inlines: InlineParser
    private var inlineWriter = InlineItemWriter()
    var html = HTMLParser(options: HTMLParserOptions(context: HTMLParserOptions.Context(name: "body")))
    /// The number of cells that rows got in addition to those of the text.
    var addedCells = 0
    /// The text of a cell without the backslashes before vertical bars.
    var cell: [UInt8] = []

    /// Returns the tree of a document, and the work that its text took.
    static func document(of parser: BlockParser) -> (document: HTMLDocument, steps: Int) {
        let content = parser.content
        var writer = TreeWriter(parser)
        writer.write(childrenOf: 0, content.span)
        writer.writeFootnotes(content.span)
        return (writer.html.finish(), writer.inlines.steps)
    }

    private init(_ parser: BlockParser) {
        blocks = parser.blocks
        syntax = parser.syntax
        alignments = parser.alignments
        references = parser.references
        inlines = InlineParser(parser.syntax)
    }

    private mutating func write(childrenOf root: Int32, _ text: Span<UInt8>) {
        var current = blocks[Int(root)].firstChild
        while current >= 0 {
            let block = blocks[Int(current)]
            if block.isContainer, block.kind != .footnote {
                start(current, text)
                if block.firstChild >= 0 {
                    current = block.firstChild
                    continue
                }
                html.endTag(tag(of: blocks[Int(current)]))
            } else {
                write(block, text)
            }
            while blocks[Int(current)].next < 0 {
                current = blocks[Int(current)].parent
                if current == root { return }
                html.endTag(tag(of: blocks[Int(current)]))
            }
            current = blocks[Int(current)].next
        }
    }

    private func tag(of block: Block) -> HTMLTag {
        switch block.kind {
        case .quote: block.level == 0 ? .blockquote : .div
        case .list: block.marker == UInt8(ascii: ".") || block.marker == UInt8(ascii: ")") ? .ol : .ul
        case .item: .li
        case .definitionList: .dl
        default: .dd
        }
    }

    private mutating func start(_ number: Int32, _ text: Span<UInt8>) {
        let block = blocks[Int(number)]
        if block.kind == .quote, syntax.alerts, block.parent == 0, let alert = AlertMarker(blocks, quote: block, text) {
            blocks[Int(number)].level = 1
            return startAlert(alert, block.firstChild, text)
        }
        let tag = tag(of: block)
        if tag == .ol, block.number != 1 { html.attribute("start", String(block.number).utf8.span) }
        html.startTag(tag)
    }

    private mutating func startAlert(_ alert: AlertMarker, _ paragraph: Int32, _ text: Span<UInt8>) {
        let name = alert.word.lowercased()
        html.attribute("class", "markdown-alert markdown-alert-\(name)".utf8.span)
        html.startTag(.div)
        html.attribute("class", "markdown-alert-title".utf8.span)
        html.startTag(.p)
        html.text(alert.word.utf8.span)
        html.endTag(.p)
        blocks[Int(paragraph)].start = Int32(alert.end)
        if text.trimmed(blocks[Int(paragraph)].range).isEmpty { blocks[Int(paragraph)].kind = .nothing }
    }

    private mutating func write(_ block: Block, _ text: Span<UInt8>) {
        switch block.kind {
        case .paragraph: writeParagraph(block, text)
        case .heading:
            let tag = HTMLTag(rawValue: HTMLTag.h1.rawValue + UInt8(block.level) - 1) ?? .h6
            html.startTag(tag)
            writeInlines(text.extracting(text.trimmed(block.range)))
            html.endTag(tag)
        case .rule: html.startTag(.hr)
        case .code: writeCode(block, text)
        case .html: html.html(text.extracting(block.range))
        case .table: writeTable(block, text)
        case .term:
            var rest = block.range
            while !rest.isEmpty {
                var end = rest.lowerBound
                while end < rest.upperBound, text[end] != 0x0A { end += 1 }
                html.startTag(.dt)
                writeInlines(text.extracting(text.trimmed(rest.lowerBound..<end)))
                html.endTag(.dt)
                rest = min(end + 1, rest.upperBound)..<rest.upperBound
            }
        default: break
        }
    }

    mutating func writeInlines(_ text: Span<UInt8>) {
        inlines.parse(text, &references)
        inlineWriter.write(inlines, text, to: &html)
    }

    private mutating func writeParagraph(_ block: Block, _ text: Span<UInt8>) {
        let parent = blocks[Int(block.parent)]
        let isTight =
            parent.kind == .item && !blocks[Int(parent.parent)].isLoose || parent.kind == .definition && !parent.isLoose
        if !isTight { html.startTag(.p) }
        var range = text.trimmed(block.range)
        if syntax.taskLists, parent.kind == .item, blocks[Int(parent.firstChild)].start == block.start {
            range = writeCheckbox(range, text)
        }
        writeInlines(text.extracting(range))
        if parent.kind == .footnote, block.next < 0 { writeBackReferences(to: block.parent) }
        if !isTight { html.endTag(.p) }
    }

    /// Writes the box of a task and returns the range of its text.
    private mutating func writeCheckbox(_ range: Range<Int>, _ text: Span<UInt8>) -> Range<Int> {
        guard let box = TaskBox(text, range) else { return range }
        html.attribute("type", "checkbox".utf8.span)
        if box.isChecked { html.attribute("checked", "".utf8.span) }
        html.attribute("disabled", "".utf8.span)
        html.startTag(.input)
        return range.dropFirst(TaskBox.length)
    }

    private mutating func writeCode(_ block: Block, _ text: Span<UInt8>) {
        html.startTag(.pre)
        var end = Int(block.info)
        while end < block.infoEnd, !text[end].isBlank { end += 1 }
        if end > block.info {
            var name = Array("language-".utf8)
            name.append(unescaped: Int(block.info)..<end, of: text)
            html.attribute("class", name.span)
        }
        html.startTag(.code)
        html.text(text.extracting(block.range))
        html.endTag(.code)
        html.endTag(.pre)
    }
}

/// The box at the start of a task: `[ ]` or `[x]`, and a space.
struct TaskBox {
    /// The length without the space.
    static let length = 3

    let isChecked: Bool

    init?(_ text: Span<UInt8>, _ range: Range<Int>) {
        guard range.count > Self.length, text[range.lowerBound] == UInt8(ascii: "["), text[range.lowerBound + 2] == UInt8(ascii: "]"),
            text[range.lowerBound + 3].isBlankOrNewline
        else { return nil }
        let mark = text[range.lowerBound + 1]
        isChecked = mark | 0x20 == UInt8(ascii: "x")
        guard isChecked || mark == 0x20 else { return nil }
    }
}

/// The first line of a block quote that is an alert.
struct AlertMarker {
    /// The title of the alert, such as `Note`.
    let word: String
    /// The offset of the next line.
    let end: Int

    init?(_ blocks: [Block], quote: Block, _ text: Span<UInt8>) {
        guard quote.firstChild >= 0, blocks[Int(quote.firstChild)].kind == .paragraph else { return nil }
        let range = blocks[Int(quote.firstChild)].range
        guard text.hasWord("[!", at: range.lowerBound) else { return nil }
        for word in ["Note", "Tip", "Important", "Warning", "Caution"] {
            let name = Array((word.lowercased() + "]").utf8)
            let start = range.lowerBound + 2
            guard start + name.count <= range.upperBound, name.indices.allSatisfy({ text[start + $0].asciiLowercased == name[$0] }) else {
                continue
            }
            let end = text.afterBlanks(start + name.count)
            guard end < range.upperBound, text[end] == 0x0A else { return nil }
            // A quote that consists of this line alone stays a quote.
            guard end + 1 < range.upperBound || blocks[Int(quote.firstChild)].next >= 0 else { return nil }
            self.word = word
            self.end = end + 1
            return
        }
        return nil
    }
}

/// Footnotes, after the document, in the order of their first references.
extension TreeWriter {
    private mutating func writeFootnotes(_ text: Span<UInt8>) {
        guard !inlineWriter.footnotes.isEmpty else { return }
        html.attribute("class", "footnotes".utf8.span)
        html.attribute("data-footnotes", "".utf8.span)
        html.startTag(.section)
        html.startTag(.ol)
        var index = 0
        // A footnote may refer to further ones.
        while index < inlineWriter.footnotes.count {
            let footnote = inlineWriter.footnotes[index]
            index += 1
            html.attribute("id", "fn-\(index)".utf8.span)
            html.startTag(.li)
            write(childrenOf: footnote, text)
            let last = blocks[Int(footnote)].lastChild
            if last < 0 || blocks[Int(last)].kind != .paragraph { writeBackReferences(to: footnote) }
            html.endTag(.li)
        }
        html.endTag(.ol)
        html.endTag(.section)
    }

    private mutating func writeBackReferences(to footnote: Int32) {
        guard let reference = inlineWriter.references[footnote] else { return }
        for count in 1...reference.count {
            html.text(" ".utf8.span)
            html.attribute("href", "#fnref-\(reference.number)\(count == 1 ? "" : "-\(count)")".utf8.span)
            html.attribute("class", "footnote-backref".utf8.span)
            html.attribute("data-footnote-backref", "".utf8.span)
            html.startTag(.a)
            html.text("\u{21A9}".utf8.span)
            html.endTag(.a)
        }
    }
}
