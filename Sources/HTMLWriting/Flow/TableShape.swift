import HTMLParsing

/// Tells data tables from layout tables, and holds the columns of a data table.
struct TableShape {
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
    private var cellsOfRow = 0
    private var hasHeaderCells = false
    private var hasSpans = false
    private var isRagged = false
    private var bytesOfCell = 0
    private var paragraphsOfCell = 0
    private var hasImages = false
    private var hasLongCells = false

    /// Scans the table once. Stops at a nested table, which makes the outer one a layout table, so that nesting takes linear time.
    init(of table: HTMLNode, in document: HTMLDocument, bytes: [UInt8]) {
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
                if !allows(tag) { return }
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
        case .table, .ul, .ol, .dl, .menu, .dir, .pre, .listing, .xmp, .blockquote, .hr, .h1, .h2, .h3, .h4, .h5, .h6, .form, .article,
            .section, .figure, .details:
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
        case .img: hasImages = true
        case .caption, .style, .script, .template, .select, .svg: return false
        default: break
        }
        return true
    }

    private mutating func countCell(_ tag: HTMLTag, _ node: HTMLNode, _ document: HTMLDocument, _ bytes: [UInt8]) {
        bytesOfCell = 0
        paragraphsOfCell = 0
        var span = 1
        if let range = document.attributeRange("colspan", of: node) { span = min(max(bytes.pixels(bytes.trimmed(range)) ?? 1, 1), 1000) }
        if span > 1 { hasSpans = true }
        if let range = document.attributeRange("rowspan", of: node), bytes.pixels(bytes.trimmed(range)) ?? 1 > 1 { hasSpans = true }
        if tag == .th { hasHeaderCells = true }
        if rows == 1 {
            hasHeader = (cellsOfRow == 0 || hasHeader) && tag == .th
            let alignment = TableShape.alignment(of: node, document, bytes)
            for _ in 0..<min(span, TableShape.maximumColumns) where alignments.count < TableShape.maximumColumns {
                alignments.append(alignment)
            }
        }
        cellsOfRow += span
    }

    private mutating func endRow() {
        if rows > 0 {
            if rows > 1, cellsOfRow != columns { isRagged = true }
            columns = max(columns, cellsOfRow)
        }
        cellsOfRow = 0
    }

    private mutating func decide() {
        endRow()
        guard columns > 1, columns <= TableShape.maximumColumns else { return }
        isData = hasHeaderCells || (rows > 1 && !hasSpans && !isRagged && !hasImages && !hasLongCells)
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
