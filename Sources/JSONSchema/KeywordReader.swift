internal import JSONParsing
internal import JSONQuery

/// Reads the keywords of one object of a schema.
struct KeywordReader {
    private let schema: JSONObject
    private let path: [JSONPathStep]
    private let isRoot: Bool
    private var values: [ValueKeyword] = []
    private var object = ObjectKeywords()
    private var array = ArrayKeywords()
    private var others: [CombiningKeyword] = []
    private var length = SchemaCount(least: "minLength", most: "maxLength")

    init(_ schema: JSONObject, _ path: [JSONPathStep], isRoot: Bool) {
        self.schema = schema
        self.path = path
        self.isRoot = isRoot
    }

    /// Reads all keywords.
    ///
    /// - Parameter reader: Compiles the schemas inside of this one, and takes the faults.
    mutating func node(_ reader: inout SchemaReader) -> SchemaNode {
        for member in schema { read(member, &reader) }
        if let condition = schema["if"] {
            let test = reader.schema(condition, place(of: "if"))
            others.append(.condition(test, then: inner("then", &reader), otherwise: inner("else", &reader)))
        }
        if !length.isEmpty { values.append(.length(length)) }
        object.places = Dictionary(object.properties.enumerated().map { (JSONKey($1.key), $0) }) { $1 }
        return SchemaNode(
            values: values, object: object.isEmpty ? nil : object, array: array.isEmpty ? nil : array, others: others)
    }

    private func place(of keyword: String) -> [JSONPathStep] { path + [.key(keyword)] }

    private func inner(_ keyword: String, _ reader: inout SchemaReader) -> Int? {
        schema[keyword].map { reader.schema($0, place(of: keyword)) }
    }

    private mutating func read(_ member: JSONObject.Member, _ reader: inout SchemaReader) {
        let path = place(of: member.key)
        let value = member.value
        if Self.annotations.contains(member.key) { return }
        switch member.key {
        case "$schema": checkDialect(value, path, &reader)
        case "$id": checkIdentifier(path, &reader)
        case "$ref":
            if let text = text(value, path, &reader), let node = reader.reference(text, path) { others.append(.reference(node)) }
        case "type": readTypes(value, path, &reader)
        case "enum": if let list = list(value, path, &reader) { values.append(.enumeration(list)) }
        case "const": values.append(.constant(value))
        case "minLength": length.min = count(value, path, &reader)
        case "maxLength": length.max = count(value, path, &reader)
        case "pattern":
            if let text = text(value, path, &reader), let found = pattern(text, path, &reader) { values.append(.pattern(found)) }
        case "multipleOf": readMultiple(value, path, &reader)
        case "allOf": if let nodes = schemas(value, path, &reader) { others.append(.all(nodes)) }
        case "anyOf": if let nodes = schemas(value, path, &reader) { others.append(.any(nodes)) }
        case "oneOf": if let nodes = schemas(value, path, &reader) { others.append(.one(nodes)) }
        case "not": others.append(.not(reader.schema(value, path)))
        case "if": break
        case "then", "else", "$defs": readUnused(member, path, &reader)
        case let key where SchemaBound(rawValue: key) != nil: readBound(key, value, path, &reader)
        default: if !readMember(member, path, &reader), !readElement(member, path, &reader) { reportUnknown(member.key, path, &reader) }
        }
    }

    /// Reads a keyword about objects.
    ///
    /// - Returns: Whether it is one.
    private mutating func readMember(_ member: JSONObject.Member, _ path: [JSONPathStep], _ reader: inout SchemaReader) -> Bool {
        let value = member.value
        switch member.key {
        case "required": object.required = names(value, path, &reader)
        case "properties": object.properties = named(value, path, &reader) { (key: $0, node: $1.schema($2, $3)) }
        case "patternProperties":
            let patterns = named(value, path, &reader) { (Self.pattern($0, $3, &$1), $1.schema($2, $3)) }
            object.patterns = patterns.compactMap { found, node in found.map { (pattern: $0, node: node) } }
        case "additionalProperties": object.additional = reader.schema(value, path)
        case "propertyNames": object.names = reader.schema(value, path)
        case "minProperties": object.count.min = count(value, path, &reader)
        case "maxProperties": object.count.max = count(value, path, &reader)
        case "dependentRequired": object.dependentRequired = named(value, path, &reader) { (key: $0, required: Self.names($2, $3, &$1)) }
        case "dependentSchemas": object.dependentSchemas = named(value, path, &reader) { (key: $0, node: $1.schema($2, $3)) }
        default: return false
        }
        return true
    }

    /// Reads a keyword about arrays.
    ///
    /// - Returns: Whether it is one.
    private mutating func readElement(_ member: JSONObject.Member, _ path: [JSONPathStep], _ reader: inout SchemaReader) -> Bool {
        let value = member.value
        switch member.key {
        case "items":
            if case .array = value {
                reader.report("a list of schemas is called \"prefixItems\" in draft 2020-12", path)
            } else {
                array.items = reader.schema(value, path)
            }
        case "prefixItems": array.prefix = schemas(value, path, &reader) ?? []
        case "contains": array.contains = reader.schema(value, path)
        case "minContains": array.containsCount.min = count(value, path, &reader)
        case "maxContains": array.containsCount.max = count(value, path, &reader)
        case "minItems": array.count.min = count(value, path, &reader)
        case "maxItems": array.count.max = count(value, path, &reader)
        case "uniqueItems":
            if case .bool(let isUnique) = value { array.isUnique = isUnique } else { Self.expect("true or false", value, path, &reader) }
        default: return false
        }
        return true
    }
}

// Values of keywords.
extension KeywordReader {
    private static func expect(_ expected: String, _ value: JSONValue, _ path: [JSONPathStep], _ reader: inout SchemaReader) {
        reader.report("expected \(expected), found \(SchemaWords.found(value, isSecret: false))", path)
    }

    private func text(_ value: JSONValue, _ path: [JSONPathStep], _ reader: inout SchemaReader) -> String? {
        if case .string(let text) = value { return text }
        Self.expect("a string", value, path, &reader)
        return nil
    }

    private func list(_ value: JSONValue, _ path: [JSONPathStep], _ reader: inout SchemaReader) -> [JSONValue]? {
        if case .array(let list) = value, !list.isEmpty { return list }
        Self.expect("a list with at least one value", value, path, &reader)
        return nil
    }

    private func count(_ value: JSONValue, _ path: [JSONPathStep], _ reader: inout SchemaReader) -> Int? {
        if case .number(let number) = value, let count = number.int64.flatMap({ Int(exactly: $0) }), count >= 0 { return count }
        Self.expect("a whole number of at least 0", value, path, &reader)
        return nil
    }

    private func schemas(_ value: JSONValue, _ path: [JSONPathStep], _ reader: inout SchemaReader) -> [Int]? {
        guard case .array(let list) = value, !list.isEmpty else {
            Self.expect("a list with at least one schema", value, path, &reader)
            return nil
        }
        return list.enumerated().map { reader.schema($1, path + [.element($0)]) }
    }

    private func names(_ value: JSONValue, _ path: [JSONPathStep], _ reader: inout SchemaReader) -> [String] {
        Self.names(value, path, &reader)
    }

    private static func names(_ value: JSONValue, _ path: [JSONPathStep], _ reader: inout SchemaReader) -> [String] {
        if case .array(let list) = value {
            let names = list.compactMap { if case .string(let name) = $0 { name } else { nil } }
            if names.count == list.count { return names }
        }
        expect("a list of names", value, path, &reader)
        return []
    }

    private func named<Found>(
        _ value: JSONValue, _ path: [JSONPathStep], _ reader: inout SchemaReader,
        _ read: (String, inout SchemaReader, JSONValue, [JSONPathStep]) -> Found
    ) -> [Found] {
        guard case .object(let object) = value else {
            Self.expect("an object", value, path, &reader)
            return []
        }
        return object.map { read($0.key, &reader, $0.value, path + [.key($0.key)]) }
    }

    private func pattern(_ source: String, _ path: [JSONPathStep], _ reader: inout SchemaReader) -> ECMAPattern? {
        Self.pattern(source, path, &reader)
    }

    private static func pattern(_ source: String, _ path: [JSONPathStep], _ reader: inout SchemaReader) -> ECMAPattern? {
        do {
            return try ECMAPattern(source)
        } catch {
            reader.report("\(JSONValue.string(source).compactText) is no pattern: \(error.message)", path)
            return nil
        }
    }

    private mutating func readTypes(_ value: JSONValue, _ path: [JSONPathStep], _ reader: inout SchemaReader) {
        var names: [String] = []
        switch value {
        case .string(let name): names = [name]
        case .array(let list) where !list.isEmpty: names = Self.names(value, path, &reader)
        default: return Self.expect("the name of a type, or a list of them", value, path, &reader)
        }
        for name in names where !SchemaTypes.allNames.contains(name) {
            let near = NameSuggestion.nearest(to: name, in: SchemaTypes.allNames).map { "; did you mean \"\($0)\"?" }
            reader.report("no type is called \"\(name)\"\(near ?? "; types: \(SchemaTypes.allNames.joined(separator: ", "))")", path)
        }
        values.append(.type(SchemaTypes(names)))
    }

    private mutating func readBound(_ keyword: String, _ value: JSONValue, _ path: [JSONPathStep], _ reader: inout SchemaReader) {
        guard case .number(let number) = value, let bound = SchemaBound(rawValue: keyword) else {
            return Self.expect("a number", value, path, &reader)
        }
        values.append(.bound(bound, number))
    }

    private mutating func readMultiple(_ value: JSONValue, _ path: [JSONPathStep], _ reader: inout SchemaReader) {
        guard case .number(let number) = value, number.isDivisor else {
            return Self.expect("a number of more than 0, with at most \(JSONNumber.maxDivisorDigits) digits", value, path, &reader)
        }
        values.append(.multiple(of: number))
    }

    /// Reads schemas that only references may use, so that their faults are found: those of `$defs`, and `then` and `else` without `if`.
    private mutating func readUnused(_ member: JSONObject.Member, _ path: [JSONPathStep], _ reader: inout SchemaReader) {
        if member.key == "$defs" {
            _ = named(member.value, path, &reader) { $1.schema($2, $3) }
        } else if schema["if"] == nil {
            _ = reader.schema(member.value, path)
        }
    }
}

// Unknown keywords, and annotations.
extension KeywordReader {
    private static let annotations: Set = [
        "title", "description", "default", "examples", "$comment", "deprecated", "readOnly", "writeOnly", "format",
    ]

    private static let keywords = [
        "$schema", "$id", "$ref", "$defs", "type", "enum", "const", "minLength", "maxLength", "pattern", "multipleOf", "minimum", "maximum",
        "exclusiveMinimum", "exclusiveMaximum", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "required", "properties",
        "patternProperties", "additionalProperties", "propertyNames", "minProperties", "maxProperties", "dependentRequired",
        "dependentSchemas", "items", "prefixItems", "contains", "minContains", "maxContains", "minItems", "maxItems", "uniqueItems",
    ]

    /// What to write in place of keywords of other drafts.
    private static let replacements = [
        "definitions": "\"$defs\"", "dependencies": "\"dependentRequired\" or \"dependentSchemas\"", "additionalItems": "\"items\"",
        "id": "\"$id\"", "nullable": "\"type\": [\"…\", \"null\"]", "unevaluatedProperties": "\"additionalProperties\"",
        "unevaluatedItems": "\"items\"", "$anchor": "\"$ref\": \"#/$defs/name\"", "$dynamicRef": "\"$ref\"", "$recursiveRef": "\"$ref\"",
    ]

    private func reportUnknown(_ keyword: String, _ path: [JSONPathStep], _ reader: inout SchemaReader) {
        var help = ""
        if let replacement = Self.replacements[keyword] {
            help = "; write \(replacement)"
        } else if let near = NameSuggestion.nearest(to: keyword, in: Self.keywords + Self.annotations.sorted()) {
            help = "; did you mean \"\(near)\"?"
        }
        reader.report("no keyword that is checked is called \"\(keyword)\"\(help)", path, isAboutKey: true)
    }

    private func checkDialect(_ value: JSONValue, _ path: [JSONPathStep], _ reader: inout SchemaReader) {
        guard let text = text(value, path, &reader) else { return }
        if text.hasPrefix("https://json-schema.org/draft/2020-12/schema") { return }
        Self.expect("\"https://json-schema.org/draft/2020-12/schema\"", value, path, &reader)
    }

    private func checkIdentifier(_ path: [JSONPathStep], _ reader: inout SchemaReader) {
        if !isRoot { reader.report("\"$id\" can stand at the top of the schema only", path, isAboutKey: true) }
    }
}
