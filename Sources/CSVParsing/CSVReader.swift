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
    private enum State {
        /// At the start of the table, where a byte order mark may stand.
        case table
        /// At the start of a row, behind a carriage return to which a line feed belongs.
        case lineFeed
        /// At the start of a cell.
        case cell
        /// In a cell without quotation marks, or in text behind a cell with them.
        case text
        case quoted
        /// Behind a quotation mark in a quoted cell: its end, or the first of two marks.
        case quote
    }

    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// The number of cells that a row has space for from the start.
    private static let usualColumns = 16

    /// The row that was read last; the next call changes it.
    public private(set) var row: CSVRow
    private let dialect: CSVDialect
    private let limits: CSVLimits
    private var state = State.table
    /// The number of bytes before the next one to read.
    private var offset = 0
    /// Whether ``row`` was delivered, so that the next byte begins a row.
    private var isDelivered = false

    // The current row.

    /// The start of the current cell in the row, without its quotation mark.
    private var cellStart = 0
    /// The end of the current cell, if it was quoted; the end of a cell without quotation marks is the end of its text.
    private var quotedEnd: Int?
    private var hasDoubles = false
    /// Whether a cell of the row contains a line break.
    private var hasLineBreaks = false
    /// The first fault of the row: its reason, and its place in the row.
    private var fault: (reason: CSVError.Reason, place: Int)?

    /// Creates a reader at the start of a table.
    ///
    /// - Parameter skipsMark: Whether a byte order mark may stand there. False for a reader that begins at another row of a table.
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
    ///   - position: The place in the chunk to read from; afterwards, the place behind the row, or the end of the chunk.
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

extension CSVReader {
    private mutating func beginRow() {
        guard isDelivered else { return }
        isDelivered = false
        let lines = 1 + (hasLineBreaks ? row.lineBreaks : 0)
        row.line += lines
        row.offset = offset
        row.bytes.removeAll(keepingCapacity: row.bytes.capacity <= 1 << 20)
        row.cells.removeAll(keepingCapacity: true)
        cellStart = 0
        hasLineBreaks = false
        fault = nil
    }

    /// Skips a byte order mark, or the line feed that belongs to the last line end.
    private mutating func skipStart(of chunk: Span<UInt8>, from position: inout Int) {
        if state == .table {
            while position < chunk.count, offset < Self.mark.count, chunk[position] == Self.mark[offset] {
                position += 1
                offset += 1
            }
            if offset == Self.mark.count {
                row.offset = offset
                state = .cell
            } else if position < chunk.count {
                restoreMark()
            }
        } else if state == .lineFeed, position < chunk.count {
            if chunk[position] == CSVDialect.lineFeed {
                position += 1
                offset += 1
                row.offset = offset
            }
            state = .cell
        }
    }

    /// Takes bytes that looked like a byte order mark as text.
    private mutating func restoreMark() {
        row.bytes = Array(Self.mark.prefix(offset))
        state = row.bytes.isEmpty ? .cell : .text
    }

    private func isEnd(_ byte: UInt8) -> Bool {
        byte == dialect.delimiter || byte == CSVDialect.lineFeed || byte == CSVDialect.carriageReturn
    }

    /// Ends the current cell.
    ///
    /// - Parameters:
    ///   - end: The place behind the cell in the row.
    ///   - byte: The delimiter, or the first byte of the line end.
    /// - Returns: Whether the row ends here, or cannot be read further.
    private mutating func endsRow(behindCellTo end: Int, _ byte: UInt8) -> Bool {
        let range = cellStart..<(quotedEnd ?? end)
        row.cells.append(CSVRow.Cell(range: range, isQuoted: quotedEnd != nil, hasDoubles: hasDoubles))
        if range.count > limits.maxCellBytes {
            fault = (.cellTooLong(limit: limits.maxCellBytes), openingOfCell)
        } else if byte == dialect.delimiter, row.cells.count == limits.maxColumns {
            fault = (.tooManyColumns(limit: limits.maxColumns), end)
        }
        quotedEnd = nil
        hasDoubles = false
        cellStart = end + 1
        state = byte == CSVDialect.carriageReturn ? .lineFeed : .cell
        return byte != dialect.delimiter || fault.map { !$0.reason.isOfOneRow } == true
    }

    /// The place in the row of the quotation mark of the current cell, or of its first byte.
    private var openingOfCell: Int {
        cellStart - (state == .quoted || state == .quote || quotedEnd != nil ? 1 : 0)
    }

    /// The limit that the unfinished row exceeds; nil if it is within all.
    private var excess: (reason: CSVError.Reason, place: Int)? {
        let end = quotedEnd ?? row.bytes.count - (state == .quote ? 1 : 0)
        if end - cellStart > limits.maxCellBytes { return (.cellTooLong(limit: limits.maxCellBytes), openingOfCell) }
        return row.bytes.count > limits.maxRowBytes ? (.rowTooLong(limit: limits.maxRowBytes), 0) : nil
    }

    private mutating func deliver() throws(CSVError) -> Bool {
        isDelivered = true
        if let fault { throw CSVError(fault.reason, at: row.position(at: fault.place)) }
        return true
    }

    private mutating func append(_ chunk: Span<UInt8>, _ range: Range<Int>) {
        unsafe chunk.extracting(range).withUnsafeBufferPointer { unsafe row.bytes.append(contentsOf: $0) }
        offset += range.count
    }
}
