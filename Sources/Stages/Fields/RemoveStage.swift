internal import Pipeline

/// The stage `remove`: drops the named fields.
struct RemoveStage: Stage {
    static let name = "remove"
    static let summary = "Drops the named fields."
    static let example = #"{ "type": "remove", "fields": ["internal_notes"] }"#

    private let fields: [FieldPath]

    init(options: inout OptionReader) {
        fields = options.fields("fields", help: "The fields to drop: names, or paths such as meta.notes and .messages[].body.")
    }

    var hooks: Hooks { Hooks(changedFields: fields) }

    func process(_ record: inout Record) throws -> Verdict {
        try record.remove(fields)
        return .keep
    }
}
