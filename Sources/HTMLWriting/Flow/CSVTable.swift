internal import HTMLParsing

extension FlowBuilder {
    /// Writes a table of data as a fenced block of CSV, if the options say so. Its caption becomes a paragraph before it.
    ///
    /// - Returns: Whether the table was written. A table with images, footnotes or link targets is not, because CSV has none of these.
    mutating func writeCSVTable(_ node: HTMLNode) -> Bool {
        guard options.markdown.tables == .csvFence, !options.isPlain, !isInline, codeDepth == 0, !textStyle.hasZeroSize,
            !kept.contains(node)
        else { return false }
        let shape = TableShape(of: node, in: document, bytes: bytes)
        guard shape.isData, !shape.hasImages, !document.descendants(of: node).contains(where: isPlaceOfLink) else { return false }
        writePendingAnchors()
        endParagraph()
        let parts = document.children(of: node).map { (node: $0, isCaption: document.isHTML($0, .caption)) }
        for part in parts where part.isCaption { document.walk(part.node, &self) }
        endParagraph()
        var rows = self
        rows.beginCSV()
        rows.enterTable(node)
        for part in parts where !part.isCaption { document.walk(part.node, &rows) }
        rows.leave(node)
        CodeBlock(text: rows.layout.out, language: Array("csv".utf8)).write(into: &layout)
        return true
    }

    /// Whether the node is the target of a link, or a link to a target in the document.
    private func isPlaceOfLink(_ node: HTMLNode) -> Bool {
        targets.id(of: node) != nil || document.attributeRange("href", of: node).map { bytes[$0].first == UInt8(ascii: "#") } == true
    }

    /// Turns a copy of this builder into one that writes the rows of a table.
    private mutating func beginCSV() {
        options = FlowOptions(isPlain: true, showsAddresses: true, rowsAreCSV: true)
        targets = LinkTargets()
        layout = BlockLayout(isMDX: false)
        inline = InlineWriter(options: options)
        (frames, lists, outerStyles) = ([], [], [])
    }
}

/// Rows of CSV.
///
/// - SeeAlso: [RFC 4180, section 2](https://www.rfc-editor.org/rfc/rfc4180#section-2)
enum CSVRow {
    /// Quotes the last cell if CSV requires it. Also quotes a cell with a parenthesis, which may hold an address that a sink changes later.
    static func quote(_ out: inout [UInt8], from start: Int) {
        guard out[start...].contains(where: { $0 == 0x22 || $0 == 0x28 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else { return }
        var cell: [UInt8] = [0x22]
        for byte in out[start...] {
            if byte == 0x22 { cell.append(byte) }
            cell.append(byte)
        }
        out.replaceSubrange(start..., with: cell + [0x22])
    }

    /// Adds empty cells to the end of a row.
    static func fill(_ out: inout [UInt8], emptyCells: Int) {
        for _ in 0..<max(0, emptyCells) { out.append(0x2C) }
    }
}
