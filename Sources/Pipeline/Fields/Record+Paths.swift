public import JSONParsing

// Fields at any depth. What leads to them is decoded one level at a time; what stands beside them stays as it was read.
extension Record {
    /// The value of a field, or nil if there is none: of a path with `[]` an array of all values that are there.
    ///
    /// - Throws: ``RecordError`` with the place of a value on the way that is neither null nor what the path expects; ``JSONError`` as
    ///   ``get(_:)-(String)``.
    public func get(_ path: FieldPath) throws -> JSONValue? {
        notePresence(of: path)
        if let name = path.name { return try get(name) }
        guard case .key(let key)? = path.steps.first, let value = try get(key) else { return nil }
        return try path.maskingErrorPath {
            let rest = path.steps.dropFirst()
            guard path.isOfElements else { return try value.value(at: rest, in: path.steps) }
            var values: [JSONValue] = []
            let isThere = try value.collect(at: rest, in: path.steps, into: &values)
            return isThere ? .array(values) : nil
        }
    }

    /// Sets a field: in its place if it is there, at the end of its object otherwise; nil removes it. Objects on the way that are
    /// missing or null are made; of a path with `[]` the field of each element is set.
    ///
    /// - Throws: As ``get(_:)-(FieldPath)``.
    public mutating func set(_ path: FieldPath, to value: JSONValue?) throws {
        if let name = path.name { return try set(name, to: value) }
        try change(path) { _, _ in value }
    }

    /// A string field.
    ///
    /// - Throws: ``RecordError`` if the field is missing or holds something else.
    public func string(_ path: FieldPath) throws -> String {
        guard let value = try get(path) else { throw RecordError("missing; a string was expected", at: path.description) }
        guard case .string(let string) = try value.decoded() else {
            throw RecordError("expected a string, found \(value.kind.phrase)", at: path.description)
        }
        return string
    }

    /// Drops some fields; those that the record lacks, also because a value on the way is of another kind, are passed over.
    ///
    /// - Throws: If the record is not an object, or has a key twice.
    public mutating func remove(_ paths: [FieldPath]) throws {
        if let first = paths.first { notePresence(of: first) }
        let names = paths.compactMap(\.name)
        if !names.isEmpty { try remove(names) }
        for path in paths where path.name == nil { try change(path, skipsMismatches: true) { _, _ in nil } }
    }

    /// Notices whether the record has a field that an option asks for.
    public func notePresence(of path: FieldPath) {
        if let watch = path.watch, watch.isActive { watch.observe(self) }
    }

    /// Changes what stands at a path of several steps.
    ///
    /// - Parameters:
    ///   - skipsMismatches: Whether a value on the way that is of another kind stays as it is; otherwise it is an error.
    ///   - change: Gets the value, nil where there is none, and its place; gives the new one, nil to remove it.
    public mutating func change(
        _ path: FieldPath, skipsMismatches: Bool = false, _ change: (JSONValue?, String) throws -> JSONValue?
    ) throws {
        guard case .key(let key)? = path.steps.first else { return }
        guard stored.kind == .object else { throw RecordError("expected an object, found \(stored.kind.phrase)", at: ".") }
        try serializeDocuments(at: path)
        let old = try stored.member(key)
        let edit = ValueEdit(skipsMismatches: passesOverOthers)
        let new = try path.maskingErrorPath {
            try edit.changed(old, path.steps.dropFirst(), at: FieldPath.text(of: path.steps.prefix(1)), change)
        }
        if new == nil, old == nil { return }
        try changeObject { $0[key] = new }
    }
}

extension JSONValue {
    /// The value behind some steps; nil if something on the way is missing or null.
    ///
    /// - Parameters:
    ///   - steps: Keys, from this value on.
    ///   - path: All steps from the record on, for messages.
    fileprivate func value(at steps: ArraySlice<FieldPath.Step>, in path: [FieldPath.Step]) throws -> JSONValue? {
        var value = self
        for place in steps.indices {
            guard !value.isNull else { return nil }
            guard case .key(let name) = steps[place], value.kind == .object else {
                throw RecordError("expected an object, found \(value.kind.phrase)", at: FieldPath.text(of: path[..<place]))
            }
            guard let inner = try value.member(name) else { return nil }
            value = inner
        }
        return value
    }

    /// Appends all values behind some steps.
    ///
    /// - Returns: Whether a list was found, be it empty.
    fileprivate func collect(
        at steps: ArraySlice<FieldPath.Step>, in path: [FieldPath.Step], into values: inout [JSONValue]
    ) throws -> Bool {
        let keys = steps.prefix { $0 != .each }
        guard let value = try value(at: keys, in: path) else { return false }
        let rest = steps.dropFirst(keys.count)
        guard !rest.isEmpty else {
            values.append(value)
            return true
        }
        if value.isNull { return false }
        guard case .array(let elements) = try value.decoded() else {
            throw RecordError("expected a list, found \(value.kind.phrase)", at: FieldPath.text(of: path[..<rest.startIndex]))
        }
        for element in elements { _ = try element.collect(at: rest.dropFirst(), in: path, into: &values) }
        return true
    }
}
