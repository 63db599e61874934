internal import JSONParsing

// Texts that are never shown, and values that may contain such texts.
extension OptionReader {
    /// The advice on secrets.
    static let secretAdvice = "{ \"$env\": \"NAME\" } takes a secret from the environment, and { \"$file\": \"path\" } from a file"

    /// Reads a text that is never shown, such as a token. The option is required.
    ///
    /// The text usually comes from `$env` or `$file`. The reader warns if it stands in the pipeline file itself.
    public mutating func secret(_ name: String, help: String) -> MaskedText { required(name, .secret, help) }

    /// Reads a text that is never shown, with a default that is no secret.
    public mutating func secret(_ name: String, default fallback: String, help: String) -> MaskedText {
        // What stands for nothing by default may stand in the file, too.
        value(name, .secret(mayBeEmpty: fallback.isEmpty), default: MaskedText(fallback), shown: .string(fallback), help)
    }

    /// Reads a text that is never shown; nil if the option is missing or null.
    public mutating func optionalSecret(_ name: String, help: String) -> MaskedText? { optional(name, .secret, help) }

    /// Reads an object whose values are strings, numbers or booleans, as texts in the order of the file. The option is required.
    ///
    /// Numbers become text as they are written. A value whose key has a sensitive name, such as `api_key`, is secret.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - allowsLists: Whether a value may be a list, each item of which repeats the key.
    ///   - help: The purpose of the option in one sentence.
    public mutating func textMap(_ name: String, allowsLists: Bool = false, help: String) -> [(key: String, value: MaskedText)] {
        required(name, .textMap(allowsLists: allowsLists), help)
    }

    /// Reads an object whose values are strings, numbers or booleans, as texts in the order of the file, with a default.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - fallback: The texts if the file lacks the option, with distinct keys.
    ///   - allowsLists: Whether a value may be a list, each item of which repeats the key.
    ///   - help: The purpose of the option in one sentence.
    public mutating func textMap(
        _ name: String, default fallback: [(key: String, value: String)], allowsLists: Bool = false, help: String
    ) -> [(key: String, value: MaskedText)] {
        value(
            name, .textMap(allowsLists: allowsLists), default: fallback.map { ($0.key, MaskedText($0.value)) },
            shown: .object(JSONObject(fallback.map { ($0.key, .string($0.value)) })), help)
    }

    /// Reads an object whose values are strings, numbers or booleans, as texts in the order of the file; nil if it is missing or null.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - allowsLists: Whether a value may be a list, each item of which repeats the key.
    ///   - help: The purpose of the option in one sentence.
    public mutating func optionalTextMap(
        _ name: String, allowsLists: Bool = false, help: String
    ) -> [(key: String, value: MaskedText)]? {
        optional(name, .textMap(allowsLists: allowsLists), help)
    }

    /// Reads an object whose values are all secret, such as headers with tokens, as texts in the order of the file. The option is required.
    public mutating func secretMap(_ name: String, help: String) -> [(key: String, value: MaskedText)] {
        required(name, .textMap(allowsLists: false, areSecret: true), help)
    }

    /// Reads any JSON value, also null. The option is required.
    public mutating func json(_ name: String, help: String) -> MaskedJSON { required(name, .json, help) }

    /// Reads any JSON value, with a default that has no secrets.
    public mutating func json(_ name: String, default fallback: JSONValue, help: String) -> MaskedJSON {
        value(name, .json, default: MaskedJSON(fallback), shown: fallback, help)
    }

    /// Reads any JSON value; nil if the option is missing or null.
    public mutating func optionalJSON(_ name: String, help: String) -> MaskedJSON? { optional(name, .json, help) }
}
