public import HTMLParsing
package import JSONParsing

extension Record {
    /// The document in a field: the one that a stage put there, or the field's text parsed as an HTML fragment.
    ///
    /// - Throws: ``RecordError`` if the field is missing or holds no string.
    public mutating func document(_ field: String) throws -> HTMLDocument {
        if let document = knownDocument(field) { return document }
        let document = HTMLDocument(parsingFragment: try string(field))
        documents.append(DocumentField(key: JSONKey(field), document: document, isAuthoritative: false))
        return document
    }

    /// The document in a field, as ``document(_:)`` gives it; nil where the field is null.
    ///
    /// - Throws: ``RecordError`` if the field is missing or holds anything else.
    public mutating func documentIfAny(_ field: String) throws -> HTMLDocument? {
        if let document = knownDocument(field) { return document }
        guard let value = try get(field) else { throw RecordError("missing; HTML was expected", at: ".\(field)") }
        return value.isNull ? nil : try document(field)
    }

    private func knownDocument(_ field: String) -> HTMLDocument? {
        documents.isEmpty ? nil : documents.first { $0.key == JSONKey(field) && $0.inner.isEmpty }?.document
    }

    /// Puts a document into a field.
    ///
    /// - Throws: If the record is not an object, or has a key twice.
    public mutating func setDocument(_ document: HTMLDocument, in field: String) throws {
        // The object is decoded here, where that can fail, and not where the document is written out.
        try changeObject { if $0[field] == nil { $0[field] = .null } }
        documents.removeAll { $0.key == JSONKey(field) }
        documents.append(DocumentField(key: JSONKey(field), document: document, isAuthoritative: true))
    }

    /// How much memory the record takes, roughly, in bytes: what batches are measured by.
    var approximateBytes: Int {
        if documents.isEmpty, case .text(let text) = stored { return text.count }  // as a rule, and without a copy
        // A document's nodes take about as much as its text.
        return documents.reduce(stored.approximateByteCount) { $0 + 2 * $1.document.textBytes.count }
    }

    /// The value, without the documents if none of them is in one of these fields.
    ///
    /// - Parameter fields: The top-level fields that will be read, or nil for all.
    package func value(readingOnly fields: Set<String>?) -> JSONValue {
        guard let fields else { return value }
        return documents.contains { $0.isAuthoritative && fields.contains($0.key.name) } ? value : stored
    }
}
