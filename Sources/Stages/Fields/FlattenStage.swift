internal import Pipeline
internal import JSONParsing

/// The stage `flatten`: turns nested objects into top-level fields.
struct FlattenStage: Stage {
    static let name = "flatten"
    static let summary =
        "Turns nested objects into fields of the record: {\"a\": {\"b\": 1}} becomes {\"a.b\": 1}, which other stages name .[\"a.b\"]. Lists stay as they are."
    static let example = #"{ "type": "flatten", "separator": "_" }"#
    /// The limit of nested objects. Deeper objects are kept as they are.
    private static let maxDepth = 64

    private let separator: String

    init(options: inout OptionReader) {
        separator = options.string("separator", default: ".", help: "The text between the names of the outer and the inner field.")
    }

    var hooks: Hooks { .none }

    func process(_ record: inout Record) throws -> Verdict {
        var flat = JSONObject()
        try flatten(try record.object(), prefix: "", depth: 0, into: &flat)
        record.value = .object(flat)
        return .keep
    }

    private func flatten(_ object: JSONObject, prefix: String, depth: Int, into flat: inout JSONObject) throws {
        for member in object {
            let name = prefix + member.key
            if depth < Self.maxDepth, member.value.kind == .object, case .object(let inner) = try member.value.decoded(), !inner.isEmpty {
                try flatten(inner, prefix: name + separator, depth: depth + 1, into: &flat)
            } else if flat[name] != nil {
                throw RecordError("two fields would be called \"\(name)\"", at: ".\(name)")
            } else {
                flat[name] = member.value
            }
        }
    }
}
