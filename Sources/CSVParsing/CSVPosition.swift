/// A position in a table, for messages.
public struct CSVPosition: Equatable, Sendable {
    /// The line, counted from 1. Line breaks in cells count, too.
    public let line: Int
    /// The column in characters (Unicode scalars), counted from 1.
    public let column: Int
    /// The offset in bytes from the start of the table.
    public let offset: Int

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - line: The line, counted from 1.
    ///   - column: The column in characters (Unicode scalars), counted from 1.
    ///   - offset: The offset in bytes from the start of the table.
    public init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }
}
