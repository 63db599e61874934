public import JSONParsing

extension JSONValue {
    /// The value as it stands in a text: a string's characters, the JSON of anything else.
    ///
    /// - Throws: ``JSONError`` for a string that stands for no characters; its JSON would look like content.
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
