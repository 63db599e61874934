public import JSONParsing

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
