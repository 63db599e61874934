/// Drops some fields.
struct RemoveStage: Stage {
    static let name = "remove"
    static let summary = "Drops the named fields."
    static let example: String? = #"{ "type": "remove", "fields": ["internal_notes"] }"#

    private let fields: [String]
    private let absentees = AbsentFields()

    init(options: inout OptionReader) {
        fields = options.requiredStrings("fields", help: "The names of the fields to drop.")
    }

    func process(_ record: inout Record) throws -> Verdict {
        if absentees.isOpen { absentees.saw(try record.storedObject(), wanted: Set(fields)) }
        try record.remove(fields)
        return .keep
    }

    var notes: [String] { absentees.notes }
}
