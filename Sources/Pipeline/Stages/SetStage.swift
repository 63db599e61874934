/// Sets fields to what jq programs give.
struct SetStage: WorkerCopied {
    static let name = "set"
    static let summary = "Sets fields to what jq programs give for the record; a program sees the fields that were set before it."
    static let example: String? = #"{ "type": "set", "fields": { "slug": ".title | ascii_downcase | gsub(\"[^a-z0-9]+\"; \"-\")" } }"#

    private var fields: [(key: String, query: RecordQuery)]

    init(options: inout OptionReader) {
        fields = options.queries("fields", help: "For each field to set a jq program; its first output is the field's value.")
    }

    func process(_ record: inout Record) throws -> Verdict {
        for (key, query) in fields {
            guard let value = try query.first(record) else { throw RecordError("\(query.source) gives no value", at: ".\(key)") }
            try record.set(key, to: value)
        }
        return .keep
    }

    func copyForWorker() -> SetStage {
        var copy = self
        copy.fields = fields.map { ($0.key, $0.query.recompiled()) }
        return copy
    }
}
