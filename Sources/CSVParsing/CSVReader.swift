/// Reads a table row by row from chunks that may end anywhere, even between the bytes of a line end.
///
///     var reader = CSVReader()
///     for chunk in chunks {
///         var position = 0
///         while try reader.readRow(in: chunk.span, from: &position) { use(reader.row) }
///     }
///     if try reader.finish() { use(reader.row) }
///
/// A byte order mark is skipped. Blank lines are rows with one empty cell (``CSVRow/isBlank``). Quotation marks inside a cell that does not
/// begin with one are text.
///
/// - SeeAlso: [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180)
public struct CSVReader: Sendable {
    enum State {
        /// At the start of the table, where a byte order mark is possible.
        case table
        /// At the start of a row, after a carriage return that a line feed may follow.
        case lineFeed
        /// At the start of a cell.
        case cell
        /// In a cell without quotation marks, or in text after the end of a quoted cell.
        case text
        case quoted
        /// After a quotation mark in a quoted cell: the end of the cell, or the first of two doubled marks.
        case quote
    }

    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// The number of cells that a row has space for from the start.
    private static let usualColumns = 16

    /// The row that was read last; the next call changes it.
    public internal(set) var row: CSVRow
    let dialect: CSVDialect
    let limits: CSVLimits
    var state = State.table
    /// The number of bytes before the next one to read.
    var offset = 0
    /// Whether ``row`` was delivered, so that the next byte begins a row.
    var isDelivered = false

    // The current row.

    /// The start of the current cell in the row, without its quotation mark.
    var cellStart = 0
    /// The end of the current cell, if it was quoted; the end of a cell without quotation marks is the end of its text.
    var quotedEnd: Int?
    var hasDoubles = false
    /// Whether a cell of the row contains a line break.
    var hasLineBreaks = false
    /// The first fault of the row: its reason, and its offset in the row.
    var fault: (reason: CSVError.Reason, place: Int)?

    /// Creates a reader at the start of a table.
    ///
    /// - Parameters:
    ///   - dialect: The characters that structure the table.
    ///   - limits: The longest cells and rows; longer ones are errors.
    ///   - skipsMark: Whether to skip a byte order mark at the start. False for a reader that begins at another row of a table.
    public init(_ dialect: CSVDialect = .standard, limits: CSVLimits = .standard, skipsMark: Bool = true) {
        self.dialect = dialect
        self.limits = limits
        row = CSVRow(quote: dialect.quote)
        if !skipsMark { state = .cell }
        row.cells.reserveCapacity(Self.usualColumns)
    }

    /// The memory that the reader needs for the unfinished row, in bytes.
    public var heldBytes: Int { isDelivered ? 0 : row.bytes.count + row.cells.count * MemoryLayout<CSVRow.Cell>.stride }

    /// Reads up to the end of a row.
    ///
    /// - Parameters:
    ///   - chunk: The next bytes in UTF-8.
    ///   - position: The offset in the chunk to read from. Afterwards, the offset after the row, or the end of the chunk.
    /// - Returns: Whether ``row`` is a complete row. Otherwise the rest of the row is in the next chunk.
    /// - Throws: ``CSVError``. After one that ``CSVError/isOfOneRow``, ``row`` has the bytes of that row, and the next call reads the next
    ///   one. After another one, the rest of the table cannot be read.
    public mutating func readRow(in chunk: Span<UInt8>, from position: inout Int) throws(CSVError) -> Bool {
        beginRow()
        skipStart(of: chunk, from: &position)
        let start = position
        let base = row.bytes.count - start
        // One byte more than the limit, because the line end does not count.
        let room = limits.maxRowBytes - row.bytes.count
        let end = chunk.count - start > room ? start + room + 1 : chunk.count
        var isComplete = false
        while position < end, !isComplete {
            let byte = chunk[position]
            switch state {
            case .cell where byte == dialect.quote:
                state = .quoted
                cellStart = base + position + 1
            case .cell, .text:
                state = .text
                while position < end, !isEnd(chunk[position]) { position += 1 }
                guard position < end else { continue }
                isComplete = endsRow(behindCellTo: base + position, chunk[position])
            case .quoted where byte == dialect.quote:
                state = .quote
            case .quoted:
                while position < end, chunk[position] != dialect.quote {
                    if chunk[position] == CSVDialect.lineFeed || chunk[position] == CSVDialect.carriageReturn { hasLineBreaks = true }
                    position += 1
                }
                continue
            case .quote where byte == dialect.quote:
                state = .quoted
                hasDoubles = true
            case .quote:
                quotedEnd = base + position - 1
                state = .text
                if !isEnd(byte), fault == nil { fault = (.textBehindQuote, base + position) }
                // The byte is read again, as text.
                continue
            case .table, .lineFeed: preconditionFailure("a row begins in front of its first byte")
            }
            position += 1
        }
        append(chunk, start..<(isComplete ? position - 1 : position))
        if isComplete {
            offset += 1
            return try deliver()
        }
        if let excess { throw CSVError(excess.reason, at: row.position(at: excess.place)) }
        return false
    }

    /// Ends the table.
    ///
    /// - Returns: Whether ``row`` is one more row, which had no line end.
    /// - Throws: ``CSVError``, as ``readRow(in:from:)``.
    public mutating func finish() throws(CSVError) -> Bool {
        beginRow()
        if state == .table, offset > 0 { restoreMark() }
        if state == .quoted { throw CSVError(.unterminatedQuote, at: row.position(at: openingOfCell)) }
        guard !row.bytes.isEmpty else { return false }
        if state == .quote { quotedEnd = row.bytes.count - 1 }
        _ = endsRow(behindCellTo: row.bytes.count, CSVDialect.lineFeed)
        return try deliver()
    }
}
