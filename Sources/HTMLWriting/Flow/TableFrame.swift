/// A table that is being written.
struct TableFrame {
    let shape: TableShape
    var hasStarted = false
    var column = 0
    /// The row that is being written is the header.
    var isHeaderRow = false
    /// For each column the number of rows that a cell above still reaches into.
    var reach: [Int] = []
}
