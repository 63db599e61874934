public import JSONParsing
internal import JSONQuery

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

extension JSONValue {
    /// The characters of a string, or the compact JSON of any other value, as templates and CSV cells contain it.
    ///
    /// - Throws: ``JSONError`` for a string with half a surrogate pair. Its JSON escapes would look like content.
    public func textOrJSON() throws(JSONError) -> String {
        switch kind {
        case .string, .number:
            switch try decoded() {
            case .string(let string): return string
            case .number(let number): return number.text
            case let other: return other.compactText
            }
        default: return compactText
        }
    }
}

extension String {
    /// A name for files and URLs, as the jq function `slug` makes it: words in lower case with hyphens between them, never empty.
    ///
    /// - Parameter maxBytes: The greatest length in bytes, from 20 to 240. Other numbers count as the nearest of these.
    /// - Throws: An error if the text takes too many steps; `CancellationError` if the task was cancelled.
    public func slug(maxBytes: Int) throws -> String { try Slug.text(of: self, maxBytes: maxBytes) }
}
