internal import JSONParsing
internal import JSONQuery

// Programs in the jq language. Fields that a program reads are watched for misspelt names, as those of path options are.
extension OptionType where Value == RecordQuery {
    /// A jq program: a string, or a list of its lines.
    public static var query: Self {
        Self(kind: .query, placeholder: .identity, written: { .string($0.source) }, read: { $0.compiledQuery($1, $2) })
    }

    /// A jq program whose result is a condition. The reader warns if the result is the same for every record.
    public static var condition: Self {
        Self(kind: .query, placeholder: .identity) { reader, value, key in
            guard let condition = reader.compiledQuery(value, key) else { return nil }
            if !condition.isSecret, let remark = condition.query.conditionRemark { reader.warn(remark, at: value.range, key: key) }
            return condition
        }
    }
}

extension OptionType where Value == Template {
    /// A text with jq programs in `{{ … }}`.
    public static var template: Self {
        Self(kind: .template, placeholder: .empty, written: { .string($0.source) }, read: { $0.compiledTemplate($1, $2) })
    }
}

extension OptionType where Value == [(key: String, query: RecordQuery)] {
    /// An object whose values are jq programs, in the order of the file.
    public static var queries: Self {
        Self(kind: .queries, placeholder: []) { reader, value, key in
            reader.members(value, key, .queries).compactMap { member in
                reader.compiledQuery(member.value, "\(key).\(member.key)").map { (member.key, $0) }
            }
        }
    }
}

extension OptionType where Value == [(field: FieldPath, query: RecordQuery)] {
    /// An object whose keys are paths of fields and whose values are jq programs, in the order of the file.
    public static var fieldQueries: Self {
        Self(kind: .queries, placeholder: []) { reader, value, key in
            reader.members(value, key, .queries).compactMap { member in
                let place = "\(key).\(member.key)"
                let field = reader.fieldKey(member, place)
                return reader.compiledQuery(member.value, place).flatMap { query in field.map { ($0, query) } }
            }
        }
    }
}
