internal import Pipeline

/// The stage `rename`: renames fields, or moves them to another object.
struct RenameStage: Stage {
    static let name = "rename"
    static let summary = "Gives fields other names, all at once; they keep their places, or go to another object."
    static let example = #"{ "type": "rename", "fields": { "client": "customer" } }"#

    private let moves: FieldMoves
    private let changedFields: [FieldPath]

    init(options: inout OptionReader) {
        let pairs = options.fieldMoves(
            "fields",
            help:
                "For each field its new name, or path: { \"title.rendered\": \"title\" }. A field that has the new name already is replaced."
        )
        moves = FieldMoves(pairs)
        changedFields = pairs.flatMap { [$0.from, $0.to] }
    }

    var hooks: Hooks { Hooks(changedFields: changedFields) }

    func process(_ record: inout Record) throws -> Verdict {
        try moves.apply(to: &record)
        return .keep
    }
}
