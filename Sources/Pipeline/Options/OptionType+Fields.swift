extension OptionType where Value == FieldPath {
    static func field(isRead: Bool) -> Self {
        Self(kind: .field, placeholder: FieldPath(name: "")) { $0.singleField($1, $2, isRead: isRead) }
    }
}

extension OptionType where Value == [FieldPath] {
    static func fields(isEmptyAllowed: Bool) -> Self {
        Self(kind: .fields, placeholder: []) { $0.fieldList($1, $2, isEmptyAllowed: isEmptyAllowed) }
    }
}
