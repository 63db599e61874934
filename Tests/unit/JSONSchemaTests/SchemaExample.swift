import JSONParsing
import JSONSchema
import Testing

/// A schema with a value, and what the value violates.
struct SchemaExample: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let schema: String
    let value: String
    /// The violations as `path: reason (keyword)`; none for a valid value.
    let violations: [String]

    init(_ name: String, _ schema: String, _ value: String, _ violations: String...) {
        testDescription = name
        self.schema = schema
        self.value = value
        self.violations = violations
    }

    /// The violations that the check finds.
    func found() throws -> [String] {
        try JSONSchema(Self.decoded(schema)).violations(of: JSONValue(parsing: value)).map {
            "\(JSONPathStep.text(of: $0.path)): \($0.reason) (\($0.keyword))"
        }
    }

    /// A schema as a pipeline file gives it: decoded at all depths.
    static func decoded(_ text: String) throws -> JSONValue { try decoded(JSONValue(parsing: text)) }

    private static func decoded(_ value: JSONValue) throws -> JSONValue {
        switch try value.decoded() {
        case .array(let elements): .array(try elements.map(decoded))
        case .object(let object): .object(JSONObject(try object.map { ($0.key, try decoded($0.value)) }))
        case let scalar: scalar
        }
    }
}
