internal import JSONParsing

/// A compiled schema: the keywords of one object of the schema. Other nodes name it by its number. A class, because a check reads nodes
/// many times, and a copy of all its properties would cost more than the check.
final class SchemaNode: Sendable {
    /// The keywords about the value as a whole.
    let values: [ValueKeyword]
    /// The keywords about objects; nil for none.
    let object: ObjectKeywords?
    /// The keywords about arrays; nil for none.
    let array: ArrayKeywords?
    /// The keywords that apply other schemas to the same value.
    let others: [CombiningKeyword]

    init(values: [ValueKeyword] = [], object: ObjectKeywords? = nil, array: ArrayKeywords? = nil, others: [CombiningKeyword] = []) {
        self.values = values
        self.object = object
        self.array = array
        self.others = others
    }

    /// The schemas that apply to the same value, and not to one inside of it.
    var sameValueNodes: [Int] {
        others.flatMap { keyword -> [Int] in
            switch keyword {
            case .reference(let node), .not(let node): [node]
            case .all(let nodes), .any(let nodes), .one(let nodes): nodes
            case .condition(let test, let then, let otherwise): [test, then, otherwise].compactMap(\.self)
            }
        } + (object?.dependentSchemas.map(\.node) ?? [])
    }
}

/// A keyword about the value as a whole.
enum ValueKeyword: Sendable {
    /// The schema `false`.
    case nothing
    case type(SchemaTypes)
    case enumeration([JSONValue])
    case constant(JSONValue)
    case bound(SchemaBound, JSONNumber)
    case multiple(of: JSONNumber)
    case length(SchemaCount)
    case pattern(ECMAPattern)
}

/// A keyword that applies other schemas to the same value.
enum CombiningKeyword: Sendable {
    case reference(Int)
    case all([Int])
    case any([Int])
    case one([Int])
    case not(Int)
    case condition(Int, then: Int?, otherwise: Int?)
}

/// The keywords about objects.
struct ObjectKeywords: Sendable {
    var required: [String] = []
    var properties: [(key: String, node: Int)] = []
    /// The places in ``properties`` by their keys.
    var places: [JSONKey: Int] = [:]
    var patterns: [(pattern: ECMAPattern, node: Int)] = []
    /// The schema of `additionalProperties`, for members that ``properties`` and ``patterns`` do not name.
    var additional: Int?
    /// The schema of `propertyNames`.
    var names: Int?
    var count = SchemaCount(least: "minProperties", most: "maxProperties")
    var dependentRequired: [(key: String, required: [String])] = []
    var dependentSchemas: [(key: String, node: Int)] = []

    /// Whether a check looks at members that the keywords do not name.
    var readsAllMembers: Bool { !patterns.isEmpty || additional != nil || names != nil || !count.isEmpty }

    var isEmpty: Bool {
        required.isEmpty && properties.isEmpty && dependentRequired.isEmpty && dependentSchemas.isEmpty && !readsAllMembers
    }
}

/// The keywords about arrays.
struct ArrayKeywords: Sendable {
    /// The schemas of `prefixItems`, for the first elements.
    var prefix: [Int] = []
    /// The schema of `items`, for the elements behind those of ``prefix``.
    var items: Int?
    var contains: Int?
    /// `minContains` and `maxContains`, which count for `contains` alone.
    var containsCount = SchemaCount(least: "minContains", most: "maxContains")
    var count = SchemaCount(least: "minItems", most: "maxItems")
    var isUnique = false

    var isEmpty: Bool { prefix.isEmpty && items == nil && contains == nil && count.isEmpty && !isUnique }
}

/// The bounds of a count, with the names of their keywords.
struct SchemaCount: Sendable {
    let least: String
    let most: String
    var min: Int?
    var max: Int?

    init(least: String, most: String) {
        self.least = least
        self.most = most
    }

    var isEmpty: Bool { min == nil && max == nil }

    /// The keyword that a count violates, with the bound in words; nil for none.
    func fault(of count: Int) -> (keyword: String, bound: String)? {
        if let min, count < min { return (least, "at least \(min)") }
        if let max, count > max { return (most, "at most \(max)") }
        return nil
    }
}

/// A bound of numbers.
enum SchemaBound: String, Sendable {
    case minimum, maximum, exclusiveMinimum, exclusiveMaximum

    func covers(_ number: JSONNumber, _ bound: JSONNumber) -> Bool {
        switch self {
        case .minimum: !(number < bound)
        case .maximum: !(bound < number)
        case .exclusiveMinimum: bound < number
        case .exclusiveMaximum: number < bound
        }
    }

    /// The bound in words.
    var phrase: String {
        switch self {
        case .minimum: "at least"
        case .maximum: "at most"
        case .exclusiveMinimum: "more than"
        case .exclusiveMaximum: "less than"
        }
    }
}

/// The types of a schema.
struct SchemaTypes: Sendable {
    /// The names of the types, in the order in which they are written.
    let names: [String]

    static let allNames = ["string", "number", "integer", "boolean", "object", "array", "null"]

    init(_ names: [String]) { self.names = names }

    func includes(_ value: JSONValue) -> Bool {
        let kind = value.kind
        if names.contains(kind.rawValue) { return true }
        return kind == .number && names.contains("integer") && value.number?.isInteger == true
    }

    /// The types in words, such as `a string or null`.
    var phrase: String {
        let phrases = names.map { name in
            switch name {
            case "null": "null"
            case "integer", "object", "array": "an \(name)"
            default: "a \(name)"
            }
        }
        return phrases.count < 2 ? phrases.joined() : phrases.dropLast().joined(separator: ", ") + " or " + (phrases.last ?? "")
    }
}
