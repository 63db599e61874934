/// The limits of a table, which bound the memory of its reader.
public struct CSVLimits: Equatable, Sendable {
    /// The limits for tables from any origin.
    public static let standard = CSVLimits(maxCellBytes: 16 << 20, maxRowBytes: 64 << 20, maxColumns: 1 << 16)

    /// The longest cell, in bytes, with its quotation marks.
    public var maxCellBytes: Int
    /// The longest row, in bytes, without its line end.
    public var maxRowBytes: Int
    /// The largest number of cells of a row.
    public var maxColumns: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - maxCellBytes: The longest cell, in bytes, with its quotation marks.
    ///   - maxRowBytes: The longest row, in bytes, without its line end.
    ///   - maxColumns: The largest number of cells of a row; at least 1.
    public init(maxCellBytes: Int, maxRowBytes: Int, maxColumns: Int) {
        self.maxCellBytes = maxCellBytes
        self.maxRowBytes = maxRowBytes
        self.maxColumns = maxColumns
    }
}
