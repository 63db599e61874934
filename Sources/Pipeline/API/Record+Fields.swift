internal import JSONParsing

// Fields change their places here, and the documents in them go along, so that none is written out as text and parsed again by the next stage.
extension Record {
    /// Gives fields other names, all at once, and keeps their places. A field that has one of these names already, and
    /// gets no other, is removed.
    ///
    /// - Parameter names: For each field its new name; fields that the record lacks are passed over.
    /// - Throws: ``RecordError`` if two fields would get one name, or if the record is not an object.
    public mutating func rename(_ names: some Sequence<(key: String, value: String)>) throws {
        let names = Array(names)
        var clash: String?
        var newNames: [JSONKey: JSONKey] = [:]
        try changeObject { object in
            for (key, name) in names where object[key] != nil { newNames[JSONKey(key)] = JSONKey(name) }
            clash = object.rename(names)
        }
        if let clash { throw RecordError("two fields would be called \"\(clash)\"", at: ".\(clash)") }
        guard !documents.isEmpty else { return }
        let taken = Set(newNames.values)
        documents = documents.compactMap { field in
            guard let name = newNames[field.key] else { return taken.contains(field.key) ? nil : field }
            return DocumentField(key: name, inner: field.inner, document: field.document, isAuthoritative: field.isAuthoritative)
        }
    }

    /// Drops some fields.
    ///
    /// - Parameter names: The fields; those that the record lacks are passed over.
    /// - Throws: If the record is not an object, or has a key twice.
    public mutating func remove(_ names: [String]) throws {
        try changeObject { $0.remove(names) }
        guard !documents.isEmpty else { return }
        let dropped = Set(names.map(JSONKey.init))
        documents.removeAll { dropped.contains($0.key) }
    }

    /// Keeps some fields, in this order, and drops the others.
    ///
    /// - Parameter names: The fields; those that the record lacks are passed over.
    /// - Throws: If the record is not an object, or has one of these names twice.
    public mutating func keepOnly(_ names: [String]) throws {
        guard stored.kind == .object else { throw RecordError("expected an object, found \(stored.kind.phrase)", at: ".") }
        var fields = JSONObject()
        fields.reserveCapacity(names.count)
        for (name, value) in zip(names, try stored.members(names)) { if let value { fields[name] = value } }
        let kept = documents.isEmpty ? [] : Set(names.map(JSONKey.init))
        let remaining = documents.filter { kept.contains($0.key) }
        value = .object(fields)
        documents = remaining
    }
}
