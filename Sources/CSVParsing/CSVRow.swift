/// One row of a table, as it was read.
///
///     bytes   1,"a ""b""",c
///     cells   1  a ""b""  c     ranges of the bytes, without the quotation marks that enclose a cell
public struct CSVRow: Sendable {
    struct Cell {
        let range: Range<Int>
        let isQuoted: Bool
        /// Whether the cell contains doubled quotation marks.
        let hasDoubles: Bool
    }

    /// The bytes of the row without its line end.
    public internal(set) var bytes: [UInt8] = []
    /// The line at which the row begins, counted from 1.
    public internal(set) var line = 1
    /// The start of the row, in bytes from the start of the table.
    public internal(set) var offset = 0
    var cells: [Cell] = []
    let quote: UInt8?

    init(quote: UInt8?) { self.quote = quote }

    /// The number of cells; at least 1.
    public var count: Int { cells.count }

    /// Whether the row is an empty line. A table with one column has such a line for an empty cell, unless quotation marks enclose it.
    public var isBlank: Bool { bytes.isEmpty }

    /// Whether quotation marks enclose a cell.
    ///
    /// - Parameter cell: The number of the cell, from 0; less than ``count``.
    public func isQuoted(_ cell: Int) -> Bool { cells[cell].isQuoted }

    /// The length of a cell in bytes, with each doubled quotation mark counted as two.
    ///
    /// - Parameter cell: The number of the cell, from 0; less than ``count``.
    public func byteCount(of cell: Int) -> Int { cells[cell].range.count }

    /// The text of a cell, without its quotation marks; nil if it is not UTF-8.
    ///
    /// - Parameter cell: The number of the cell, from 0; less than ``count``.
    public func text(of cell: Int) -> String? {
        let found = cells[cell]
        guard found.hasDoubles else {
            guard let text = try? UTF8Span(validating: bytes.span.extracting(found.range)) else { return nil }
            return String(copying: text)
        }
        return String(validating: content(of: cell), as: UTF8.self)
    }

    /// The bytes of a cell, without its quotation marks.
    ///
    /// - Parameter cell: The number of the cell, from 0; less than ``count``.
    public func content(of cell: Int) -> [UInt8] {
        let found = cells[cell]
        guard found.hasDoubles else { return Array(bytes[found.range]) }
        var content: [UInt8] = []
        content.reserveCapacity(found.range.count)
        var isSecond = false
        for byte in bytes[found.range] {
            isSecond = byte == quote && !isSecond
            if byte != quote || isSecond { content.append(byte) }
        }
        return content
    }

    /// The position of a cell: that of its quotation mark if it has one.
    ///
    /// - Parameter cell: The number of the cell, from 0; less than ``count``.
    public func position(of cell: Int) -> CSVPosition {
        position(at: cells[cell].range.lowerBound - (cells[cell].isQuoted ? 1 : 0))
    }

    /// The position of a byte. Takes linear time, so that it is for messages only.
    ///
    /// - Parameter place: The offset of the byte in ``bytes``; at most their number.
    public func position(at place: Int) -> CSVPosition {
        var start = 0
        var breaks = 0
        for index in 0..<place where isLineEnd(index) {
            breaks += 1
            start = index + 1
        }
        let column = 1 + bytes[start..<place].count { $0 & 0xC0 != 0x80 }
        return CSVPosition(line: line + breaks, column: column, offset: offset + place)
    }

    /// The number of line breaks inside the cells.
    var lineBreaks: Int { bytes.indices.count { isLineEnd($0) } }

    /// Whether a byte ends a line. A carriage return and a line feed after it end one line, at the line feed.
    private func isLineEnd(_ index: Int) -> Bool {
        switch bytes[index] {
        case CSVDialect.lineFeed: true
        case CSVDialect.carriageReturn: index + 1 == bytes.count || bytes[index + 1] != CSVDialect.lineFeed
        default: false
        }
    }
}
