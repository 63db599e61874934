internal import HTMLParsing

/// Data tables. Layout tables are written as plain blocks.
///
/// - SeeAlso: [GFM 4.10, Tables (extension)](https://github.github.com/gfm/#tables-extension-)
extension FlowBuilder {
    mutating func enterTable(_ node: HTMLNode) {
        endParagraph()
        guard !isInline, table == nil, options.markdown.tables != .text else { return push(.block, node) }
        let shape = TableShape(of: node, in: document, bytes: bytes)
        guard shape.isData else { return push(.block, node) }
        table = OpenTable(shape: shape, rowSpansLeft: [Int](repeating: 0, count: shape.columns))
        push(.table, node)
    }

    mutating func enterRow(_ node: HTMLNode) {
        endParagraph()
        guard var table, !isInline else { return push(.block, node) }
        table.column = 0
        table.lastCell = 0
        table.isHeaderRow = !table.hasStarted && table.shape.hasHeader
        if !table.hasStarted {
            table.hasStarted = true
            layout.startBlock(.table)
            if !table.shape.hasHeader, !options.isPlain {
                writeCells(count: table.shape.columns) { _ in "  |" }
                writeDelimiterRow(table.shape)
            }
        }
        self.table = table
        layout.beginLine()
        if !options.isPlain { layout.out.append(0x7C) }
        push(.row, node)
    }

    mutating func enterCell(_ node: HTMLNode) {
        guard case .row = frames.last?.action else {
            endParagraph()
            return push(.block, node)
        }
        skipSpannedColumns()
        let columns = TableShape.span("colspan", of: node, document, bytes, limit: TableShape.maximumColumns)
        let rows = TableShape.span("rowspan", of: node, document, bytes, limit: TableShape.mostRowsOfCell)
        if rows > 1, var table {
            for column in table.column..<max(table.column, min(table.column + columns, table.rowSpansLeft.count)) {
                table.rowSpansLeft[column] = rows
            }
            self.table = table
        }
        if options.isPlain {
            startPlainCell()
            self.table?.cellStart = layout.out.count
        } else {
            layout.out.append(0x20)
        }
        inline.block = .cell
        push(.cell(columns: columns), node)
    }

    /// Writes the separators between a cell of plain text and the one before it. Columns without a cell at the end of a row get no
    /// separators.
    private mutating func startPlainCell() {
        guard let table else { return }
        for _ in table.lastCell..<table.column { layout.out.append(contentsOf: options.rowsAreCSV ? ",".utf8 : " | ".utf8) }
        self.table?.lastCell = table.column
    }

    mutating func leaveCell(_ columns: Int) {
        endCode()
        trimHardSpaces()
        inline.write(into: &layout)
        inline.block = .paragraph
        if !options.isPlain { layout.out.append(contentsOf: " |".utf8) }
        if options.rowsAreCSV, let start = table?.cellStart { CSVRow.quote(&layout.out, from: start) }
        advance()
        for _ in 1..<max(columns, 1) { writeEmptyCell() }
    }

    /// Writes empty cells for the columns that a cell of an earlier row spans.
    private mutating func skipSpannedColumns() {
        while let table, table.column < table.rowSpansLeft.count, table.rowSpansLeft[table.column] > 0 { writeEmptyCell() }
    }

    private mutating func writeEmptyCell() {
        guard let table, table.column < table.shape.columns else { return }
        if !options.isPlain { layout.out.append(contentsOf: "  |".utf8) }
        advance()
    }

    private mutating func advance() {
        guard var table else { return }
        if table.column < table.rowSpansLeft.count, table.rowSpansLeft[table.column] > 0 { table.rowSpansLeft[table.column] -= 1 }
        table.column += 1
        self.table = table
    }

    mutating func leaveRow() {
        guard let table else { return }
        while let table = self.table, table.column < table.shape.columns { writeEmptyCell() }
        if options.rowsAreCSV { CSVRow.fill(&layout.out, emptyCells: table.shape.columns - 1 - (self.table?.lastCell ?? 0)) }
        layout.endLine()
        if table.isHeaderRow, !options.isPlain { writeDelimiterRow(table.shape) }
    }

    private mutating func writeDelimiterRow(_ shape: TableShape) {
        writeCells(count: shape.columns) { column in
            switch column < shape.alignments.count ? shape.alignments[column] : .none {
            case .none: " --- |"
            case .left: " :-- |"
            case .center: " :-: |"
            case .right: " --: |"
            }
        }
    }

    private mutating func writeCells(count: Int, _ cell: (Int) -> String) {
        layout.beginLine()
        layout.out.append(0x7C)
        for column in 0..<count { layout.out.append(contentsOf: cell(column).utf8) }
        layout.endLine()
    }
}

/// Lists in cells, whose items follow each other in one line.
extension FlowBuilder {
    mutating func enterCellList(_ node: HTMLNode, isOrdered: Bool) {
        separateInline()
        cellLists.append(isOrdered ? document.wholeNumber("start", of: node) ?? 1 : nil)
        push(.cellList, node)
    }

    /// Begins an item with the marker that browsers show.
    mutating func enterCellItem(_ node: HTMLNode) {
        separateInline()
        if let number = cellLists[cellLists.count - 1] {
            inline.run.append("\(number). ")
            cellLists[cellLists.count - 1] = number + 1
        } else {
            inline.run.append("• ")
        }
        push(.block, node)
    }
}

extension HTMLDocument {
    /// Moves each `tfoot` after the other rows of its table, where browsers show it. In HTML 4 it comes before them.
    mutating func moveTableFeetLast() {
        guard mayHaveElement(.tfoot) else { return }
        for foot in elements(tag: .tfoot) {
            guard let table = parent(of: foot), isHTML(table, .table), nextSibling(of: foot) != nil else { continue }
            append(foot, to: table)
        }
    }
}

/// An open data table.
struct OpenTable {
    let shape: TableShape
    var hasStarted = false
    var column = 0
    /// The column of the row's last cell.
    var lastCell = 0
    /// The offset in the output at which the current cell of plain text begins.
    var cellStart = 0
    /// Whether the current row is the header.
    var isHeaderRow = false
    /// For each column, the number of rows that a cell of an earlier row still spans.
    var rowSpansLeft: [Int] = []
}
