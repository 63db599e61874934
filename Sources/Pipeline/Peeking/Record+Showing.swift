package import HTMLParsing
package import JSONParsing

extension Record {
    /// The whole content, with each document that a stage has made as a text of the caller's choice.
    ///
    /// - Parameter text: Returns the text of a document.
    package func value(showing text: (HTMLDocument) -> String) -> JSONValue {
        let made = documents.filter(\.isAuthoritative)
        guard !made.isEmpty else { return value }
        var shown = self
        for field in made {
            let path = FieldPath(steps: ([field.key.name] + field.inner).map { .key($0) })
            // Setting succeeds, as it did when the document was set. Otherwise the document stays HTML.
            try? shown.set(path, to: .string(text(field.document)))
        }
        return shown.value
    }
}
