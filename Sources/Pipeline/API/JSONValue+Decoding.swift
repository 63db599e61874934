public import JSONParsing

extension JSONValue {
    /// The value decoded one level deep, as ``decoded()`` gives it.
    ///
    /// - Parameter path: The place of the value in its record; empty for the record itself.
    /// - Throws: ``RecordError`` with the path for what has no faithful value: equal keys, half a surrogate pair.
    public func decoded(at path: String) throws(RecordError) -> JSONValue {
        do throws(JSONError) {
            return try decoded()
        } catch {
            throw RecordError("\(error)", at: path.isEmpty ? nil : path)
        }
    }
}
