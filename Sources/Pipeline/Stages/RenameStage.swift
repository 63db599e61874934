/// Gives fields other names.
struct RenameStage: Stage {
    static let name = "rename"
    static let summary = "Gives fields other names, all at once; they keep their places."
    static let example: String? = #"{ "type": "rename", "fields": { "client": "customer" } }"#

    private let names: [(key: String, value: String)]
    private let absentees = AbsentFields()

    init(options: inout OptionReader) {
        names = options.stringMap("fields", help: "For each field its new name. A field that has the new name already is replaced.")
    }

    func process(_ record: inout Record) throws -> Verdict {
        if absentees.isOpen { absentees.saw(try record.storedObject(), wanted: Set(names.map(\.key))) }
        try record.rename(names)
        return .keep
    }

    var notes: [String] { absentees.notes }
}
