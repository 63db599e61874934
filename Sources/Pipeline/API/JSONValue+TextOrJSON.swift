package import JSONParsing

extension JSONValue {
    /// The value as it stands in a text: a string's characters, the JSON of anything else.
    ///
    /// - Throws: ``JSONError`` for a string that stands for no characters; its JSON would look like content.
    package func textOrJSON() throws(JSONError) -> String {
        guard kind == .string else { return compactText }
        return try decoded().string ?? ""
    }
}
