internal import JSONParsing

extension Record {
    /// The limit for the nesting depth of a record: one less than the limit of readers, because a JSON document may hold the records in a
    /// list.
    private static let maxDepth = JSONLimits.standard.maxDepth - 1

    /// Ensures that a later run can read a record that a stage has made: readers limit the nesting depth.
    ///
    /// A record that is deep already, because its source has a higher limit, may stay so.
    ///
    /// - Parameter original: The record as it reached the stage; nil if the stage made this one of several.
    /// - Throws: ``RecordError`` for a record that the stage nests deeper than readers accept.
    borrowing func checkDepth(from original: JSONValue?) throws(RecordError) {
        let limit = Self.maxDepth
        guard let depth = stored.depth(above: limit), depth > original?.depth(above: limit) ?? 0 else { return }
        throw RecordError("the stage makes a record of \(depth) levels; the limit is \(limit), so that its output can be read again")
    }
}
