internal import Pipeline

/// Fields of records in words, for `describe`, the schema and the manual page.
extension RecordField {
    /// The kind of the value, and whether the field is required.
    var facts: String {
        let kind =
            switch kind {
            case .string: "string"
            case .boolean: "true or false"
            case .stringOrNumber: "string or number"
            case .html: "HTML as text, or a document"
            case .list: "list of objects"
            }
        return kind + (isRequired ? ", required" : ", may be missing or null")
    }

    /// The field and its inner fields on one line.
    var phrase: String {
        guard case .list(let fields) = kind else { return "\(name) (\(facts))" }
        return "\(name) (\(facts)) of {\(fields.map(\.phrase).joined(separator: ", "))}"
    }
}
