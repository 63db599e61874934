public import HTMLParsing
package import JSONParsing

extension Record {
    /// The document in a field: the one that a stage put there, or the field's text parsed as an HTML fragment.
    ///
    /// The record keeps the parsed document, so that a second call does not parse again.
    ///
    /// - Parameter field: The key of a top-level field.
    /// - Throws: ``RecordError`` if the field is missing or not a string.
    public mutating func document(_ field: String) throws -> HTMLDocument {
        if let document = knownDocument(field) { return document }
        let document = HTMLDocument(parsingFragment: try string(field))
        documents.append(DocumentField(key: JSONKey(field), document: document, isAuthoritative: false))
        return document
    }

    /// The document in a field, as ``document(_:)`` returns it, or nil if the field is null.
    ///
    /// - Parameter field: The key of a top-level field.
    /// - Throws: ``RecordError`` if the field is missing, or neither null nor a string.
    public mutating func documentIfAny(_ field: String) throws -> HTMLDocument? {
        if let document = knownDocument(field) { return document }
        guard let value = try get(field) else { throw RecordError("missing; HTML was expected", at: ".\(field)") }
        return value.isNull ? nil : try document(field)
    }

    private func knownDocument(_ field: String) -> HTMLDocument? {
        if documents.isEmpty { return nil }
        return documents.first { $0.key == JSONKey(field) && $0.inner.isEmpty && $0.isDocument(in: DocumentField.verbatim[0]) }?.document
    }

    /// Sets a field to a document. The document becomes text only when the whole value is read or written.
    ///
    /// - Parameters:
    ///   - document: The new content of the field.
    ///   - field: The key of a top-level field. A new field is appended.
    /// - Throws: ``RecordError`` if the record is not an object; ``JSONError`` if it has a key twice.
    public mutating func setDocument(_ document: HTMLDocument, in field: String) throws {
        // Decoding can fail, so it happens here and not in `value`, which cannot throw.
        try changeObject { if $0[field] == nil { $0[field] = .null } }
        documents.removeAll { $0.key == JSONKey(field) }
        documents.append(DocumentField(key: JSONKey(field), document: document, isAuthoritative: true))
    }

    /// The approximate size of the record in memory, in bytes. It decides when a batch is full.
    var approximateBytes: Int {
        if documents.isEmpty, case .text(let text) = stored { return text.count }  // the usual case, without a copy
        // The nodes of a document take about as many bytes as its text.
        return documents.reduce(stored.approximateByteCount) { $0 + 2 * $1.document.textBytes.count }
    }

    /// The value for a reader of certain fields. Documents are serialized only if one of them is in such a field.
    ///
    /// - Parameter fields: The top-level fields that the caller reads, or nil for all.
    package func value(readingOnly fields: Set<String>?) -> JSONValue {
        guard let fields else { return value }
        return documents.contains { $0.isAuthoritative && fields.contains($0.key.name) } ? value : stored
    }
}
