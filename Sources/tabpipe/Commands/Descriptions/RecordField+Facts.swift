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
            case .stringOrObject: "string or object"
            case .html: "HTML as text, or a document"
            case .list: "list of objects"
            }
        return kind + (isRequired ? ", required" : ", may be missing or null")
    }

    /// The fields of the objects that the field has; none for other fields.
    var innerFields: [RecordField] {
        switch kind {
        case .list(let fields), .stringOrObject(let fields): fields
        case .string, .boolean, .stringOrNumber, .html: []
        }
    }

    /// The field and its inner fields on one line.
    var phrase: String {
        let inner = innerFields.map(\.phrase)
        return "\(name) (\(facts))" + (inner.isEmpty ? "" : " of {\(inner.joined(separator: ", "))}")
    }
}
