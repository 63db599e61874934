extension OptionType where Value == RecordQuery {
    static var query: Self { Self(kind: .query, placeholder: .identity) { $0.compiledQuery($1, $2) } }
}

extension OptionType where Value == Template {
    static var template: Self { Self(kind: .template, placeholder: .empty) { $0.compiledTemplate($1, $2) } }
}

extension OptionType where Value == [(key: String, query: RecordQuery)] {
    static var queries: Self {
        Self(kind: .queries, placeholder: []) { reader, value, key in
            reader.members(value, key, .queries).compactMap { member in
                reader.compiledQuery(member.value, "\(key).\(member.key)").map { (member.key, $0) }
            }
        }
    }
}

extension OptionType where Value == [(field: FieldPath, query: RecordQuery)] {
    static var fieldQueries: Self {
        Self(kind: .queries, placeholder: []) { reader, value, key in
            reader.members(value, key, .queries).compactMap { member in
                let place = "\(key).\(member.key)"
                let field = reader.fieldKey(member, place)
                return reader.compiledQuery(member.value, place).flatMap { query in field.map { ($0, query) } }
            }
        }
    }
}
