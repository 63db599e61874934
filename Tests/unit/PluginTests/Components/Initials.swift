import Pipeline

/// Puts the first letter of a field beside it, in the record or in each element of a list.
struct Initials: ElementStage {
    static let name = "initials"
    static let summary = "Puts the first letter of a field beside it."
    static let example = ""
    let scope: FieldScope
    private let into: FieldPath

    init(options: inout OptionReader) {
        scope = options.read("field", .elementField, default: FieldScope(name: "name"), help: "The field, such as .people[].name.")
        into = options.read("into", .field(beside: scope, default: "initial"), help: "The field for the letter.")
    }

    var hooks: Hooks { .none }

    func processElement(_ record: inout Record) throws -> Verdict {
        try record.set(into, to: .string(String(record.string(scope.field).prefix(1))))
        return .keep
    }
}
