import CSVParsing

/// A table in chunks: whole, cut in two at every byte, and cut into single bytes.
enum TableCuts {
    static func all(of table: String) -> [[[UInt8]]] {
        let bytes = Array(table.utf8)
        let halves = bytes.indices.map { [Array(bytes[..<$0]), Array(bytes[$0...])] }
        return [[bytes]] + halves + [bytes.map { [$0] }]
    }

    static func rows(of chunks: [[UInt8]], _ dialect: CSVDialect, limits: CSVLimits = .standard) throws(CSVError) -> [CSVRow] {
        var first: CSVError?
        let rows = rows(of: chunks, dialect, limits: limits) { first = $0 }
        if let first { throw first }
        return rows
    }

    /// The rows of a table, without those that have a fault.
    static func rows(
        of chunks: [[UInt8]], _ dialect: CSVDialect, limits: CSVLimits = .standard, fault: (CSVError) -> Void
    ) -> [CSVRow] {
        var reader = CSVReader(dialect, limits: limits)
        var rows: [CSVRow] = []
        /// Returns false at the end of the chunk, and behind a fault that ends the reading.
        func read(_ next: (inout CSVReader) throws(CSVError) -> Bool) -> Bool? {
            do throws(CSVError) {
                guard try next(&reader) else { return false }
                rows.append(reader.row)
                return true
            } catch {
                fault(error)
                return error.isOfOneRow ? true : nil
            }
        }
        for chunk in chunks {
            var position = 0
            while true {
                guard let isRow = read({ (reader) throws(CSVError) in try reader.readRow(in: chunk.span, from: &position) }) else {
                    return rows
                }
                if !isRow { break }
            }
        }
        _ = read { (reader) throws(CSVError) in try reader.finish() }
        return rows
    }
}

extension CSVRow {
    /// The texts of the cells, in quotation marks if they have some; none for a blank line.
    var shownCells: [String] {
        if isBlank { return [] }
        return (0..<count).map { cell in
            let text = text(of: cell) ?? "not UTF-8"
            return isQuoted(cell) ? "\"\(text)\"" : text
        }
    }
}
