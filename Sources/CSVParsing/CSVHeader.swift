/// The names of a table's columns.
public struct CSVHeader: Equatable, Sendable {
    /// An invalid name of a column. Columns are counted from 1.
    public enum Fault: Error, Equatable {
        /// An empty name.
        case empty(column: Int)
        /// A name that an earlier column already has.
        case repeated(String, column: Int, first: Int)
        /// A name that is not UTF-8.
        case notUTF8(column: Int)

        /// The column with the name.
        public var column: Int {
            switch self {
            case .empty(let column), .repeated(_, let column, _), .notUTF8(let column): column
            }
        }
    }

    /// The names in the order of the columns.
    public let names: [String]

    /// Takes the names from the first row of a table.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - allowsEmptyName: Whether one column may have an empty name.
    /// - Throws: The fault of the first invalid name.
    public init(_ row: CSVRow, allowsEmptyName: Bool = false) throws(Fault) {
        var names: [String] = []
        for cell in 0..<row.count {
            guard let name = row.text(of: cell) else { throw .notUTF8(column: cell + 1) }
            names.append(name)
        }
        try self.init(names, allowsEmptyName: allowsEmptyName)
    }

    /// Checks names. They are compared by their bytes, as keys of JSON are.
    ///
    /// - Parameters:
    ///   - names: The names in the order of the columns.
    ///   - allowsEmptyName: Whether one column may have an empty name.
    /// - Throws: The fault of the first invalid name.
    public init(_ names: [String], allowsEmptyName: Bool = false) throws(Fault) {
        var columns: [[UInt8]: Int] = [:]
        for (index, name) in names.enumerated() {
            if name.isEmpty, !allowsEmptyName { throw .empty(column: index + 1) }
            if let first = columns.updateValue(index + 1, forKey: Array(name.utf8)) {
                throw .repeated(name, column: index + 1, first: first)
            }
        }
        self.names = names
    }
}
