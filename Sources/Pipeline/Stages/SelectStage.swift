/// Keeps some fields and drops the others.
struct SelectStage: Stage {
    static let name = "select"
    static let summary = "Keeps only the named fields, in this order."
    static let example: String? = #"{ "type": "select", "fields": ["id", "title"] }"#

    private let fields: [String]
    private let absentees = AbsentFields()

    init(options: inout OptionReader) {
        fields = options.requiredStrings("fields", help: "The names of the fields to keep; those that a record lacks are left out.")
    }

    func process(_ record: inout Record) throws -> Verdict {
        // What cannot be decoded is no fault here: whether anybody looks depends on the records before, and on other workers.
        if absentees.isOpen, let object = try? record.storedObject() { absentees.saw(object, wanted: Set(fields)) }
        try record.keepOnly(fields)
        return .keep
    }

    var notes: [String] { absentees.notes }
}
