// The beginning and the end of rows and cells.
extension CSVReader {
    mutating func beginRow() {
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

    /// Skips a byte order mark, or the LF of a CR LF that began in the previous chunk.
    mutating func skipStart(of chunk: Span<UInt8>, from position: inout Int) {
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

    /// Treats bytes as text that looked like the beginning of a byte order mark.
    mutating func restoreMark() {
        row.bytes = Array(Self.mark.prefix(offset))
        state = row.bytes.isEmpty ? .cell : .text
    }

    func isEnd(_ byte: UInt8) -> Bool {
        byte == dialect.delimiter || byte == CSVDialect.lineFeed || byte == CSVDialect.carriageReturn
    }

    /// Ends the current cell.
    ///
    /// - Parameters:
    ///   - end: The offset after the cell, in bytes from the start of the row.
    ///   - byte: The delimiter, or the first byte of the line end.
    /// - Returns: Whether the row ends here, or cannot be read further.
    mutating func endsRow(behindCellTo end: Int, _ byte: UInt8) -> Bool {
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

    /// The offset of the current cell in the row: that of its quotation mark, or of its first byte.
    var openingOfCell: Int {
        cellStart - (state == .quoted || state == .quote || quotedEnd != nil ? 1 : 0)
    }

    /// The limit that the unfinished row exceeds, with the offset of the fault in the row; nil if it is within all limits.
    var excess: (reason: CSVError.Reason, place: Int)? {
        let end = quotedEnd ?? row.bytes.count - (state == .quote ? 1 : 0)
        if end - cellStart > limits.maxCellBytes { return (.cellTooLong(limit: limits.maxCellBytes), openingOfCell) }
        return row.bytes.count > limits.maxRowBytes ? (.rowTooLong(limit: limits.maxRowBytes), 0) : nil
    }

    mutating func deliver() throws(CSVError) -> Bool {
        isDelivered = true
        if let fault { throw CSVError(fault.reason, at: row.position(at: fault.place)) }
        return true
    }

    mutating func append(_ chunk: Span<UInt8>, _ range: Range<Int>) {
        unsafe chunk.extracting(range).withUnsafeBufferPointer { unsafe row.bytes.append(contentsOf: $0) }
        offset += range.count
    }
}
