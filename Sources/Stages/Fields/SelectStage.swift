internal import JSONParsing
internal import Pipeline

/// The stage `select`: keeps the named fields and drops the others.
struct SelectStage: Stage {
    static let name = "select"
    static let summary = "Keeps only the named fields, in this order; fields of inner objects stay where they are."
    static let example = #"{ "type": "select", "fields": ["id", "title"] }"#

    private let selection: FieldSelection

    init(options: inout OptionReader) {
        let fields = options.read(
            "fields", .fields(isEmptyAllowed: false),
            help: "The fields to keep: names, or paths such as title.rendered and .messages[].body; those that a record lacks are left out."
        )
        selection = FieldSelection(fields)
    }

    var hooks: Hooks { .none }

    func process(_ record: inout Record) throws -> Verdict {
        try selection.apply(to: &record)
        return .keep
    }
}

/// The stage `remove`: drops the named fields.
struct RemoveStage: Stage {
    static let name = "remove"
    static let summary = "Drops the named fields."
    static let example = #"{ "type": "remove", "fields": ["internal_notes"] }"#

    private let fields: [FieldPath]

    init(options: inout OptionReader) {
        fields = options.read(
            "fields", .fields(isEmptyAllowed: false), help: "The fields to drop: names, or paths such as meta.notes and .messages[].body.")
    }

    var hooks: Hooks { Hooks(changedFields: fields) }

    func process(_ record: inout Record) throws -> Verdict {
        try record.remove(fields)
        return .keep
    }
}
