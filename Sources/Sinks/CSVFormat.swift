internal import JSONParsing
internal import Pipeline

/// A table as CSV: a row with the names of the columns, and a row for each record.
///
/// - SeeAlso: [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180)
struct CSVFormat: RecordFormat {
    private static let quote = UInt8(ascii: "\"")

    let columns: CSVColumns
    let delimiter: UInt8
    /// The program that gives the key of a row; nil if rows are not merged.
    let key: RecordQuery?

    /// The row with the names of the columns; empty if they are not known.
    var header: [UInt8] {
        var bytes: [UInt8] = []
        if let names = columns.names { appendRow(names, to: &bytes) { .string($0) } }
        return bytes
    }

    var recordEnd: [UInt8] { Array("\r\n".utf8) }

    /// Appends the row of a record.
    func append(_ cells: JSONObject, to bytes: inout [UInt8]) { appendRow(columns.names ?? [], to: &bytes) { cells[$0] ?? .null } }

    private func appendRow(_ names: [String], to bytes: inout [UInt8], _ cell: (String) -> JSONValue) {
        for (index, name) in names.enumerated() {
            if index > 0 { bytes.append(delimiter) }
            append(cell(name), to: &bytes)
        }
        bytes.append(contentsOf: "\r\n".utf8)
    }

    /// Appends a cell: null as an empty cell, a string as its text, any other value as JSON.
    private func append(_ cell: JSONValue, to bytes: inout [UInt8]) {
        if cell.isNull { return }
        let text = Self.text(of: cell).utf8
        let needsQuotes = text.contains { $0 == delimiter || $0 == Self.quote || $0 == 0x0A || $0 == 0x0D }
        guard needsQuotes || text.isEmpty else { return bytes.append(contentsOf: text) }
        bytes.append(Self.quote)
        for byte in text {
            if byte == Self.quote { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(Self.quote)
    }

    private static func text(of cell: JSONValue) -> String { cell.string ?? cell.compactText }

    /// Returns a row as the key program sees it, the same for a new row and for one that was read: strings, and null for an empty cell.
    func row(_ cells: JSONObject) -> Record {
        var row = JSONObject()
        for cell in cells { row[cell.key] = cell.value.isNull ? .null : .string(Self.text(of: cell.value)) }
        return Record(.object(row))
    }
}

// Rows of an earlier file.
extension CSVFormat {
    func fault(inHeader header: Span<UInt8>) -> String? {
        let wanted = columns.names ?? []
        guard let cells = try? CSVRow(header, delimiter: delimiter) else { return "begins with a quotation mark that has no end" }
        let found = cells.cells.map { $0 ?? "" }
        if found.elementsEqual(wanted, by: { JSONKey($0) == JSONKey($1) }) { return nil }
        return
            "has the columns \(Self.list(found)), and this run writes \(Self.list(wanted)); name the columns of the file in \"fields\", in "
            + "their order"
    }

    private static func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }

    /// A row ends at a line feed outside of quotation marks. A doubled mark inside of a cell closes and opens it again.
    func end(ofRecordAt start: Int, in bytes: Span<UInt8>) -> Int? {
        var isQuoted = false
        var position = start
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == Self.quote { isQuoted.toggle() } else if byte == UInt8(ascii: "\n"), !isQuoted { return position }
        }
        return nil
    }

    func key(of record: Span<UInt8>) throws -> RecordKey? {
        guard let key, let names = columns.names else { return nil }
        let found = try CSVRow(record, delimiter: delimiter).cells
        if found.count == 1, found[0] == nil { return nil }
        var row = JSONObject()
        for (name, cell) in zip(names, found) { row[name] = cell.map { .string($0) } ?? .null }
        return try key.first(Record(.object(row))).flatMap { try RecordKey($0) }
    }
}
