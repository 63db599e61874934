/// An open data table.
struct TableFrame {
    let shape: TableShape
    var hasStarted = false
    var column = 0
    /// The column of the row's last cell.
    var lastCell = 0
    /// Whether the current row is the header.
    var isHeaderRow = false
    /// For each column, the number of rows that a cell of an earlier row still spans.
    var rowSpansLeft: [Int] = []
}
