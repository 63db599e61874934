internal import JSONParsing
internal import Pipeline

/// The JSON Schema of pipeline files, from the options that the components declare.
struct PipelineSchema {
    private let registry: Registry
    private let needsSourceAndSinks: Bool

    init(_ registry: Registry, needsSourceAndSinks: Bool) {
        self.registry = registry
        self.needsSourceAndSinks = needsSourceAndSinks
    }

    var json: JSONValue {
        var definitions: JSONObject = ["value_node": Self.valueNode]
        for group in registry.groups {
            definitions[group.kind.singular] = step(group.components, kind: group.kind)
        }
        var properties = Self.properties(OptionReader.headerDeclarations())
        properties["parameters"] = [
            "type": "object",
            "additionalProperties": [
                "type": "object", "properties": ["default": true, "help": ["type": "string"], "presets": Self.presets],
                "additionalProperties": false,
            ],
        ]
        properties["source"] = Self.orNode(["$ref": "#/$defs/source"])
        definitions["use"] = Self.object(StageUse.declarations)
        let stage: JSONValue = ["anyOf": [["$ref": "#/$defs/stage"], ["$ref": "#/$defs/use"]]]
        properties["stages"] = Self.orNode(["type": "array", "items": Self.orNode(stage)])
        properties["sinks"] = Self.orNode(["type": "array", "minItems": 1, "items": Self.orNode(["$ref": "#/$defs/sink"])])
        for test in Self.properties(TestFile.declarations) { properties[test.key] = Self.withoutNodes(test.value) }
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "tabpipe pipeline file",
            "type": "object",
            "properties": .object(properties),
            "required": .array(needsSourceAndSinks ? ["source", "sinks"] : []),
            "additionalProperties": false,
            "$defs": .object(definitions),
        ]
    }

    /// The schema of a parameter's presets: for each value, the values of other parameters.
    private static let presets: JSONValue = [
        "description": "The values that other parameters have by default while this one has a certain value.",
        "type": "object", "additionalProperties": ["type": "object"],
    ]

    /// The schema of a step. Its type decides which options it has.
    private func step(_ components: [any Component.Type], kind: ComponentKind) -> JSONValue {
        Self.object(
            ofTypes: components.map { component in
                let (declarations, details) = ComponentOptions.description(of: component, kind: kind, in: registry)
                return (component.name, Self.help(of: component, details), declarations)
            })
    }

    /// The schema of an object whose type decides which options it has.
    private static func object(ofTypes types: [(name: String, help: String, options: [OptionDeclaration])]) -> JSONValue {
        let cases = types.map { type -> JSONValue in
            let then = object(type.options, more: ["type": ["const": .string(type.name), "description": .string(type.help)]])
            return ["if": ["properties": ["type": ["const": .string(type.name)]], "required": ["type"]], "then": then]
        }
        return [
            "type": "object", "required": ["type"],
            "properties": ["type": orNode(["enum": .array(types.map { .string($0.name) })])], "allOf": .array(cases),
        ]
    }

    private static func help(of component: any Component.Type, _ details: ComponentDetails) -> String {
        let shapes = details.reads.map { "Of \($0.name) it reads \($0.fields.map(\.phrase).joined(separator: ", "))." }
        return ([component.summary] + shapes).joined(separator: " ")
    }

    private static func object(_ declarations: [OptionDeclaration], more: JSONObject = [:]) -> JSONValue {
        let required = declarations.filter(\.isRequired).map { JSONValue.string($0.name) }
        return [
            "type": "object", "properties": .object(properties(declarations, more: more)), "required": .array(required),
            "additionalProperties": false,
        ]
    }

    private static func properties(_ declarations: [OptionDeclaration], more: JSONObject = [:]) -> JSONObject {
        var properties = more
        for option in declarations {
            guard var schema = orNode(schema(of: option), allowsNull: option.allowsNull).object else { continue }
            schema["description"] = .string(option.help + (option.templateFact.map { " It \($0)." } ?? ""))
            if let value = option.defaultValue { schema["default"] = value }
            properties[option.name] = .object(schema)
        }
        return properties
    }

    private static func schema(of option: OptionDeclaration) -> JSONValue {
        guard option.isRequired, case .template = option.kind, var schema = schema(of: option.kind).object else {
            return schema(of: option.kind)
        }
        schema["minLength"] = 1
        return .object(schema)
    }

    /// The schema of a jq program: a text that matches one of `texts`, or a list of lines.
    private static func program(_ texts: JSONValue...) -> JSONValue {
        ["anyOf": .array(texts + [["type": "array", "minItems": 1, "items": orNode(["type": "string"])]])]
    }

    private static func schema(of kind: OptionDeclaration.Kind) -> JSONValue {
        switch kind {
        case .string, .field, .template: return ["type": "string"]
        case .secret(mayBeEmpty: true): return ["type": "string"]
        case .path, .recordPath, .input, .secret: return ["type": "string", "minLength": 1]
        case .address: return ["type": "string", "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]"]
        case .json: return [:]
        case .texts(let allowsLists):
            let text: JSONValue = ["type": ["string", "number", "boolean"]]
            let list: JSONValue = ["type": "array", "items": orNode(text)]
            return ["type": "object", "additionalProperties": orNode(allowsLists ? ["anyOf": [text, list]] : text)]
        case .boolean: return ["type": "boolean"]
        case .countOrShare:
            return ["anyOf": [["type": "integer", "minimum": 0], ["type": "string", "pattern": "^[0-9.]+%$"]]]
        case .choice(let words): return ["enum": .array(words.map { .string($0) })]
        case .strings: return ["type": "object", "additionalProperties": orNode(["type": "string"])]
        case .queries: return ["type": "object", "additionalProperties": orNode(schema(of: .query))]
        case .query: return program(["type": "string"])
        // A plain word that is no choice is not accepted as a program either.
        case .choiceOrQuery(let words): return program(schema(of: .choice(words)), ["type": "string", "pattern": "[^A-Za-z0-9_-]"])
        case .lines: return ["anyOf": [["type": "string"], ["type": "array", "items": orNode(["type": "string"])]]]
        case .list(let kind, let isEmptyAllowed):
            var list: JSONObject = ["type": "array", "items": orNode(schema(of: kind))]
            if !isEmptyAllowed { list["minItems"] = 1 }
            return ["anyOf": [schema(of: kind), .object(list)]]
        case .map(let kind): return ["type": "object", "additionalProperties": orNode(schema(of: kind))]
        case .object(let declarations): return object(declarations)
        case .variant(let cases): return object(ofTypes: cases.map { ($0.name, $0.help, $0.options) })
        case .either(let text, let declarations): return ["anyOf": [schema(of: text), object(declarations)]]
        case .source: return ["$ref": "#/$defs/source"]
        case .number(let range):
            var schema: JSONObject = ["type": "number"]
            let limit = Double.greatestFiniteMagnitude
            if range.lowerBound > -limit { schema["minimum"] = .number(JSONNumber(range.lowerBound)) }
            if range.upperBound < limit { schema["maximum"] = .number(JSONNumber(range.upperBound)) }
            return .object(schema)
        case .integer(let range):
            var schema: JSONObject = ["type": "integer"]
            if range.lowerBound != .min { schema["minimum"] = .number(JSONNumber(range.lowerBound)) }
            if range.upperBound != .max { schema["maximum"] = .number(JSONNumber(range.upperBound)) }
            return .object(schema)
        }
    }

    private static func orNode(_ schema: JSONValue, allowsNull: Bool = false) -> JSONValue {
        ["anyOf": .array([schema, nodeReference] + (allowsNull ? [["type": "null"]] : []))]
    }

    /// A schema without the alternative of a value node, because values in tests stand for themselves.
    private static func withoutNodes(_ schema: JSONValue) -> JSONValue {
        if let array = schema.array { return .array(array.map(withoutNodes)) }
        guard var object = schema.object else { return schema }
        if let cases = object["anyOf"]?.array {
            let plain = cases.filter { $0 != nodeReference }.map(withoutNodes)
            if plain.count == 1, let first = plain.first?.object {
                object["anyOf"] = nil
                return .object(JSONObject(first.map { ($0.key, $0.value) } + object.map { ($0.key, $0.value) }))
            }
            object["anyOf"] = .array(plain)
        }
        return .object(JSONObject(object.map { ($0.key, $0.key == "default" ? $0.value : withoutNodes($0.value)) }))
    }

    private static let nodeReference: JSONValue = ["$ref": "#/$defs/value_node"]

    private static let valueNode: JSONValue = [
        "description": "A value from a parameter, the environment or a file.",
        "oneOf": .array(
            ["$param", "$env", "$file"].map { key -> JSONValue in
                let text: JSONValue = ["type": "string"]
                return [
                    "type": "object", "properties": .object(JSONObject([(key, text)])), "required": [.string(key)],
                    "additionalProperties": false,
                ]
            }),
    ]
}
