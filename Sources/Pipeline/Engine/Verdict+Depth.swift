internal import JSONParsing

extension Verdict {
    /// Ensures that a later run can read the records that a stage made: readers limit the nesting depth.
    ///
    /// A record that is deep already, because its source has a higher limit, may stay so.
    ///
    /// - Parameters:
    ///   - record: The record with the changes of the stage.
    ///   - original: The record as it reached the stage.
    /// - Throws: ``RecordError`` for a record that the stage nests deeper than readers accept.
    func checkDepth(of record: borrowing Record, from original: borrowing Record) throws(RecordError) {
        switch self {
        case .keep: try Self.checkDepth(of: record.stored, from: original.stored)
        case .drop: break
        case .replace(let records):
            for record in records { try Self.checkDepth(of: record.stored, from: original.stored) }
        }
    }

    /// The limit for the nesting depth of a record: one less than the limit of readers, because a JSON document may hold the records in a
    /// list.
    private static var maxDepth: Int { JSONLimits.standard.maxDepth - 1 }

    private static func checkDepth(of value: JSONValue, from original: JSONValue) throws(RecordError) {
        guard let depth = value.depth(above: maxDepth), depth > original.depth(above: maxDepth) ?? 0 else { return }
        throw RecordError("the stage makes a record of \(depth) levels; the limit is \(maxDepth), so that its output can be read again")
    }
}
