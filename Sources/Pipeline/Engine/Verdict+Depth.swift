extension Verdict {
    /// Ensures that a later run can read the records that a stage made.
    ///
    /// - Parameters:
    ///   - record: The record with the changes of the stage.
    ///   - original: The record as it reached the stage.
    /// - Throws: ``RecordError`` for a record that the stage nests deeper than readers accept.
    func checkDepth(of record: borrowing Record, from original: borrowing Record) throws(RecordError) {
        switch self {
        case .keep: try record.checkDepth(from: original.stored)
        case .drop: break
        case .replace(let records): for record in records { try record.checkDepth(from: original.stored) }
        }
    }
}
