internal import JSONParsing
internal import Pipeline

/// Keeps selected fields of a record, at any depth, and drops all others.
struct FieldSelection: Sendable {
    /// The selected parts of a value, as a tree.
    private struct SelectedParts: Sendable {
        /// Whether the whole value is kept.
        var isWhole = false
        /// The selected members of an object, in the order of the option.
        var members: [(key: String, node: SelectedParts)] = []
        /// The selected parts of each element of a list: one node, or none.
        var element: [SelectedParts] = []

        mutating func add(_ steps: ArraySlice<FieldPath.Step>) {
            switch steps.first {
            case nil: isWhole = true
            case .key(let name):
                let known = members.firstIndex { JSONKey($0.key) == JSONKey(name) }
                if known == nil { members.append((name, SelectedParts())) }
                members[known ?? members.count - 1].node.add(steps.dropFirst())
            case .each:
                if element.isEmpty { element.append(SelectedParts()) }
                element[0].add(steps.dropFirst())
            }
        }

        /// The kept part of a value; nil if nothing is kept.
        func kept(of value: JSONValue, at place: String) throws -> JSONValue? {
            if isWhole { return value }
            if let element = element.first, value.kind == .array {
                let elements = try value.decoded(at: place).array ?? []
                return .array(try elements.enumerated().map { try element.kept(ofElement: $1, at: "\(place)[\($0)]") })
            }
            guard value.kind == .object else { return nil }
            var object = JSONObject()
            for (key, node) in members {
                let inner = place + FieldPath.text(of: [.key(key)])
                guard let member = try value.member(key), let kept = try node.kept(of: member, at: inner) else { continue }
                object[key] = kept
            }
            return object.isEmpty ? nil : .object(object)
        }

        /// The kept part of an element. An element without kept fields becomes an empty object, so that the indices stay the same.
        ///
        /// - Throws: ``RecordError`` if the element is neither null nor of the kind that the path leads into.
        private func kept(ofElement value: JSONValue, at place: String) throws -> JSONValue {
            if isWhole || value.isNull { return value }
            let isFitting = value.kind == .array ? !element.isEmpty : value.kind == .object && !members.isEmpty
            guard isFitting else {
                let expected = element.isEmpty ? "an object" : members.isEmpty ? "a list" : "an object or a list"
                throw RecordError("expected \(expected), found \(value.kind.phrase)", at: place)
            }
            return try kept(of: value, at: place) ?? .object([:])
        }
    }

    private var root = SelectedParts()
    /// A field that shares its watch for misspelt names with the others.
    private let first: FieldPath?
    /// The names of the fields if all are top-level fields; otherwise nil.
    private let names: [String]?

    init(_ paths: [FieldPath]) {
        first = paths.first
        let names = paths.compactMap(\.name)
        self.names = names.count == paths.count ? names : nil
        for path in paths { root.add(path.steps[...]) }
    }

    /// Drops all other fields of a record, and objects without kept fields. Ignores fields that the record lacks.
    ///
    /// - Throws: ``RecordError`` if the record is not an object, has a name twice, or has a list element of a wrong kind.
    func apply(to record: inout Record) throws {
        if let first { record.notePresence(of: first) }
        if let names { return try record.keepOnly(names) }
        // Reduce partly selected fields first; `keepOnly` then keeps whole fields together with their documents.
        for (key, node) in root.members where !node.isWhole {
            guard let value = try record.get(key) else { continue }
            try record.set(key, to: try node.kept(of: value, at: FieldPath.text(of: [.key(key)])))
        }
        try record.keepOnly(root.members.map(\.key))
    }
}
