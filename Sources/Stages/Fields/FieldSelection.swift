internal import Pipeline
internal import JSONParsing

/// Fields that are kept while all others go, at any depth.
struct FieldSelection: Sendable {
    /// What is kept of a value.
    private struct Node: Sendable {
        var isWhole = false
        /// Of an object: the members in the order of the option.
        var members: [(key: String, node: Node)] = []
        /// Of a list: the same of each element.
        var element: [Node] = []

        mutating func add(_ steps: ArraySlice<FieldPath.Step>) {
            switch steps.first {
            case nil: isWhole = true
            case .key(let name):
                let known = members.firstIndex { JSONKey($0.key) == JSONKey(name) }
                if known == nil { members.append((name, Node())) }
                members[known ?? members.count - 1].node.add(steps.dropFirst())
            case .each:
                if element.isEmpty { element.append(Node()) }
                element[0].add(steps.dropFirst())
            }
        }

        /// What is kept of a value; nil if nothing of it is.
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

        /// What is kept of an element. One of which nothing is kept stays as an object without members, so that all keep their numbers.
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

    private var root = Node()
    /// The names, if all fields are those of the record itself; nil otherwise.
    private let names: [String]?

    init(_ paths: [FieldPath]) {
        let names = paths.compactMap(\.name)
        self.names = names.count == paths.count ? names : nil
        for path in paths { root.add(path.steps[...]) }
    }

    /// Drops all other fields of a record. Fields that the record lacks are left out, and so are objects of which nothing is kept.
    ///
    /// - Throws: If the record is not an object, or has one of the names twice, or if an element of a list has no fields.
    func apply(to record: inout Record) throws {
        if let names { return try record.keepOnly(names) }
        // What is kept in part is cut first, so that whole fields go along with their documents.
        for (key, node) in root.members where !node.isWhole {
            guard let value = try record.get(key) else { continue }
            try record.set(key, to: try node.kept(of: value, at: FieldPath.text(of: [.key(key)])))
        }
        try record.keepOnly(root.members.map(\.key))
    }
}
