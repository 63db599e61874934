import Pipeline

/// Cuts a text field to a number of characters.
struct Shorten: Stage {
    static let name = "shorten"
    static let summary = "Cuts a text field."
    static let example = #"{ "type": "shorten", "field": "title", "length": 20 }"#
    private let field: FieldPath
    private let length: Int

    init(options: inout OptionReader) {
        field = options.read("field", .field, help: "The field to cut.")
        length = options.read("length", .integer(1...100), help: "Characters that stay.")
    }

    var hooks: Hooks { .none }

    func process(_ record: inout Record) throws -> Verdict {
        try record.set(field, to: .string(String(record.string(field).prefix(length))))
        return .keep
    }
}
