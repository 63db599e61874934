internal import Pipeline

/// The stage `remove`: drops the named fields.
struct RemoveStage: Stage {
    static let name = "remove"
    static let summary = "Drops the named fields."
    static let example: String? = #"{ "type": "remove", "fields": ["internal_notes"] }"#

    private let fields: [FieldPath]

    /// Those that the options name.
    var changedFields: Set<String>? { Set(fields.map(\.topLevelName)) }

    init(options: inout OptionReader) {
        fields = options.fields("fields", help: "The fields to drop: names, or paths such as meta.notes and .messages[].body.")
    }

    func process(_ record: inout Record) throws -> Verdict {
        try record.remove(fields)
        return .keep
    }
}
