internal import Pipeline

/// The stage `set`: sets fields to the outputs of jq programs.
struct SetStage: Stage {
    static let name = "set"
    static let summary = "Sets fields to what jq programs give for the record; a program sees the fields that were set before it."
    static let example = #"{ "type": "set", "fields": { "slug": ".title | slug" } }"#

    private var fields: [(field: FieldPath, query: RecordQuery)]

    init(options: inout OptionReader) {
        fields = options.read(
            "fields", .fieldQueries, help: "For each field to set, by name or path, a jq program; its first output is the field's value.")
    }

    var hooks: Hooks { Hooks(changedFields: fields.map(\.field)) }

    func process(_ record: inout Record) throws -> Verdict {
        for (field, query) in fields {
            guard let value = try query.first(record) else {
                throw RecordError("\(query.source) gives no value", at: field.description)
            }
            try record.set(field, to: value)
        }
        return .keep
    }

    func copyForWorker() -> SetStage {
        var copy = self
        copy.fields = fields.map { ($0.field, $0.query.recompiled()) }
        return copy
    }
}
