/// Keeps the records for which a jq program says so.
struct FilterStage: WorkerCopied {
    static let name = "filter"
    static let summary = "Keeps the records for which a jq program gives neither null nor false."
    static let example: String? = #"{ "type": "filter", "where": ".is_enterprise and .vertical != null" }"#

    private var condition: RecordQuery
    private let absentees = AbsentFields()

    init(options: inout OptionReader) {
        condition = options.query("where", help: "A jq program; records for which its first output is null or false are dropped.")
    }

    func process(_ record: inout Record) throws -> Verdict {
        if try condition.isTrue(record) {
            absentees.settle()
            return .keep
        }
        if let fields = condition.inputFields, !fields.isEmpty, absentees.isOpen, let object = try? record.storedObject() {
            absentees.saw(object, wanted: fields)
        }
        return .drop
    }

    func copyForWorker() -> FilterStage {
        var copy = self
        copy.condition = condition.recompiled()
        return copy
    }

    var notes: [String] { absentees.notes }
}
