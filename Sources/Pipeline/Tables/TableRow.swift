package import JSONParsing

/// A row of a table in CSV.
///
/// Package access: see ``TableReader``.
package enum TableRow: Sendable {
    /// A row with a cell for each column. The line is counted from 1, the offset in bytes from the start of the table.
    case object(JSONObject, line: Int, offset: Int)
    /// A row that cannot become an object: its text as it was read.
    case faulty(TableFault, text: String, line: Int, offset: Int)
}
