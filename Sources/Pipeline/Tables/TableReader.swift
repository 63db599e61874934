internal import CSVParsing
package import JSONParsing

/// Reads a table in CSV from chunks, and makes an object of each row.
///
/// All values are strings, or null where the format says so. Blank lines are skipped. In a table with one column, blank lines are rows if
/// an empty cell means null, because the sink `csv` writes such rows.
///
/// Package access: the source `csv` and the tables of a pipeline file read in one way; a plug-in takes the records of a source.
package struct TableReader {
    /// The limit for the beginning of a table in which the delimiter is searched, in bytes.
    private static let maxDetectionBytes = 1 << 20

    private let format: TableFormat
    /// Reads rows; nil until the delimiter is known.
    private var reader: CSVReader?
    private var names: [String]?
    /// The beginning of the table, until the delimiter is known.
    private var beginning: [UInt8] = []
    private var isAtStart = true
    /// A warning that the header is a single column, because the table probably has another delimiter; nil if there is none.
    package private(set) var remark: String?

    /// Creates a reader at the start of a table.
    ///
    /// - Parameters:
    ///   - format: The options of the table.
    ///   - name: The name of the file, or the URL.
    package init(_ format: TableFormat, ofFile name: String) {
        self.format = format
        names = format.columns
        if case .byte(let byte) = format.delimiter(inFile: name) { reader = Self.reader(byte, format) }
    }

    private static func reader(_ delimiter: UInt8, _ format: TableFormat) -> CSVReader {
        CSVReader(CSVDialect(delimiter: delimiter, quote: format.quote) ?? .standard)
    }

    /// Reads the next chunk.
    ///
    /// - Parameter chunk: UTF-8, which may end anywhere; the first one is long enough to detect its encoding (``ByteOrderMark``). An empty
    ///   chunk marks the end of the table.
    /// - Returns: The rows that end in the chunk, up to a fault with which the table cannot be read further.
    package mutating func rows(of chunk: [UInt8]) -> (rows: [TableRow], fault: TableFault?) {
        if isAtStart, !chunk.isEmpty {
            isAtStart = false
            if ByteOrderMark.wideEncoding(of: chunk, .table) == .utf32 {
                return ([], TableFault("the text is in UTF-32, which is not decoded; iconv -f utf-32 -t utf-8 converts it"))
            }
        }
        if reader != nil { return rows(of: chunk, isLast: chunk.isEmpty) }
        beginning += chunk
        let isComplete = chunk.isEmpty || beginning.count > Self.maxDetectionBytes
        guard let delimiter = CSVDialect.detectedDelimiter(in: beginning.span, quote: format.quote, isWhole: isComplete) else {
            return ([], nil)
        }
        reader = Self.reader(delimiter, format)
        let chunks = beginning
        beginning = []
        return rows(of: chunks, isLast: chunk.isEmpty)
    }

    private mutating func rows(of chunk: [UInt8], isLast: Bool) -> (rows: [TableRow], fault: TableFault?) {
        // New strings for each chunk: workers would contend for the reference counts of strings that all records share.
        names = names?.map { String(decoding: Array($0.utf8), as: UTF8.self) }
        var rows: [TableRow] = []
        var position = 0
        do throws(TableFault) {
            while try readRow(of: chunk, from: &position, into: &rows) {}
            if isLast { _ = try readRow(of: nil, from: &position, into: &rows) }
            return (rows, nil)
        } catch {
            // One row, such as the header, is often too short to guess the encoding from.
            return (
                rows, error.isNotUTF8 ? error.with(LegacyEncoding.hint(for: faultyBytes() + chunk[position...], advice: .option)) : error
            )
        }
    }

    private mutating func faultyBytes() -> [UInt8] {
        guard let reader = reader.take() else { return [] }
        defer { self.reader = reader }
        return reader.row.bytes
    }

    /// Reads a row.
    ///
    /// - Parameter chunk: The chunk; nil at the end of the table.
    /// - Returns: Whether there is one.
    private mutating func readRow(of chunk: [UInt8]?, from position: inout Int, into rows: inout [TableRow]) throws(TableFault) -> Bool {
        guard var reader = reader.take() else { return false }
        defer { self.reader = reader }
        do throws(CSVError) {
            let isRow = if let chunk { try reader.readRow(in: chunk.span, from: &position) } else { try reader.finish() }
            guard isRow else { return false }
        } catch {
            guard error.isOfOneRow, names != nil else { throw TableFault(error) }
            rows.append(Self.faulty(reader.row, TableFault(error)))
            return true
        }
        if reader.row.isBlank, names?.count != 1 || format.nullText != "" { return true }
        guard let names else {
            let header = try Self.names(in: reader.row)
            names = header
            if let name = header.first, header.count == 1 { remark = Self.remark(onOnlyColumn: name) }
            return true
        }
        rows.append(try row(reader.row, names))
        return true
    }

    /// The warning about a header with only one column, if its name contains a common delimiter.
    private static func remark(onOnlyColumn name: String) -> String? {
        guard let other = CSVDialect.commonDelimiters.first(where: name.utf8.contains) else { return nil }
        let shown = String(decoding: [other], as: UTF8.self)
        return "the header is one column, and \(other == 0x09 ? "a tab" : "\"\(shown)\"") stands in it: \"delimiter\": "
            + "\"\(other == 0x09 ? "tab" : shown)\" makes several, and \"auto\" finds it"
    }

    private static func names(in row: CSVRow) throws(TableFault) -> [String] {
        do throws(CSVHeader.Fault) {
            return try CSVHeader(row).names
        } catch {
            throw TableFault(error, in: row)
        }
    }

    private func row(_ row: CSVRow, _ names: [String]) throws(TableFault) -> TableRow {
        guard row.count == names.count else {
            let wanted = "\(names.count.counted("cell")), one for each column"
            let position = row.count > names.count ? row.position(of: names.count) : row.position(at: row.bytes.count)
            return Self.faulty(row, TableFault("expected \(wanted), found \(row.count)", at: position))
        }
        var object = JSONObject()
        object.reserveCapacity(names.count)
        for (cell, name) in names.enumerated() {
            guard let text = row.text(of: cell) else {
                throw TableFault("the text is not UTF-8", at: row.position(of: cell), isNotUTF8: true)
            }
            let isNull = text == format.nullText && !row.isQuoted(cell)
            object.appendNew(isNull ? .null : .string(text), for: name)
        }
        return .object(object, line: row.line, offset: row.offset)
    }

    private static func faulty(_ row: CSVRow, _ fault: TableFault) -> TableRow {
        .faulty(fault, text: String(decoding: row.bytes, as: UTF8.self), line: row.line, offset: row.offset)
    }
}

/// A row of a table in CSV.
///
/// Package access: see ``TableReader``.
package enum TableRow: Sendable {
    /// A row with a cell for each column. The line is counted from 1, the offset in bytes from the start of the table.
    case object(JSONObject, line: Int, offset: Int)
    /// A row that cannot become an object: its text as it was read.
    case faulty(TableFault, text: String, line: Int, offset: Int)
}

/// A fault of a table in CSV, with its place.
///
/// Package access: the source `csv` words its failures with it; see ``TableReader``.
package struct TableFault: Error, Equatable {
    /// The fault in one sentence, without its place.
    let reason: String
    /// The place; nil for a fault of the table as a whole.
    let position: CSVPosition?
    /// Whether two columns have one name.
    package private(set) var isRepeatedName = false

    /// Whether bytes are not UTF-8.
    let isNotUTF8: Bool

    init(_ reason: String, at position: CSVPosition? = nil, isNotUTF8: Bool = false) {
        self.reason = reason
        self.position = position
        self.isNotUTF8 = isNotUTF8
    }

    /// The same fault with more words at the end.
    func with(_ hint: String) -> TableFault { TableFault(reason + hint, at: position, isNotUTF8: isNotUTF8) }

    init(_ error: CSVError) { self.init(error.message, at: error.position) }

    /// A fault of a name in the first row of a table.
    init(_ fault: CSVHeader.Fault, in row: CSVRow) {
        let message =
            switch fault {
            case .empty: "the column has no name; if the table has no header, the option \"columns\" names its columns"
            case .repeated(let name, _, let first): "the header has \"\(name)\" twice; the first is column \(first)"
            case .notUTF8: "the name of the column is not UTF-8"
            }
        let isNotUTF8 = if case .notUTF8 = fault { true } else { false }
        self.init(message, at: row.position(of: fault.column - 1), isNotUTF8: isNotUTF8)
        if case .repeated = fault { isRepeatedName = true }
    }

    /// The fault with its line and column.
    package var message: String { message(inRowAt: nil) }

    /// The fault with its place, for a message that names the line of the row.
    package func message(inRowAt line: Int?) -> String {
        guard let position else { return reason }
        return (position.line == line ? "" : "line \(position.line), ") + "column \(position.column): \(reason)"
    }

    /// The fault after the name and the place in the file.
    func message(inFile file: String) -> String {
        "\(file):" + (position.map { "\($0.line):\($0.column):" } ?? "") + " \(reason)"
    }
}
