public import JSONParsing

extension JSONValue {
    /// The value decoded one level deep, as by ``decoded()``, with errors that name the place in the record.
    ///
    /// - Parameter path: The path of the value in its record, such as `.sections[2]`; empty for the record itself.
    /// - Throws: ``RecordError`` with the path if an object has a key twice, or a string has half a surrogate pair.
    public func decoded(at path: String) throws(RecordError) -> JSONValue {
        do throws(JSONError) {
            return try decoded()
        } catch {
            throw RecordError("\(error)", at: path.isEmpty ? nil : path)
        }
    }
}
