public import HTMLParsing
internal import JSONParsing
public import MailParsing
public import Pipeline

extension Record {
    /// The content of a field; nil where the field is null. A document that a stage put there is HTML whatever its text looks like.
    ///
    /// - Parameter format: What a text in the field is.
    /// - Throws: ``RecordError`` if the field is missing or holds neither a text nor a document.
    mutating func content(_ field: FieldPath, _ format: ContentFormat) throws -> Content? {
        look(for: field)
        if let known = knownField(at: field), known.isAuthoritative || format == .html { return .html(known.document) }
        guard let value = try get(field) else { throw RecordError("missing; HTML was expected", at: field.description) }
        if value.isNull { return nil }
        let text = try string(field)
        guard format.isHTML(text) else { return .text(text) }
        if let known = knownField(at: field) { return .html(known.document) }
        let document = HTMLDocument(parsingFragment: text)
        try remember(document, at: field)
        return .html(document)
    }

    /// The document of a field's content, plain text included.
    ///
    /// - Parameter format: What a text in the field is.
    /// - Throws: ``RecordError`` if the field is missing or holds neither a text nor a document.
    public mutating func document(_ field: FieldPath, as format: ContentFormat) throws -> HTMLDocument {
        // Of null, what is said is the matter of the field that has to be there.
        try content(field, format)?.document ?? document(field)
    }

    /// Puts what one field holds into another, together with its document, so that nothing is parsed twice.
    ///
    /// - Throws: If the record is no object, or has a key twice.
    mutating func copyContent(of field: FieldPath, to other: FieldPath) throws {
        let known = knownField(at: field)
        if let known, known.isAuthoritative { return try setDocument(known.document, in: other) }
        try set(other, to: get(field))
        guard let known, knownField(at: other) == nil else { return }
        try remember(known.document, at: other)
    }
}
