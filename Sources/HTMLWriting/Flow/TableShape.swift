import HTMLParsing

/// Tells data tables from layout tables, and holds the columns of a data table.
struct TableShape {
    /// The limits of `colspan` and `rowspan`.
    ///
    /// - SeeAlso: [HTML 4.9.11](https://html.spec.whatwg.org/multipage/tables.html#attributes-common-to-td-and-th-elements)
    static let mostColumnsOfCell = 1000, mostRowsOfCell = 65_534

    /// The alignment of a column's text.
    enum Alignment: UInt8 { case none, left, center, right }

    private(set) var isData = false
    /// The number of columns of the widest row, including column spans.
    private(set) var columns = 0
    /// Whether the first row is a header.
    private(set) var hasHeader = false
    private(set) var alignments: [Alignment] = []

    /// A table with more columns is treated as layout.
    static let maximumColumns = 256
    /// A table without header cells is treated as layout if a cell has more bytes of text than this.
    private static let maximumCellBytes = 160

    private var rows = 0
    /// The column after the last cell of the row.
    private var column = 0
    /// For each column, the number of the last row that a cell of an earlier row spans.
    private var lastSpannedRow: [Int] = []
    /// Whether all cells so far have borders: such a grid shows data, because layout has none.
    private var isGrid = true
    /// Whether the table gives its cells borders.
    private let hasBorders: Bool
    private var hasHeaderCells = false
    private var hasDataCells = false
    private var hasSpans = false
    private var isRagged = false
    private var bytesOfCell = 0
    private var paragraphsOfCell = 0
    private(set) var hasImages = false
    private var hasLongCells = false
    /// Whether cells have lists or, in HTML, other blocks.
    private var hasLists = false

    /// Scans the table once. Stops at a nested table, which makes the outer one a layout table, so that nesting takes linear time.
    ///
    /// - Parameter allowsBlocks: Whether cells can have blocks, because the table is written as HTML.
    init(of table: HTMLNode, in document: HTMLDocument, bytes: [UInt8], allowsBlocks: Bool = false) {
        hasBorders = document.attributeRange("border", of: table).map { !bytes.isZero(bytes.trimmed($0)) } ?? false
        if let role = document.attributeRange("role", of: table) {
            if bytes.matches("presentation", role) || bytes.matches("none", role) { return }
        }
        var next = document.firstChild(of: table)
        while let node = next {
            var descends = true
            switch document.kind(of: node) {
            case .text:
                bytesOfCell += document.textRange(of: node).count
                if bytesOfCell > TableShape.maximumCellBytes { hasLongCells = hasLongCells || !bytes.isBlank(document.textRange(of: node)) }
            case .element:
                let tag = document.tag(of: node)
                if !allows(tag) {
                    if tag == .table || !allowsBlocks { return }
                    hasLists = true
                }
                descends = count(tag, node, document, bytes)
            default: break
            }
            if descends, let child = document.firstChild(of: node) {
                next = child
            } else {
                next = document.nodeAfter(node, within: table)
            }
        }
        decide()
    }

    /// Whether a cell with such an element can be written as one line of text.
    private func allows(_ tag: HTMLTag) -> Bool {
        switch tag {
        case .table, .dl, .menu, .dir, .pre, .listing, .xmp, .blockquote, .hr, .h1, .h2, .h3, .h4, .h5, .h6, .form, .article, .section,
            .figure, .details:
            false
        default: true
        }
    }

    /// Counts an element.
    ///
    /// - Returns: Whether to scan its descendants.
    private mutating func count(_ tag: HTMLTag, _ node: HTMLNode, _ document: HTMLDocument, _ bytes: [UInt8]) -> Bool {
        switch tag {
        case .tr:
            endRow()
            rows += 1
        case .td, .th:
            countCell(tag, node, document, bytes)
        case .p, .div:
            paragraphsOfCell += 1
            // Two blocks in one cell cannot be written as one line without loss.
            if paragraphsOfCell > 1, !hasHeaderCells { hasLongCells = true }
        case .ul, .ol: hasLists = true
        case .img: hasImages = true
        case .caption, .style, .script, .template, .select, .svg: return false
        default: break
        }
        return true
    }

    private mutating func countCell(_ tag: HTMLTag, _ node: HTMLNode, _ document: HTMLDocument, _ bytes: [UInt8]) {
        bytesOfCell = 0
        paragraphsOfCell = 0
        let span = Self.span("colspan", of: node, document, bytes, limit: Self.mostColumnsOfCell)
        let rowSpan = Self.span("rowspan", of: node, document, bytes, limit: Self.mostRowsOfCell)
        if span > 1 || rowSpan > 1 { hasSpans = true }
        if isGrid, !hasBorders { isGrid = Self.hasBorder(node, document, bytes) }
        let isHeader = tag == .th || isInHead(node, document)
        if isHeader { hasHeaderCells = true } else { hasDataCells = true }
        if rows == 1 { countFirstRow(node, isHeader: isHeader, span: span, document, bytes) }
        while column < lastSpannedRow.count, lastSpannedRow[column] >= rows { column += 1 }
        if rowSpan > 1 {
            let end = min(column + span, TableShape.maximumColumns)
            while lastSpannedRow.count < end { lastSpannedRow.append(0) }
            for spanned in min(column, end)..<end { lastSpannedRow[spanned] = rows + rowSpan - 1 }
        }
        column += span
    }

    /// Counts a cell of the first row. The row is a header if all its cells are header cells, except an empty cell in the corner.
    private mutating func countFirstRow(_ node: HTMLNode, isHeader: Bool, span: Int, _ document: HTMLDocument, _ bytes: [UInt8]) {
        let isCorner = column == 0 && !isHeader && document.isBlankCell(node, bytes)
        hasHeader = (column == 0 || hasHeader) && (isHeader || isCorner)
        // A corner alone is no header.
        if hasHeader { hasHeader = isHeader || document.nextSibling(of: node) != nil }
        let alignment = TableShape.alignment(of: node, document, bytes)
        for _ in 0..<min(span, TableShape.maximumColumns) where alignments.count < TableShape.maximumColumns {
            alignments.append(alignment)
        }
    }

    /// Whether the style of a cell draws a border, as word processors write it: `border:solid windowtext 1.0pt`.
    private static func hasBorder(_ cell: HTMLNode, _ document: HTMLDocument, _ bytes: [UInt8]) -> Bool {
        guard let style = document.attributeRange("style", of: cell) else { return false }
        return bytes[style].split(separator: UInt8(ascii: ";")).contains { declaration in
            guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")),
                bytes.begins(with: "border", bytes.trimmed(declaration.startIndex..<colon))
            else { return false }
            return declaration[colon...].split { !$0.isASCIILetter }.contains { word in
                ["solid", "double", "dotted", "dashed"].contains { bytes.matches($0, word.indices) }
            }
        }
    }

    /// Whether a cell is in the only row of a `thead`.
    private func isInHead(_ cell: HTMLNode, _ document: HTMLDocument) -> Bool {
        guard rows == 1, let row = document.parent(of: cell), let head = document.parent(of: row) else { return false }
        return document.isHTML(head, .thead)
    }

    /// The number of columns or rows that a cell spans.
    static func span(_ name: String, of cell: HTMLNode, _ document: HTMLDocument, _ bytes: [UInt8], limit: Int) -> Int {
        guard let range = document.attributeRange(name, of: cell) else { return 1 }
        return min(max(bytes.pixels(bytes.trimmed(range)) ?? 1, 1), limit)
    }

    private mutating func endRow() {
        if rows > 0 {
            // Cells of earlier rows can also span columns at the end of this row.
            while column < lastSpannedRow.count, lastSpannedRow[column] >= rows { column += 1 }
            if rows > 1, column != columns { isRagged = true }
            columns = max(columns, column)
        }
        column = 0
    }

    private mutating func decide() {
        endRow()
        guard columns > 1, columns <= TableShape.maximumColumns else { return }
        let isGrid = isGrid && rows > 1
        // Mail templates use `th` for layout. So a table with lists is data only if it is a grid, or has a header and several rows with data
        // cells.
        if hasLists { return isData = isGrid || hasHeader && hasDataCells && rows > 1 }
        isData = hasHeaderCells || isGrid || (rows > 1 && !hasSpans && !isRagged && !hasImages && !hasLongCells)
    }

    private static func alignment(of cell: HTMLNode, _ document: HTMLDocument, _ bytes: [UInt8]) -> Alignment {
        var range = document.attributeRange("align", of: cell)
        if range == nil, let style = document.attributeRange("style", of: cell) {
            range = bytes.declaration("text-align", in: style)
        }
        guard let range else { return .none }
        let value = bytes.trimmed(range)
        return bytes.matches("left", value)
            ? .left : bytes.matches("center", value) ? .center : bytes.matches("right", value) ? .right : .none
    }
}

extension HTMLDocument {
    /// Whether a cell holds no element and no text other than white space.
    fileprivate func isBlankCell(_ cell: HTMLNode, _ bytes: [UInt8]) -> Bool {
        guard let child = firstChild(of: cell) else { return true }
        guard nextSibling(of: child) == nil, kind(of: child) == .text else { return false }
        return !InlineRun.hasVisibleCharacter(bytes, in: bytes.trimmed(textRange(of: child)))
    }
}
