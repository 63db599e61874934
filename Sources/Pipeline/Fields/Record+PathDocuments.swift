public import HTMLParsing
internal import JSONParsing

// Documents in nested fields. They are parsed once and kept with the record, as documents in top-level fields are.
extension Record {
    /// The document at a path: the one that a stage put there, or the field's text parsed as an HTML fragment.
    ///
    /// The record keeps the parsed document, so that a second call does not parse again.
    ///
    /// - Throws: ``RecordError`` if the field is missing or not a string, or if the path contains `[]`.
    public mutating func document(_ path: FieldPath) throws -> HTMLDocument {
        if let name = path.name {
            notePresence(of: path)
            return try path.maskingErrorPath { try self.document(name) }
        }
        if let known = knownField(at: try path.place()) { return known.document }
        let document = HTMLDocument(parsingFragment: try string(path))
        try remember(document, at: path)
        return document
    }

    /// The document at a path, or nil if the field is null.
    ///
    /// - Throws: ``RecordError`` if the field is missing, or neither null nor a string, or if the path contains `[]`.
    public mutating func documentIfAny(_ path: FieldPath) throws -> HTMLDocument? {
        if let name = path.name {
            notePresence(of: path)
            return try path.maskingErrorPath { try documentIfAny(name) }
        }
        if let known = knownField(at: try path.place()) { return known.document }
        guard let value = try get(path) else { throw RecordError("missing; HTML was expected", at: path.description) }
        return value.isNull ? nil : try document(path)
    }

    /// Sets the field at a path to a document. Missing objects on the path are created.
    ///
    /// - Parameters:
    ///   - document: The new content of the field.
    ///   - path: The path of one field.
    /// - Throws: ``RecordError`` if a value on the path is not an object, or if the path contains `[]`; ``JSONError`` if an object on the
    ///   path has a key twice.
    public mutating func setDocument(_ document: HTMLDocument, in path: FieldPath) throws {
        if let name = path.name, !path.isSecret { return try setDocument(document, in: name) }
        // Decoding can fail, so it happens here and not in `value`, which cannot throw.
        try change(path) { value, _ in value ?? .null }
        if let name = path.name { return try setDocument(document, in: name) }
        let (key, inner) = try path.place()
        documents.append(DocumentField(key: JSONKey(key), inner: inner, document: document, isAuthoritative: true))
    }

    /// The document that the record keeps for a path; nil if it was neither set nor parsed yet.
    ///
    /// - Parameters:
    ///   - path: The path of the field.
    ///   - format: The name of the format in which the field's text is read; `html` means the text as it is.
    public func knownField(at path: FieldPath, as format: String = "html") -> DocumentField? {
        guard !documents.isEmpty, let place = try? path.place() else { return nil }
        return knownField(at: place, as: format)
    }

    private func knownField(at place: (key: String, inner: [String]), as format: String = DocumentField.verbatim[0]) -> DocumentField? {
        documents.first { $0.isDocument(in: format) && $0.isAt(place) }
    }

    /// Keeps a document that the caller has parsed from a field's text, so that other stages need not parse it.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - path: The path of the field.
    ///   - formats: The names of the formats in which the text reads as this document. With `html`, its serialized form must be equivalent
    ///     to the text.
    /// - Throws: ``RecordError`` if the path contains `[]`.
    public mutating func remember(_ document: HTMLDocument, at path: FieldPath, as formats: [String] = ["html"]) throws {
        let place = try path.place()
        var field = DocumentField(key: JSONKey(place.key), inner: place.inner, document: document, isAuthoritative: false)
        field.formats = formats
        // The same document may be known in another format.
        documents.removeAll { known in
            guard !known.isAuthoritative, known.isAt(place), known.formats.contains(where: formats.contains) else { return false }
            field.formats += known.formats.filter { !formats.contains($0) }
            return true
        }
        documents.append(field)
    }

    /// Removes the documents on a path and below it, after serializing those that are newer than the text of their field.
    mutating func serializeDocuments(at path: FieldPath) throws {
        guard !documents.isEmpty, case .key(let key)? = path.steps.first else { return }
        let names = path.steps.dropFirst().prefix { $0 != .each }
        func isConcerned(_ field: DocumentField) -> Bool {
            field.key == JSONKey(key) && zip(field.inner, names).allSatisfy { FieldPath.Step.key($0) == $1 }
        }
        let concerned = documents.filter(isConcerned)
        guard !concerned.isEmpty else { return }
        try changeObject { object in
            for field in concerned where field.isAuthoritative { object[key] = field.serialized(in: object[key]) }
        }
        documents.removeAll(where: isConcerned)
    }
}

extension Record.DocumentField {
    fileprivate func isAt(_ place: (key: String, inner: [String])) -> Bool {
        key == JSONKey(place.key) && inner.map(JSONKey.init) == place.inner.map(JSONKey.init)
    }

    /// Returns a top-level value with the serialized document in it.
    func serialized(in value: JSONValue?) -> JSONValue? {
        let text = JSONValue.string(document.serialized())
        // Decoding succeeds, as it did when the document was set.
        return (try? ValueEdit(skipsMismatches: true).changed(value, inner.map { FieldPath.Step.key($0) }[...], at: "") { _, _ in text })
            ?? value
    }
}

extension FieldPath {
    /// Splits the path into the key of the top-level field and the keys below it.
    ///
    /// - Throws: ``RecordError`` if the path contains `[]`.
    fileprivate func place() throws(RecordError) -> (key: String, inner: [String]) {
        guard let names, let key = names.first else {
            throw RecordError("expected one field; this path leads to one in each element", at: description)
        }
        return (key, Array(names.dropFirst()))
    }
}
