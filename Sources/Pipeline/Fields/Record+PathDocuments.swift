public import HTMLParsing
internal import JSONParsing

// Documents in fields at any depth: parsed once and kept beside the record, as those of the record's own fields are.
extension Record {
    /// The document in a field: the one that a stage put there, or the field's text parsed as an HTML fragment.
    ///
    /// - Throws: ``RecordError`` if the field is missing or holds no string, or if the path leads to several fields.
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

    /// The document in a field, as ``document(_:)-(FieldPath)`` gives it; nil where the field is null.
    ///
    /// - Throws: ``RecordError`` if the field is missing or holds anything else.
    public mutating func documentIfAny(_ path: FieldPath) throws -> HTMLDocument? {
        if let name = path.name {
            notePresence(of: path)
            return try path.maskingErrorPath { try documentIfAny(name) }
        }
        if let known = knownField(at: try path.place()) { return known.document }
        guard let value = try get(path) else { throw RecordError("missing; HTML was expected", at: path.description) }
        return value.isNull ? nil : try document(path)
    }

    /// Puts a document into a field.
    ///
    /// - Throws: As ``set(_:to:)-(FieldPath,_)``, and if the path leads to several fields.
    public mutating func setDocument(_ document: HTMLDocument, in path: FieldPath) throws {
        if let name = path.name { return try setDocument(document, in: name) }
        let (key, inner) = try path.place()
        // The way is decoded here, where that can fail, and not where the document is written out.
        try change(path) { value, _ in value ?? .null }
        documents.append(DocumentField(key: JSONKey(key), inner: inner, document: document, isAuthoritative: true))
    }

    /// What is known of the document in a field; nil if it was not parsed yet.
    public func knownField(at path: FieldPath) -> DocumentField? {
        guard !documents.isEmpty, let place = try? path.place() else { return nil }
        return knownField(at: place)
    }

    private func knownField(at place: (key: String, inner: [String])) -> DocumentField? {
        documents.first { $0.key == JSONKey(place.key) && $0.inner.map(JSONKey.init) == place.inner.map(JSONKey.init) }
    }

    /// Notes the document that a field's text stands for.
    public mutating func remember(_ document: HTMLDocument, at path: FieldPath) throws {
        let (key, inner) = try path.place()
        documents.append(DocumentField(key: JSONKey(key), inner: inner, document: document, isAuthoritative: false))
    }

    /// Lets go of the documents on the way of a path, at its end and behind it; those that are newer than their text are written out first.
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
    /// A value of the record with the document in it as text.
    func serialized(in value: JSONValue?) -> JSONValue? {
        let text = JSONValue.string(document.serialized())
        // The way was decoded when the document was put there.
        return (try? ValueEdit(skipsMismatches: true).changed(value, inner.map { FieldPath.Step.key($0) }[...], at: "") { _, _ in text })
            ?? value
    }
}

extension FieldPath {
    /// The field of the record that the path begins with, and the names that lead on.
    ///
    /// - Throws: ``RecordError`` if the path leads to several fields.
    fileprivate func place() throws(RecordError) -> (key: String, inner: [String]) {
        guard let names, let key = names.first else {
            throw RecordError("expected one field; this path leads to one in each element", at: description)
        }
        return (key, Array(names.dropFirst()))
    }
}
