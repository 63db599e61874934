internal import CSVParsing

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

    /// The fault behind the name of its file.
    func message(inFile file: String) -> String {
        "\(file):" + (position.map { "\($0.line):\($0.column):" } ?? "") + " \(reason)"
    }
}
