internal import JSONParsing

extension OptionType where Value == MaskedText {
    static var secret: Self { secret(mayBeEmpty: false) }

    static func secret(mayBeEmpty: Bool) -> Self {
        Self(
            kind: .secret(mayBeEmpty: mayBeEmpty), placeholder: MaskedText(""),
            read: { $0.secretText($1, $2, mayBeEmpty: mayBeEmpty) },
            shown: { value in if case .string("") = value.content { "" } else { "***" } })
    }
}

extension OptionType where Value == [(key: String, value: MaskedText)] {
    static func textMap(allowsLists: Bool, areSecret: Bool = false) -> Self {
        Self(
            kind: .texts(allowsLists: allowsLists), placeholder: [],
            read: { $0.texts($1, $2, allowsLists: allowsLists, areSecret: areSecret) },
            shown: { value in
                guard case .object(let members) = value.content else { return value.maskedValue }
                return .object(
                    JSONObject(members.map { ($0.key, areSecret || AddressMask.isSensitive($0.key) ? "***" : $0.value.maskedValue) }))
            })
    }
}

extension OptionType where Value == MaskedJSON {
    static var json: Self {
        Self(
            kind: .json, placeholder: MaskedJSON(.null),
            read: { $0.json($1, $2) },
            shown: \.maskedValueByNames)
    }
}
