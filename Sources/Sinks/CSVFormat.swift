internal import CSVParsing
internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// A table as CSV: a row with the names of the columns, and a row for each record.
///
/// - SeeAlso: [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180)
struct CSVFormat: RecordFormat {
    private static let quote = UInt8(ascii: "\"")

    let columns: CSVColumns
    let dialect: CSVDialect
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
            if index > 0 { bytes.append(dialect.delimiter) }
            append(cell(name), to: &bytes)
        }
        bytes.append(contentsOf: "\r\n".utf8)
    }

    /// Appends a cell: null as an empty cell, a string as its text, any other value as JSON.
    private func append(_ cell: JSONValue, to bytes: inout [UInt8]) {
        if cell.isNull { return }
        let text = Self.text(of: cell).utf8
        let needsQuotes = text.contains { $0 == dialect.delimiter || $0 == Self.quote || $0 == 0x0A || $0 == 0x0D }
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

// Reads the rows of an earlier file that the run appends to or merges with.
extension CSVFormat {
    /// No limits: the sink limits the length of a row.
    private static let limits = CSVLimits(maxCellBytes: .max, maxRowBytes: .max, maxColumns: .max)

    /// A new reader, which reads one row.
    private var reader: CSVReader { CSVReader(dialect, limits: Self.limits, skipsMark: false) }

    func fault(inHeader header: Span<UInt8>) -> String? {
        let wanted = columns.names ?? []
        let found: [String]
        do throws(CSVError) {
            found = try cells(of: header).map { $0 ?? "" }
        } catch {
            return "begins with a row that cannot be read: \(error.message)"
        }
        if found.elementsEqual(wanted, by: { JSONKey($0) == JSONKey($1) }) { return nil }
        return
            "has the columns \(Self.list(found)), and this run writes \(Self.list(wanted)); name the columns of the file in \"fields\", in "
            + "their order"
    }

    private static func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }

    func end(ofRecordAt start: Int, in bytes: Span<UInt8>) -> Int? {
        var reader = reader
        var end = start
        do throws(CSVError) {
            guard try reader.readRow(in: bytes, from: &end) else { return nil }
        } catch {
            // The row has an end; ``key(of:)`` reports its fault.
            if !error.isOfOneRow { return nil }
        }
        guard bytes[end - 1] == UInt8(ascii: "\r") else { return end }
        if end == bytes.count { return nil }
        return bytes[end] == UInt8(ascii: "\n") ? end + 1 : end
    }

    func key(of record: Span<UInt8>) throws -> RecordKey? {
        guard let names = columns.names else { return nil }
        if !record.isEmpty, record[record.count - 1] == 0 { throw RecordError("it ends with a NUL byte, as after a power failure") }
        let found: [String?]
        do throws(CSVError) {
            found = try cells(of: record)
        } catch {
            throw RecordError(error.message)
        }
        // Only the last row of a file may lack its end.
        if record.count > 0, found.count < names.count, record[record.count - 1] != 0x0A, record[record.count - 1] != 0x0D {
            throw RecordError("it has \(found.count) of \(names.count) cells, and no end")
        }
        guard let key, found.count > 1 || found.first != .some(nil) else { return nil }
        var row = JSONObject()
        for (name, cell) in zip(names, found) { row[name] = cell.map { .string($0) } ?? .null }
        return try key.first(Record(.object(row))).flatMap { try RecordKey($0) }
    }

    /// The texts of a row's cells; nil for an empty cell without quotation marks, which stands for null.
    private func cells(of record: Span<UInt8>) throws(CSVError) -> [String?] {
        var reader = reader
        var position = 0
        if try !reader.readRow(in: record, from: &position), try !reader.finish() { return [nil] }
        let row = reader.row
        return (0..<row.count).map { cell in
            if row.byteCount(of: cell) == 0, !row.isQuoted(cell) { return nil }
            return row.text(of: cell) ?? String(decoding: row.content(of: cell), as: UTF8.self)
        }
    }
}

/// The columns of a table: named by the option, or taken from the first record. A class, because the turnstile determines the columns and
/// the sink's task reads them.
final class CSVColumns: Sendable {
    private struct State {
        /// The columns; nil before the first record.
        var names: [String]?
        var known: Set<JSONKey> = []
        /// The number of admitted records that are not withdrawn.
        var admitted = 0
    }

    /// The columns named by the option; nil if it names none.
    let given: [String]?
    private let state: Mutex<State>

    /// - Parameter names: The columns; empty takes them from the first record.
    init(_ names: [String]) {
        given = names.isEmpty ? nil : names
        state = Mutex(State(names: given))
    }

    /// The columns; nil before they are known.
    var names: [String]? { state.withLock { $0.names } }

    func admit(_ document: JSONObject) throws {
        guard given == nil else { return }
        try state.withLock { state in
            if state.names == nil {
                guard !document.isEmpty else {
                    throw RecordError("the first record has no fields that could give the columns; name them in \"fields\"")
                }
                state.names = document.keys
                state.known = Set(document.keys.map(JSONKey.init))
            }
            if let other = document.keys.first(where: { !state.known.contains(JSONKey($0)) }) {
                throw RecordError("not among the columns, which are those of the first record; name them in \"fields\"", at: ".\(other)")
            }
            state.admitted += 1
        }
    }

    /// Withdraws an admitted record. If no other one is left, the next record determines the columns.
    func withdraw() {
        guard given == nil else { return }
        state.withLock { state in
            state.admitted -= 1
            if state.admitted == 0 { state.names = nil }
        }
    }
}
