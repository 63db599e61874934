internal import JSONParsing

// Texts that are never shown, and values that may contain such texts.
extension OptionType where Value == MaskedText {
    /// A text that is never shown, such as a token.
    ///
    /// The text usually comes from `$env` or `$file`. The reader warns if it stands in the pipeline file itself.
    public static var secret: Self { secret(mayBeEmpty: false) }

    /// A text that is never shown, and may be empty. The empty text may stand in the pipeline file.
    public static var secretOrEmpty: Self { secret(mayBeEmpty: true) }

    private static func secret(mayBeEmpty: Bool) -> Self {
        Self(
            kind: .secret(mayBeEmpty: mayBeEmpty), placeholder: MaskedText(""),
            parse: { reader, value, key, shown in
                shown = if case .string("") = value.content { "" } else { "***" }
                return reader.secretText(value, key, mayBeEmpty: mayBeEmpty)
            },
            written: { .string($0.value) })
    }
}

extension OptionType where Value == [(key: String, value: MaskedText)] {
    /// An object whose values are strings, numbers or booleans, as texts in the order of the file.
    ///
    /// Numbers become text as they are written. A value whose key has a sensitive name, such as `api_key`, is secret.
    ///
    /// - Parameter allowsLists: Whether a value may be a list, each item of which repeats the key.
    public static func textMap(allowsLists: Bool = false) -> Self { texts(allowsLists: allowsLists, areSecret: false) }

    /// An object whose values are all secret, such as headers with tokens, as texts in the order of the file.
    public static var secretMap: Self { texts(allowsLists: false, areSecret: true) }

    private static func texts(allowsLists: Bool, areSecret: Bool) -> Self {
        Self(
            kind: .texts(allowsLists: allowsLists), placeholder: [],
            parse: { reader, value, key, shown in
                if case .object(let members) = value.content {
                    shown = .object(
                        JSONObject(members.map { ($0.key, areSecret || AddressMask.isSensitive($0.key) ? "***" : $0.value.maskedValue) }))
                }
                return reader.texts(value, key, allowsLists: allowsLists, areSecret: areSecret)
            },
            written: { .object(JSONObject($0.map { ($0.key, .string($0.value.value)) })) })
    }
}

extension OptionType where Value == MaskedJSON {
    /// Any JSON value. null is a value for a required option only.
    public static var json: Self {
        Self(
            kind: .json, placeholder: MaskedJSON(.null),
            parse: { reader, value, key, shown in
                shown = value.maskedValueByNames
                return reader.json(value, key)
            },
            written: \.value)
    }
}
