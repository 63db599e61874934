internal import JSONParsing

/// Keeps some fields and drops the others.
struct SelectStage: Stage {
    static let name = "select"
    static let summary = "Keeps only the named fields, in this order."
    static let example: String? = #"{ "type": "select", "fields": ["id", "title"] }"#

    private let fields: [String]

    init(options: inout OptionReader) {
        fields = options.requiredStrings("fields", help: "The names of the fields to keep; those that a record lacks are left out.")
    }

    func process(_ record: inout Record) throws -> Verdict {
        let object = try record.object()
        record.value = .object(JSONObject(fields.compactMap { name in object[name].map { (name, $0) } }))
        return .keep
    }
}

/// Drops some fields.
struct RemoveStage: Stage {
    static let name = "remove"
    static let summary = "Drops the named fields."
    static let example: String? = #"{ "type": "remove", "fields": ["internal_notes"] }"#

    private let fields: [String]

    init(options: inout OptionReader) {
        fields = options.requiredStrings("fields", help: "The names of the fields to drop.")
    }

    func process(_ record: inout Record) throws -> Verdict {
        for field in fields { try record.set(field, to: nil) }
        return .keep
    }
}

/// Gives fields other names.
struct RenameStage: Stage {
    static let name = "rename"
    static let summary = "Gives fields other names, all at once; they keep their places."
    static let example: String? = #"{ "type": "rename", "fields": { "client": "customer" } }"#

    private let names: [(key: String, value: String)]

    init(options: inout OptionReader) {
        names = options.stringMap("fields", help: "For each field its new name. A field that has the new name already is replaced.")
    }

    func process(_ record: inout Record) throws -> Verdict {
        try record.rename(names)
        return .keep
    }
}
