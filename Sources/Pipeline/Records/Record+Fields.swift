internal import JSONParsing

// These methods move documents together with their fields, so that no document is serialized and then parsed again by the next stage.
extension Record {
    /// Renames fields simultaneously, so that two fields can exchange their names. The fields keep their positions.
    ///
    /// A field that already has one of the new names, and is not renamed itself, is removed.
    ///
    /// - Parameter names: Pairs of the old and the new name. Fields that the record lacks are ignored.
    /// - Throws: ``RecordError`` if two fields would get the same name, or if the record is not an object; ``JSONError`` if it has a key
    ///   twice.
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
            var field = field
            field.key = name
            return field
        }
    }

    /// Removes fields.
    ///
    /// - Parameter names: The keys. Fields that the record lacks are ignored.
    /// - Throws: ``RecordError`` if the record is not an object; ``JSONError`` if it has a key twice.
    public mutating func remove(_ names: [String]) throws {
        try changeObject { $0.remove(names) }
        guard !documents.isEmpty else { return }
        let dropped = Set(names.map(JSONKey.init))
        documents.removeAll { dropped.contains($0.key) }
    }

    /// Keeps the given fields, in the given order, and removes all others.
    ///
    /// - Parameter names: The keys. Fields that the record lacks are ignored.
    /// - Throws: ``RecordError`` if the record is not an object; ``JSONError`` if it has one of these keys twice.
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
