internal import HTMLParsing

/// Finds the addresses in the blocks of a document, and their places in its text.
struct AddressCollector {
    private(set) var addresses: [MarkdownAddress] = []
    private let blocks: [Block]
    private let content: [UInt8]
    private let sources: SourceMap
    private let syntax: MarkdownSyntax
    private var references: ReferenceDefinitions
    private var inlines: InlineParser
    /// The uses of each reference definition.
    private var definitionUses: [MarkdownAddress.Uses]
    /// The links that are open: that of Markdown, and that of HTML.
    private var openLink: OpenLink?
    private var openTag: OpenLink?
    private var isInTable = false

    /// A link whose text is being read.
    private enum OpenLink {
        case address(Int)
        case definition(Int)
    }

    init(_ parser: BlockParser) {
        blocks = parser.blocks
        content = parser.content
        sources = parser.sources ?? SourceMap()
        syntax = parser.syntax
        references = parser.references
        inlines = InlineParser(parser.syntax)
        definitionUses = Array(repeating: [], count: parser.references.destinations.count)
    }

    /// The work of all inline texts, which tests compare with the length of a document.
    var steps: Int { inlines.steps }

    mutating func collect() {
        let text = content
        for block in blocks { collect(block, text.span) }
        for (range, uses) in zip(references.destinations, definitionUses) {
            let isBracketed = range.lowerBound > 0 && text[range.lowerBound - 1] == UInt8(ascii: "<")
            var address: [UInt8] = []
            address.append(unescaped: range, of: text.span)
            add(
                Self.encoded(address), sources.source(of: range), .destination(isBracketed: isBracketed), uses, isInLink: false,
                isInTable: false)
        }
        addresses.sort { $0.range.lowerBound < $1.range.lowerBound }
    }

    private mutating func collect(_ block: Block, _ text: Span<UInt8>) {
        switch block.kind {
        case .paragraph: collectInlines(text, ContentPart(text.trimmed(paragraphRange(block, text))))
        case .heading: collectInlines(text, ContentPart(text.trimmed(block.range)))
        case .html: collectHTML(text.extracting(block.range), ContentPart(block.range))
        case .table: collectTable(block, text)
        case .term:
            forEachLine(of: block.range, text) { collector, line in collector.collectInlines(text, ContentPart(text.trimmed(line))) }
        default: break
        }
    }

    /// The range of a paragraph without the marker of an alert and the box of a task.
    private func paragraphRange(_ block: Block, _ text: Span<UInt8>) -> Range<Int> {
        let parent = blocks[Int(block.parent)]
        let isFirst = parent.firstChild >= 0 && blocks[Int(parent.firstChild)].start == block.start
        if syntax.alerts, isFirst, parent.kind == .quote, parent.parent == 0, let alert = AlertMarker(blocks, quote: parent, text) {
            return min(alert.end, block.range.upperBound)..<block.range.upperBound
        }
        let range = text.trimmed(block.range)
        guard syntax.taskLists, isFirst, parent.kind == .item, TaskBox(text, range) != nil else { return range }
        return range.dropFirst(TaskBox.length)
    }

    private mutating func collectTable(_ table: Block, _ text: Span<UInt8>) {
        isInTable = true
        forEachLine(of: table.range, text) { collector, line in
            let row = text.extracting(line)
            var cells = TableCellReader(row)
            for _ in 0..<Int(table.level) {
                guard let cell = cells.next(row) else { break }
                collector.collectCell(text, line.lowerBound + cell.lowerBound..<line.lowerBound + cell.upperBound)
            }
        }
        isInTable = false
    }

    /// Reads a cell without the backslashes before vertical bars.
    private mutating func collectCell(_ text: Span<UInt8>, _ range: Range<Int>) {
        var part = ContentPart(range)
        var cell: [UInt8] = []
        for index in range {
            if text[index] == UInt8(ascii: "\\"), index + 1 < range.upperBound, text[index + 1] == UInt8(ascii: "|") {
                part.omitted.append(cell.count)
            } else {
                cell.append(text[index])
            }
        }
        if part.omitted.isEmpty { return collectInlines(text, part) }
        collectInlines(cell.span, part, in: cell.indices)
    }

    private mutating func forEachLine(
        of range: Range<Int>, _ text: Span<UInt8>, _ read: (inout AddressCollector, Range<Int>) -> Void
    ) {
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start
            while end < range.upperBound, text[end] != 0x0A { end += 1 }
            read(&self, start..<end)
            start = end + 1
        }
    }
}

/// A part of the content whose bytes are read as a text of their own.
struct ContentPart {
    let range: Range<Int>
    /// The offsets in the text before which a byte of the content is left out, in order.
    var omitted: [Int] = []

    init(_ range: Range<Int>) { self.range = range }

    /// The range in the content of a range of the text.
    func content(of text: Range<Int>) -> Range<Int> {
        let (before, inside) = (omittedCount(before: text.lowerBound), omittedCount(before: text.upperBound))
        return range.lowerBound + text.lowerBound + before..<range.lowerBound + text.upperBound + inside
    }

    /// The number of bytes that are left out before an offset in the text. One at the start of a range belongs to the range.
    private func omittedCount(before offset: Int) -> Int {
        var (low, high) = (0, omitted.count)
        while low < high {
            let middle = (low + high) / 2
            if omitted[middle] < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Texts with inline marks.
extension AddressCollector {
    private mutating func collectInlines(_ text: Span<UInt8>, _ part: ContentPart) {
        collectInlines(text.extracting(part.range), part, in: 0..<part.range.count)
    }

    private mutating func collectInlines(_ text: Span<UInt8>, _ part: ContentPart, in range: Range<Int>) {
        inlines.parse(text, &references)
        /// Inside of an image, all is its alternative text.
        var images = 0
        for item in inlines.items {
            switch item.kind {
            case .imageStart:
                images += 1
                if images == 1 { addTarget(inlines.links[Int(item.value)], isImage: true, text, part) }
            case .imageEnd: images -= 1
            case _ where images > 0: break
            case .linkStart: openLink = addTarget(inlines.links[Int(item.value)], isImage: false, text, part)
            case .linkEnd: openLink = nil
            case .address: addBare(item, text, part)
            case .html: collectHTML(text.extracting(item.range), part, from: Int(item.start))
            default: break
            }
        }
        openLink = nil
    }

    @discardableResult
    private mutating func addTarget(_ link: InlineParser.Link, isImage: Bool, _ text: Span<UInt8>, _ part: ContentPart) -> OpenLink {
        if isImage { noteImage() }
        guard let range = link.source else {
            definitionUses[link.definition].insert(isImage ? .image : .link)
            return .definition(link.definition)
        }
        let isBracketed = range.lowerBound > 0 && text[range.lowerBound - 1] == UInt8(ascii: "<")
        add(
            String(decoding: inlines.data[link.destination], as: UTF8.self), sources.source(of: part.content(of: range)),
            .destination(isBracketed: isBracketed), isImage ? .image : .link, isInLink: openLink != nil, isInTable: isInTable)
        return .address(addresses.count - 1)
    }

    /// Notes that the open links have an image in them.
    private mutating func noteImage() {
        for link in [openLink, openTag] {
            switch link {
            case .address(let index)?: addresses[index].uses.insert(.linkAroundImage)
            case .definition(let index)?: definitionUses[index].insert(.linkAroundImage)
            case nil: break
            }
        }
    }

    private mutating func addBare(_ item: InlineParser.InlineItem, _ text: Span<UInt8>, _ part: ContentPart) {
        var shown: [UInt8] = []
        shown.append(unescaped: item.range, of: text, hasEscapes: false)
        let kind = InlineParser.AddressKind(rawValue: item.value)
        let start = kind == .web ? "http://" : kind == .complete ? "" : "mailto:"
        var range = item.range
        if range.lowerBound > 0, text[range.lowerBound - 1] == UInt8(ascii: "<"), range.upperBound < text.count,
            text[range.upperBound] == UInt8(ascii: ">")
        {
            range = range.lowerBound - 1..<range.upperBound + 1
        }
        let isInLink = openLink != nil || openTag != nil
        add(
            start + Self.encoded(shown), sources.source(of: part.content(of: range)), .bare, .link, isInLink: isInLink, isInTable: isInTable
        )
    }

    private static func encoded(_ address: [UInt8]) -> String {
        var encoded: [UInt8] = []
        encoded.append(address: address.span)
        return String(decoding: encoded, as: UTF8.self)
    }

    private mutating func add(
        _ text: String, _ range: Range<Int>, _ form: MarkdownAddress.Form, _ uses: MarkdownAddress.Uses, isInLink: Bool, isInTable: Bool
    ) {
        addresses.append(MarkdownAddress(text: text, range: range, form: form, uses: uses, isInLink: isInLink, isInTable: isInTable))
    }
}

/// HTML in the text.
extension AddressCollector {
    /// - Parameters:
    ///   - html: A block of HTML, or a tag in a text.
    ///   - part: The part of the content that it is in.
    ///   - start: Its offset in that part.
    private mutating func collectHTML(_ html: Span<UInt8>, _ part: ContentPart, from start: Int = 0) {
        var reader = HTMLAddressReader()
        while let tag = reader.next(html) {
            if tag.name == .a { openTag = nil }
            if tag.name == .img { noteImage() }
            for value in tag.addresses {
                let range = start + value.range.lowerBound..<start + value.range.upperBound
                let source = sources.source(of: part.content(of: range))
                // In a value of several lines, marks of quotes may stand between them.
                guard source.count == range.count || !part.omitted.isEmpty else { continue }
                add(
                    value.text, source, value.form, value.uses, isInLink: openLink != nil,
                    isInTable: isInTable)
                if tag.name == .a { openTag = .address(addresses.count - 1) }
            }
        }
    }
}
