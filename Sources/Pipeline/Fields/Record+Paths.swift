public import JSONParsing

// Nested fields. Only the values on the path are decoded, one level at a time. All others keep the bytes that were read.
extension Record {
    /// The value at a path, or nil if there is none. For a path with `[]`, an array of the values that exist.
    ///
    /// - Throws: ``RecordError`` with the path of a value that is neither null nor an object or list as the path needs it; ``JSONError`` if
    ///   a key on the path occurs twice.
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

    /// Sets the field at a path. An existing field keeps its position, and a new one is appended to its object.
    ///
    /// Missing or null objects on the path are created. For a path with `[]`, the field of each element is set.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - value: The new value; nil removes the field.
    /// - Throws: ``RecordError`` with the path of a value that is neither null nor an object or list as the path needs it; ``JSONError`` if
    ///   an object on the path has a key twice. A path from a secret creates no field, because outputs show the names of fields.
    public mutating func set(_ path: FieldPath, to value: JSONValue?) throws {
        if let name = path.name, !path.isSecret { return try set(name, to: value) }
        try change(path) { _, _ in value }
    }

    /// The text at a path.
    ///
    /// - Throws: ``RecordError`` if the field is missing or not a string; ``JSONError`` if it has half a surrogate pair.
    public func string(_ path: FieldPath) throws -> String {
        guard let value = try get(path) else { throw RecordError("missing; a string was expected", at: path.description) }
        guard case .string(let string) = try value.decoded() else {
            throw RecordError("expected a string, found \(value.kind.phrase)", at: path.description)
        }
        return string
    }

    /// Removes the fields at some paths. Paths that do not exist in the record are ignored.
    ///
    /// - Throws: ``RecordError`` if the record is not an object; ``JSONError`` if an object on a path has a key twice.
    public mutating func remove(_ paths: [FieldPath]) throws {
        if let first = paths.first { notePresence(of: first) }
        let names = paths.compactMap(\.name)
        if !names.isEmpty { try remove(names) }
        for path in paths where path.name == nil { try change(path, skipsMismatches: true) { _, _ in nil } }
    }

    /// Notes whether the record has the field, for the warning about misspelt names at the end of a run.
    ///
    /// ``get(_:)-(FieldPath)`` and the methods for documents do this themselves. Call it if a component finds the field in another way.
    public func notePresence(of path: FieldPath) {
        if let watch = path.watch, watch.isActive { watch.observe(self) }
    }

    /// Changes the value at a path, or for a path with `[]` the value in each element.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - skipsMismatches: Whether a value on the path that is not an object or list as needed stays unchanged. Otherwise it is an error.
    ///   - change: Receives the value, which is nil if it is missing, and its path. It returns the new value; nil removes it.
    /// - Throws: ``RecordError`` with the path of a mismatch; ``JSONError`` if an object on the path has a key twice; the error of
    ///   `change`.
    public mutating func change(
        _ path: FieldPath, skipsMismatches: Bool = false, _ change: (JSONValue?, String) throws -> JSONValue?
    ) throws {
        guard case .key(let key)? = path.steps.first else { return }
        guard stored.kind == .object else { throw RecordError("expected an object, found \(stored.kind.phrase)", at: ".") }
        try serializeDocuments(at: path)
        let old = try stored.member(key)
        let edit = ValueEdit(skipsMismatches: skipsMismatches)
        let new = try path.maskingErrorPath {
            try edit.changed(old, path.steps.dropFirst(), at: FieldPath.text(of: path.steps.prefix(1))) { value, place in
                let new = try change(value, place)
                if path.isSecret, value == nil, new != nil {
                    throw RecordError("the field is missing, and a new one would show its secret name", at: place)
                }
                return new
            }
        }
        if new == nil, old == nil { return }
        try changeObject { $0[key] = new }
    }
}

extension JSONValue {
    /// Returns the value at the end of some keys; nil if a value on the path is missing or null.
    ///
    /// - Parameters:
    ///   - steps: The keys from this value on.
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

    /// Appends all values at the end of some steps.
    ///
    /// - Returns: Whether a list was found. It may be empty.
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

/// A change of the value at a path. Values beside the path keep the bytes that were read.
struct ValueEdit {
    /// Receives the value at the end of the path, which is nil if it is missing, and its path. It returns the new value; nil removes it.
    typealias Change = (JSONValue?, String) throws -> JSONValue?

    /// Whether a missing list, or a value that is not an object or list as the path needs it, stays unchanged. Otherwise it is an error.
    let skipsMismatches: Bool

    /// Returns the changed value; nil if it was missing, or if the change removes it.
    ///
    /// - Parameters:
    ///   - value: The value; nil if it is missing.
    ///   - steps: The steps from the value on.
    ///   - place: The path of the value in its record.
    func changed(_ value: JSONValue?, _ steps: ArraySlice<FieldPath.Step>, at place: String, _ change: Change) throws -> JSONValue? {
        guard let step = steps.first else { return try change(value, place) }
        let rest = steps.dropFirst()
        switch step {
        case .key(let name):
            var object = JSONObject()
            if let value, !value.isNull {
                guard value.kind == .object else { return try other(value, "an object", at: place) }
                object = try value.decoded(at: place).object ?? object
            }
            let old = object[name]
            let new = try changed(old, rest, at: place + FieldPath.text(of: [step]), change)
            if new == nil, old == nil { return value }
            object[name] = new
            return .object(object)
        case .each:
            guard let value, value.kind == .array, case .array(let elements) = try value.decoded(at: place) else {
                return value?.isNull == true ? value : try other(value, "a list", at: place)
            }
            return .array(try elements.enumerated().compactMap { try changed($1, rest, at: "\(place)[\($0)]", change) })
        }
    }

    private func other(_ value: JSONValue?, _ expected: String, at place: String) throws(RecordError) -> JSONValue? {
        guard !skipsMismatches else { return value }
        guard let value else { throw RecordError("missing; \(expected) was expected", at: place) }
        throw RecordError("expected \(expected), found \(value.kind.phrase)", at: place)
    }
}
