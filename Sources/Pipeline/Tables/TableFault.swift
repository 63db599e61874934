internal import CSVParsing

/// A fault of a table in CSV, with its place.
///
/// Package access: the source `csv` words its failures with it; see ``TableReader``.
package struct TableFault: Error, Equatable {
    /// The fault in one sentence, with its line and column.
    package let message: String

    init(_ message: String, at position: CSVPosition) {
        self.message = "line \(position.line), column \(position.column): \(message)"
    }

    /// A fault of the table as a whole.
    init(_ message: String) { self.message = message }

    init(_ error: CSVError) { self.init(error.message, at: error.position) }

    /// A fault of a name in the first row of a table.
    init(_ fault: CSVHeader.Fault, in row: CSVRow) {
        let message =
            switch fault {
            case .empty: "the column has no name; with the option \"columns\", the first row is data"
            case .repeated(let name, _, let first): "the header has \"\(name)\" twice; the first is column \(first)"
            case .notUTF8(let bytes, _): "the name of the column is not UTF-8\(LegacyEncoding.hint(for: bytes))"
            }
        self.init(message, at: row.position(of: fault.column - 1))
    }
}
