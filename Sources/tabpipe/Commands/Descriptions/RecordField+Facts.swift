internal import Pipeline

/// Fields of records in words, for `describe` and the schema.
extension RecordField {
    /// What it holds, and whether it has to be there.
    var facts: String {
        let kind =
            switch kind {
            case .string: "string"
            case .boolean: "true or false"
            case .html: "HTML as text, or a document"
            case .list: "list of objects"
            }
        return kind + (isRequired ? ", required" : ", may be missing or null")
    }

    /// The field and those inside of it on one line.
    var phrase: String {
        guard case .list(let fields) = kind else { return "\(name) (\(facts))" }
        return "\(name) (\(facts)) of {\(fields.map(\.phrase).joined(separator: ", "))}"
    }
}
