internal import HTMLParsing

/// Passes the items of a text to a parser of HTML, as text and tags.
struct InlineItemWriter {
    /// The footnotes in the order of their first references.
    private(set) var footnotes: [Int32] = []
    /// For each footnote, by its block: its number from 1 on, and how many references it has.
    private(set) var references: [Int32: (number: Int, count: Int)] = [:]
    private var buffer: [UInt8] = []
    /// The alternative text of the image that is being read.
    private var alternative: [UInt8] = []
    /// The images that are open: inside of an image, elements are text.
    private var images: [Int32] = []

    /// Writes the items of a text.
    mutating func write(_ parser: borrowing InlineParser, _ text: Span<UInt8>, to html: inout HTMLParser) {
        for index in 0..<parser.items.count {
            let item = parser.items[index]
            switch item.kind {
            case .imageStart: images.append(item.value)
            case .imageEnd: endImage(parser, to: &html)
            case _ where !images.isEmpty: describe(item, parser, text)
            default: write(item, parser, text, to: &html)
            }
        }
    }

    @inline(__always)
    private mutating func write(
        _ item: InlineParser.InlineItem, _ parser: borrowing InlineParser, _ text: Span<UInt8>, to html: inout HTMLParser
    ) {
        switch item.kind {
        case .text: html.text(text.extracting(item.range))
        case .decoded: html.text(parser.data.span.extracting(item.range))
        case .softBreak: html.text("\n".utf8.span)
        case .hardBreak:
            html.startTag(.br)
            html.text("\n".utf8.span)
        case .code: writeCode(item.range, text, to: &html)
        case .math, .displayMath: writeFormula(item, text, to: &html)
        case .html: html.html(text.extracting(item.range))
        case .address: writeAddress(item, text, to: &html)
        case .run: write(parser.runs, item, text, to: &html)
        case .linkStart:
            let link = parser.links[Int(item.value)]
            html.attribute("href", parser.data.span.extracting(link.destination))
            if let title = link.title { html.attribute("title", parser.data.span.extracting(title)) }
            html.startTag(.a)
        case .linkEnd: html.endTag(.a)
        case .footnote: writeReference(to: item.value, html: &html)
        case .imageStart, .imageEnd: break
        }
    }

    private func write(_ runs: DelimiterRuns, _ item: InlineParser.InlineItem, _ text: Span<UInt8>, to html: inout HTMLParser) {
        let run = runs.all[Int(item.value)]
        var tag = run.firstEnd
        while tag >= 0 {
            html.endTag(runs.tags[Int(tag)].tag)
            tag = runs.tags[Int(tag)].next
        }
        html.text(text.extracting(item.range.prefix(Int(run.rest))))
        tag = run.firstStart
        while tag >= 0 {
            html.startTag(runs.tags[Int(tag)].tag)
            tag = runs.tags[Int(tag)].next
        }
    }

    private mutating func writeCode(_ range: Range<Int>, _ text: Span<UInt8>, to html: inout HTMLParser) {
        let content = readCode(range, text)
        html.startTag(.code)
        html.text(buffer.span.extracting(content))
        html.endTag(.code)
    }

    /// Reads the content of a code span into the buffer: line ends are spaces, and one space at both ends is left out.
    ///
    /// - Returns: The range of the content in the buffer.
    private mutating func readCode(_ range: Range<Int>, _ text: Span<UInt8>) -> Range<Int> {
        buffer.removeAll(keepingCapacity: true)
        var isBlank = true
        for index in range {
            let byte = text[index] == 0x0A ? 0x20 : text[index]
            if byte != 0x20 { isBlank = false }
            buffer.append(byte)
        }
        let isPadded = !isBlank && buffer.count > 2 && buffer[0] == 0x20 && buffer[buffer.count - 1] == 0x20
        return isPadded ? 1..<buffer.count - 1 : buffer.indices
    }

    /// Writes a formula as Pandoc does, which scripts for formulas find.
    private mutating func writeFormula(_ item: InlineParser.InlineItem, _ text: Span<UInt8>, to html: inout HTMLParser) {
        let isDisplay = item.kind == .displayMath
        html.attribute("class", (isDisplay ? "math display" : "math inline").utf8.span)
        html.startTag(.span)
        html.text((isDisplay ? "\\[" : "\\(").utf8.span)
        html.text(text.extracting(item.range))
        html.text((isDisplay ? "\\]" : "\\)").utf8.span)
        html.endTag(.span)
    }

    private mutating func writeAddress(_ item: InlineParser.InlineItem, _ text: Span<UInt8>, to html: inout HTMLParser) {
        buffer.removeAll(keepingCapacity: true)
        buffer.append(unescaped: item.range, of: text, hasEscapes: false)
        let kind = InlineParser.AddressKind(rawValue: item.value)
        var address = Array((kind == .web ? "http://" : kind == .complete ? "" : "mailto:").utf8)
        address.append(address: buffer.span)
        html.attribute("href", address.span)
        html.startTag(.a)
        html.text(buffer.span)
        html.endTag(.a)
    }

    private mutating func writeReference(to footnote: Int32, html: inout HTMLParser) {
        if references[footnote] == nil { footnotes.append(footnote) }
        var reference = references[footnote] ?? (footnotes.count, 0)
        reference.count += 1
        references[footnote] = reference
        let suffix = reference.count == 1 ? "" : "-\(reference.count)"
        html.attribute("class", "footnote-ref".utf8.span)
        html.startTag(.sup)
        html.attribute("href", "#fn-\(reference.number)".utf8.span)
        html.attribute("id", "fnref-\(reference.number)\(suffix)".utf8.span)
        html.attribute("data-footnote-ref", "".utf8.span)
        html.startTag(.a)
        html.text("\(reference.number)".utf8.span)
        html.endTag(.a)
        html.endTag(.sup)
    }

    /// Appends the text of an item to the alternative text.
    private mutating func describe(_ item: InlineParser.InlineItem, _ parser: borrowing InlineParser, _ text: Span<UInt8>) {
        switch item.kind {
        case .text, .math, .displayMath, .html: alternative.append(span: text.extracting(item.range))
        case .decoded: alternative.append(span: parser.data.span.extracting(item.range))
        case .code:
            let content = readCode(item.range, text)
            alternative.append(contentsOf: buffer[content])
        case .softBreak, .hardBreak: alternative.append(0x20)
        case .address: alternative.append(unescaped: item.range, of: text, hasEscapes: false)
        case .run: alternative.append(span: text.extracting(item.range.prefix(Int(parser.runs.all[Int(item.value)].rest))))
        case .linkStart, .linkEnd, .imageStart, .imageEnd, .footnote: break
        }
    }

    private mutating func endImage(_ parser: borrowing InlineParser, to html: inout HTMLParser) {
        guard let image = images.popLast(), images.isEmpty else { return }
        let link = parser.links[Int(image)]
        html.attribute("src", parser.data.span.extracting(link.destination))
        html.attribute("alt", alternative.span)
        if let title = link.title { html.attribute("title", parser.data.span.extracting(title)) }
        html.startTag(.img)
        alternative.removeAll(keepingCapacity: true)
    }
}
