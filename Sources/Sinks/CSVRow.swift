internal import Pipeline

/// The cells of one row of a table.
struct CSVRow {
    /// The texts of the cells; nil for an empty cell without quotation marks, which stands for null.
    let cells: [String?]

    /// Reads a row.
    ///
    /// - Parameter bytes: The row with its line end.
    /// - Throws: ``RecordError`` if a quotation mark has no end.
    init(_ bytes: Span<UInt8>, delimiter: UInt8) throws {
        let quote = UInt8(ascii: "\"")
        var cells: [String?] = []
        var cell: [UInt8] = []
        var isQuoted = false
        var hasQuotes = false
        func text() -> String? { cell.isEmpty && !hasQuotes ? nil : String(decoding: cell, as: UTF8.self) }
        for index in 0..<Self.length(of: bytes) {
            let byte = bytes[index]
            if byte == quote {
                // A mark that opens a cell again directly behind its end is a doubled one.
                if !isQuoted, hasQuotes, index > 0, bytes[index - 1] == quote { cell.append(quote) }
                isQuoted.toggle()
                hasQuotes = true
            } else if byte == delimiter, !isQuoted {
                cells.append(text())
                cell.removeAll(keepingCapacity: true)
                hasQuotes = false
            } else {
                cell.append(byte)
            }
        }
        if isQuoted { throw RecordError("a row with a quotation mark that has no end") }
        cells.append(text())
        self.cells = cells
    }

    /// The length of a row without its line end.
    private static func length(of bytes: Span<UInt8>) -> Int {
        var count = bytes.count
        if count > 0, bytes[count - 1] == UInt8(ascii: "\n") { count -= 1 }
        if count > 0, bytes[count - 1] == UInt8(ascii: "\r") { count -= 1 }
        return count
    }
}
