internal import HTMLParsing

extension TreeWriter {
    mutating func writeTable(_ block: Block, _ text: Span<UInt8>) {
        html.startTag(.table)
        var start = Int(block.start)
        var isHeader = true
        while start < block.end {
            var end = start
            while end < block.end, text[end] != 0x0A { end += 1 }
            if isHeader {
                html.startTag(.thead)
                writeRow(text.extracting(start..<end), block, .th)
                html.endTag(.thead)
                if end + 1 < block.end { html.startTag(.tbody) }
            } else {
                writeRow(text.extracting(start..<end), block, .td)
            }
            if !isHeader, end + 1 >= block.end { html.endTag(.tbody) }
            isHeader = false
            start = end + 1
        }
        html.endTag(.table)
    }

    /// Writes as many cells as the header has.
    private mutating func writeRow(_ line: Span<UInt8>, _ table: Block, _ tag: HTMLTag) {
        html.startTag(.tr)
        var cells = TableCellReader(line)
        for column in 0..<Int(table.level) {
            let range = cells.next(line)
            if range == nil {
                guard addedCells < TableSyntax.maximumAddedCells else { break }
                addedCells += 1
            }
            switch alignments[Int(table.info) + column] {
            case .none: break
            case .left: html.attribute("align", "left".utf8.span)
            case .center: html.attribute("align", "center".utf8.span)
            case .right: html.attribute("align", "right".utf8.span)
            }
            html.startTag(tag)
            if let range { writeCell(line.extracting(range)) }
            html.endTag(tag)
        }
        html.endTag(.tr)
    }

    /// Writes a cell without the backslashes before vertical bars.
    private mutating func writeCell(_ text: Span<UInt8>) {
        // Most cells have no backslash.
        let backslash = UInt8(ascii: "\\")
        if firstIndex(of: backslash, backslash, backslash, backslash, from: 0, in: text) == text.count { return writeInlines(text) }
        cell.removeAll(keepingCapacity: true)
        for index in text.indices {
            if text[index] == backslash, index + 1 < text.count, text[index + 1] == UInt8(ascii: "|") { continue }
            cell.append(text[index])
        }
        let content = cell
        writeInlines(content.span)
    }
}
