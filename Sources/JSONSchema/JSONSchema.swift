public import JSONParsing

/// A compiled JSON Schema, draft 2020-12: what a value must fulfil.
///
/// It has the keywords that describe records. Other keywords are faults, because a keyword that is passed over would promise a check that
/// does not happen: `unevaluatedProperties` and `unevaluatedItems`, dynamic references, references to other documents. Titles and the
/// like, and `format`, are annotations: they check nothing.
///
/// - SeeAlso: [JSON Schema Core](https://json-schema.org/draft/2020-12/json-schema-core),
///   [JSON Schema Validation](https://json-schema.org/draft/2020-12/json-schema-validation)
public struct JSONSchema: Sendable {
    /// The limit of violations that ``violations(of:)`` returns.
    public static let maxViolations = 4

    /// The schema `true`, which all values fit.
    public static let anything = JSONSchema(source: true, nodes: [SchemaNode()])

    private let source: JSONValue
    private let nodes: [SchemaNode]

    private init(source: JSONValue, nodes: [SchemaNode]) {
        self.source = source
        self.nodes = nodes
    }

    /// Compiles a schema.
    ///
    /// - Parameter schema: An object or a boolean.
    /// - Throws: ``JSONSchemaError`` with all faults of the schema.
    public init(_ schema: JSONValue) throws(JSONSchemaError) {
        var reader = SchemaReader(schema)
        nodes = try reader.nodes()
        source = schema
    }

    /// Returns the same schema with objects of its own, for another thread: threads that count references to shared objects slow each
    /// other down.
    public func recompiled() -> JSONSchema { (try? JSONSchema(source)) ?? self }

    /// Checks a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - hides: Whether messages must not show values below a key, because they are secrets.
    /// - Returns: What the value violates, in the order of the schema, at most ``maxViolations``. None if the value is valid.
    /// - Throws: The reason why the check is not possible: ``JSONError`` for an object with equal keys, an error if a check takes too long.
    public func violations(
        of value: JSONValue, hiding hides: @escaping (String) -> Bool = { _ in false }
    ) throws -> [SchemaViolation] {
        var check = SchemaCheck(nodes, collects: false, hiding: hides)
        if try check.fits(value, 0) { return [] }
        // Few values are invalid, so that only these pay for their paths and words.
        check = SchemaCheck(nodes, collects: true, hiding: hides)
        _ = try check.fits(value, 0)
        return check.violations
    }
}

/// What a value violates: one keyword of a schema.
public struct SchemaViolation: Sendable, Equatable {
    /// The way from the value to the place of the violation.
    public let path: [JSONPathStep]
    /// The keyword, such as `minLength`.
    public let keyword: String
    /// What was expected and what was found, as a clause: `expected at least 3 characters, found 2: "ab"`.
    public let reason: String
}

/// The faults of a schema.
public struct JSONSchemaError: Error, Equatable, Sendable {
    /// A fault with its place.
    public struct Fault: Equatable, Sendable {
        /// The fault in one sentence.
        public let message: String
        /// The way from the schema to the faulty value.
        public let path: [JSONPathStep]
        /// Whether the key of the value is the fault, and not the value.
        public let isAboutKey: Bool
    }

    /// The faults in the order of the schema; at least one.
    public let faults: [Fault]
}

/// The reason why a value cannot be checked.
struct SchemaLimitError: Error, CustomStringConvertible {
    let description: String
}
