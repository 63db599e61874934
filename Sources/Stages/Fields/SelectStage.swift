internal import Pipeline

/// The stage `select`: keeps the named fields and drops the others.
struct SelectStage: Stage {
    static let name = "select"
    static let summary = "Keeps only the named fields, in this order; fields of inner objects stay where they are."
    static let example = #"{ "type": "select", "fields": ["id", "title"] }"#

    private let fields: [FieldPath]
    private let selection: FieldSelection

    init(options: inout OptionReader) {
        fields = options.fields(
            "fields",
            help: "The fields to keep: names, or paths such as title.rendered and .messages[].body; those that a record lacks are left out."
        )
        selection = FieldSelection(fields)
    }

    var hooks: Hooks { .none }

    func process(_ record: inout Record) throws -> Verdict {
        if let first = fields.first { record.notePresence(of: first) }
        try selection.apply(to: &record)
        return .keep
    }
}
