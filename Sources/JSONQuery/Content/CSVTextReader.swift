import CSVParsing
import JSONParsing

/// Reads CSV as RFC 4180 defines it: rows of strings. An empty cell without quotation marks is null, as in the sink `csv`.
///
/// - SeeAlso: [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180)
struct CSVTextReader {
    /// The budget of the run limits the table. It notices a long row after each block.
    private static let limits = CSVLimits(maxCellBytes: .max, maxRowBytes: .max, maxColumns: .max)

    private let text: String
    private let budget: QueryBudget
    private let hasHeader: Bool
    private var reader: CSVReader
    private var header: CSVHeader?
    private var rows: [JSONValue] = []

    /// - Parameter options: `headers`, whether the first row has names of columns; `delimiter`, one ASCII character.
    init(_ text: String, _ options: JSONValue, _ budget: QueryBudget) throws {
        let reader = try FunctionOptions(options, of: "from_csv", known: ["delimiter", "headers"])
        hasHeader = try reader.boolean("headers") ?? false
        let delimiter = try reader.string("delimiter") ?? ","
        guard delimiter.utf8.count == 1, let byte = delimiter.utf8.first, let dialect = CSVDialect(delimiter: byte) else {
            throw QueryRuntimeError("from_csv: delimiter must be one ASCII character, not \(ValueText.described(.string(delimiter)))")
        }
        self.reader = CSVReader(dialect, limits: Self.limits)
        self.text = text
        self.budget = budget
    }

    /// Arrays of cells, or objects by the names of the header. Empty lines are skipped.
    consuming func read() throws -> JSONValue {
        let text = text
        let bytes = text.utf8.span
        var start = 0
        while start < bytes.count {
            let block = bytes.extracting(start..<min(start + QueryBudget.blockBytes, bytes.count))
            var position = 0
            while try isRow({ (reader) throws(CSVError) in try reader.readRow(in: block, from: &position) }) { try addRow() }
            start += block.count
            try budget.charge(bytes: block.count)
            // While the buffer of the row grows, the old and the new one exist.
            try budget.checkRoom(for: 2 * reader.heldBytes)
        }
        if try isRow({ (reader) throws(CSVError) in try reader.finish() }) { try addRow() }
        return .array(rows)
    }

    private mutating func isRow(_ next: (inout CSVReader) throws(CSVError) -> Bool) throws -> Bool {
        do throws(CSVError) {
            return try next(&reader)
        } catch {
            let fault = error.isOfOneRow ? "text follows the quotation mark that ends a cell" : "a quotation mark has no end"
            throw QueryRuntimeError("from_csv: line \(error.position.line): \(fault)")
        }
    }

    private mutating func addRow() throws {
        let row = reader.row
        try budget.step()
        if row.isBlank { return }
        if hasHeader, header == nil { return try readHeader(row) }
        if let header { return try budget.append(.object(try object(header.names, row)), to: &rows) }
        var cells: [JSONValue] = []
        for cell in 0..<row.count { try budget.append(try value(of: cell, in: row), to: &cells) }
        try budget.append(.array(cells), to: &rows)
    }

    private mutating func readHeader(_ row: CSVRow) throws {
        try budget.charge(elements: row.count)
        do throws(CSVHeader.Fault) {
            header = try CSVHeader(row, allowsEmptyName: true)
        } catch {
            let name = row.text(of: error.column - 1) ?? ""
            throw QueryRuntimeError("from_csv: the header has \(ValueText.shortened(.string(name))) twice")
        }
    }

    private func object(_ names: [String], _ row: CSVRow) throws -> JSONObject {
        guard row.count == names.count else {
            throw QueryRuntimeError("from_csv: line \(row.line) has \(row.count) cells, and the header \(names.count)")
        }
        try budget.allocate(MemorySize.object(names.count))
        var object = JSONObject()
        for (cell, name) in names.enumerated() { object.appendNew(try value(of: cell, in: row), for: name) }
        return object
    }

    private func value(of cell: Int, in row: CSVRow) throws -> JSONValue {
        let count = row.byteCount(of: cell)
        if count == 0, !row.isQuoted(cell) { return .null }
        try budget.allocate(MemorySize.string(count))
        try budget.charge(bytes: count)
        return .string(row.text(of: cell) ?? "")
    }
}
