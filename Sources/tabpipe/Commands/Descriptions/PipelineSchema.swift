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
                "type": "object", "properties": ["default": true, "help": ["type": "string"]], "additionalProperties": false,
            ],
        ]
        properties["source"] = Self.orNode(["$ref": "#/$defs/source"])
        properties["stages"] = Self.orNode(["type": "array", "items": Self.orNode(["$ref": "#/$defs/stage"])])
        properties["sinks"] = Self.orNode(["type": "array", "minItems": 1, "items": Self.orNode(["$ref": "#/$defs/sink"])])
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

    /// The schema of a step. Its type decides which options it has.
    private func step(_ components: [any Component.Type], kind: ComponentKind) -> JSONValue {
        let cases = components.map { component -> JSONValue in
            let then = Self.object(
                ComponentOptions.declarations(of: component, kind: kind),
                more: ["type": ["const": .string(component.name), "description": .string(Self.description(of: component))]])
            return ["if": ["properties": ["type": ["const": .string(component.name)]], "required": ["type"]], "then": then]
        }
        return [
            "type": "object", "required": ["type"],
            "properties": ["type": Self.orNode(["enum": .array(components.map { .string($0.name) })])], "allOf": .array(cases),
        ]
    }

    private static func description(of component: any Component.Type) -> String {
        let shapes = component.reads.map { "Of \($0.name) it reads \($0.fields.map(\.phrase).joined(separator: ", "))." }
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
            guard var schema = orNode(schema(of: option)).object else { continue }
            schema["description"] = .string(option.help)
            if let value = option.defaultValue { schema["default"] = value }
            properties[option.name] = .object(schema)
        }
        return properties
    }

    private static func schema(of option: OptionDeclaration) -> JSONValue {
        guard option.isRequired, var schema = schema(of: option.kind).object else { return schema(of: option.kind) }
        switch option.kind {
        case .list: schema["minItems"] = 1
        case .template: schema["minLength"] = 1
        default: break
        }
        return .object(schema)
    }

    private static func schema(of kind: OptionDeclaration.Kind) -> JSONValue {
        switch kind {
        case .string, .field, .template, .query: return ["type": "string"]
        case .path, .input: return ["type": "string", "minLength": 1]
        case .boolean: return ["type": "boolean"]
        case .countOrShare:
            return ["anyOf": [["type": "integer", "minimum": 0], ["type": "string", "pattern": "^[0-9.]+%$"]]]
        case .choice(let words): return ["enum": .array(words.map { .string($0) })]
        case .queries, .strings: return ["type": "object", "additionalProperties": orNode(["type": "string"])]
        case .list(let kind): return ["type": "array", "items": orNode(schema(of: kind))]
        case .object(let declarations): return object(declarations)
        case .integer(let range):
            var schema: JSONObject = ["type": "integer"]
            if range.lowerBound != .min { schema["minimum"] = .number(JSONNumber(range.lowerBound)) }
            if range.upperBound != .max { schema["maximum"] = .number(JSONNumber(range.upperBound)) }
            return .object(schema)
        }
    }

    private static func orNode(_ schema: JSONValue) -> JSONValue { ["anyOf": [schema, ["$ref": "#/$defs/value_node"]]] }

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
