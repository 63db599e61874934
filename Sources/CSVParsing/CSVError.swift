/// A fault of a table.
public struct CSVError: Error, Equatable {
    /// The kinds of faults in CSV.
    public enum Reason: Equatable, Sendable {
        /// Text follows the quotation mark that ends a cell.
        case textBehindQuote
        /// The table ends inside a cell that a quotation mark began.
        case unterminatedQuote
        /// A cell is longer than the limit, in bytes.
        case cellTooLong(limit: Int)
        /// A row is longer than the limit, in bytes.
        case rowTooLong(limit: Int)
        /// A row has more cells than the limit.
        case tooManyColumns(limit: Int)
    }

    /// The kind of the fault.
    public let reason: Reason
    /// The position of the fault: the first byte that is not allowed, or the start of the cell or row that has no end or is too long.
    public let position: CSVPosition

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The kind of the fault.
    ///   - position: The position of the fault.
    public init(_ reason: Reason, at position: CSVPosition) {
        self.reason = reason
        self.position = position
    }

    /// Whether the rest of the table can be read: the fault concerns one row, whose end is known.
    public var isOfOneRow: Bool { reason.isOfOneRow }

    /// The fault in one sentence, without its position.
    public var message: String {
        switch reason {
        case .textBehindQuote: "expected a delimiter or the end of the line behind the quotation mark that ends a cell, found text"
        case .unterminatedQuote: "the quotation mark that begins a cell has no end"
        case .cellTooLong(let limit): "a cell is longer than the limit of \(limit) bytes"
        case .rowTooLong(let limit): "a row is longer than the limit of \(limit) bytes"
        case .tooManyColumns(let limit): "a row has more cells than the limit of \(limit)"
        }
    }
}

extension CSVError.Reason {
    var isOfOneRow: Bool { self == .textBehindQuote }
}
