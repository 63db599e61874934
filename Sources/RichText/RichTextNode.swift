internal import JSONParsing

/// The path of a value in the JSON of a rich text, for messages.
indirect enum RichTextPath: Sendable {
    case root
    case key(RichTextPath, String)
    case index(RichTextPath, Int)

    /// The path as jq writes it, such as `.content[0].text`.
    var text: String {
        var steps: [String] = []
        var path = self
        while true {
            switch path {
            case .root:
                let text = steps.reversed().joined()
                return text.hasPrefix(".") ? text : "." + text
            case .key(let parent, let key):
                let isName = key.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "_") }
                steps.append(isName && key.first?.isNumber == false ? ".\(key)" : "[\(JSONValue.string(key).compactText)]")
                path = parent
            case .index(let parent, let index):
                steps.append("[\(index)]")
                path = parent
            }
        }
    }
}

/// An object of a rich text with its path. Its members are read with their kinds: another kind is an error, and null counts as missing.
struct RichTextNode: Sendable {
    let object: JSONObject
    let path: RichTextPath

    init(_ value: JSONValue, at path: RichTextPath) throws {
        guard case .object(let object) = try Self.decoded(value, at: path) else {
            throw RichTextError("expected an object, found \(Self.phrase(value.kind))", at: path)
        }
        self.object = object
        self.path = path
    }

    /// The objects of an array.
    static func list(_ value: JSONValue, at path: RichTextPath) throws -> [RichTextNode] {
        guard case .array(let elements) = try decoded(value, at: path) else {
            throw RichTextError("expected an array, found \(phrase(value.kind))", at: path)
        }
        var nodes: [RichTextNode] = []
        for (index, element) in elements.enumerated() { nodes.append(try RichTextNode(element, at: .index(path, index))) }
        return nodes
    }

    /// The first object of an array; nil if there is none.
    static func first(of value: JSONValue, at path: RichTextPath) throws -> RichTextNode? {
        guard case .array(let elements) = try decoded(value, at: path), let first = elements.first, first.kind == .object else {
            return nil
        }
        return try RichTextNode(first, at: .index(path, 0))
    }

    private static func decoded(_ value: JSONValue, at path: RichTextPath) throws -> JSONValue {
        do throws(JSONError) { return try value.decoded() } catch { throw RichTextError(error.message, at: path) }
    }

    static func phrase(_ kind: JSONKind) -> String {
        switch kind {
        case .null: "null"
        case .boolean: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    func has(_ key: String) -> Bool { value(key) != nil }

    private func value(_ key: String) -> JSONValue? {
        guard let value = object[key], !value.isNull else { return nil }
        return value
    }

    private func wrongKind(_ key: String, _ expected: String, _ value: JSONValue) -> RichTextError {
        RichTextError("expected \(expected), found \(Self.phrase(value.kind))", at: .key(path, key))
    }

    /// The string of a member; nil if it is missing or of another kind.
    func string(_ key: String) -> String? { object[key]?.string }

    /// The string of a member; nil if it is missing.
    func text(_ key: String) throws -> String? {
        guard let value = value(key) else { return nil }
        guard case .string(let string) = try Self.decoded(value, at: .key(path, key)) else { throw wrongKind(key, "a string", value) }
        return string
    }

    /// The string of the first of some members that is there and not empty.
    func text(ofFirst keys: String...) throws -> String? {
        for key in keys {
            if let text = try text(key), !text.isEmpty { return text }
        }
        return nil
    }

    /// The integer of a member; nil if it is missing.
    func integer(_ key: String) throws -> Int? {
        guard let value = value(key) else { return nil }
        guard let integer = value.number?.int64.flatMap({ Int(exactly: $0) }) else { throw wrongKind(key, "an integer", value) }
        return integer
    }

    /// The boolean of a member; false if it is missing.
    func flag(_ key: String) throws -> Bool {
        guard let value = value(key) else { return false }
        guard let flag = value.bool else { throw wrongKind(key, "a boolean", value) }
        return flag
    }

    /// The object of a member; nil if it is missing.
    func child(_ key: String) throws -> RichTextNode? {
        guard let value = value(key) else { return nil }
        return try RichTextNode(value, at: .key(path, key))
    }

    /// The objects of a member; none if it is missing.
    func children(_ key: String) throws -> [RichTextNode] {
        guard let value = value(key) else { return [] }
        return try Self.list(value, at: .key(path, key))
    }

    /// The elements of a member with their paths; none if it is missing.
    func elements(_ key: String) throws -> [(value: JSONValue, path: RichTextPath)] {
        guard let value = value(key) else { return [] }
        guard case .array(let elements) = try Self.decoded(value, at: .key(path, key)) else { throw wrongKind(key, "an array", value) }
        return elements.enumerated().map { ($1, .index(.key(path, key), $0)) }
    }

    /// The strings of a member; none if it is missing.
    func texts(_ key: String) throws -> [String] {
        var texts: [String] = []
        for (value, path) in try elements(key) { texts.append(try Self.text(value, at: path)) }
        return texts
    }

    static func text(_ value: JSONValue, at path: RichTextPath) throws -> String {
        guard case .string(let text) = try decoded(value, at: path) else {
            throw RichTextError("expected a string, found \(phrase(value.kind))", at: path)
        }
        return text
    }

    /// The type of a node; a missing one is an error.
    func type(_ key: String) throws -> String {
        guard let type = try text(key) else { throw RichTextError("missing; a string was expected", at: .key(path, key)) }
        return type
    }
}
