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
        value(name, .secret, default: MaskedText(fallback), shown: .string(fallback), help)
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

extension OptionReader {
    /// Reads a secret text; nil after it has reported a problem.
    mutating func secretText(_ value: ConfigValue, _ key: String) -> MaskedText? {
        secrets.insert(textsOf: value)
        let expected = OptionDeclaration.Kind.secret.expectation
        switch value.content {
        case .string(""): report("expected \(expected), found an empty one", at: value.range, key: key)
        case .string(let text):
            warnOfLiteral(value, key)
            return value.secret(text)
        case .number: report("expected \(expected), found a number", at: value.range, key: key)
        default: reportWrongKind(value, key, expected: expected)
        }
        return nil
    }

    /// Reads the texts of an object; nil after it has reported a problem.
    ///
    /// - Parameter areSecret: Whether all values are secret, and not only those whose keys have sensitive names.
    mutating func texts(
        _ value: ConfigValue, _ key: String, allowsLists: Bool, areSecret: Bool
    ) -> [(key: String, value: MaskedText)]? {
        guard case .object(let members) = value.content else {
            reportWrongKind(value, key, expected: OptionDeclaration.Kind.texts(allowsLists: allowsLists).expectation)
            return nil
        }
        var texts: [(key: String, value: MaskedText)] = []
        for member in members {
            let place = "\(key).\(member.key)"
            let isSensitive = areSecret || AddressMask.isSensitive(member.key)
            if areSecret {
                secrets.insert(textsOf: member.value)
            } else if isSensitive {
                secrets.insert(sensitive: member.value)
            }
            func add(_ value: ConfigValue, _ key: String, _ expected: String) {
                guard let text = value.scalarText else { return reportWrongKind(value, key, expected: expected) }
                // Other values of options with sensitive names are ordinary words, such as that of `sort_key`.
                if areSecret || isSensitive && SecretValues.isLikelySecret(text) { warnOfLiteral(value, key) }
                texts.append((member.key, isSensitive ? value.secret(text) : value.masked(text)))
            }
            guard allowsLists, case .array(let elements) = member.value.content else {
                let list = allowsLists ? ", a number, a boolean or a list of them" : ", a number or a boolean"
                add(member.value, place, "a string\(list)")
                continue
            }
            for (index, element) in elements.enumerated() { add(element, "\(place)[\(index)]", "a string, a number or a boolean") }
        }
        return texts
    }

    /// Reads any JSON value.
    mutating func json(_ value: ConfigValue, _ key: String) -> MaskedJSON {
        secrets.insert(sensitiveTextsOf: value)
        warnOfLiterals(in: value, key)
        return MaskedJSON(value)
    }

    /// Warns of texts in a value that look like credentials, and whose keys have sensitive names.
    private mutating func warnOfLiterals(in value: ConfigValue, _ key: String) {
        switch value.content {
        case .array(let elements):
            for (index, element) in elements.enumerated() { warnOfLiterals(in: element, "\(key)[\(index)]") }
        case .object(let members):
            for member in members {
                let place = "\(key).\(member.key)"
                if case .string(let text) = member.value.content, AddressMask.isSensitive(member.key), SecretValues.isLikelySecret(text) {
                    warnOfLiteral(member.value, place)
                }
                warnOfLiterals(in: member.value, place)
            }
        default: break
        }
    }

    /// Warns of a secret that stands in the pipeline file. The name of a variable is no secret, and has its own warning.
    private mutating func warnOfLiteral(_ value: ConfigValue, _ key: String) {
        guard value.isLiteral, case .string(let text) = value.content, text.shellVariable == nil else { return }
        warn("this secret stands in the file itself; \(Self.secretAdvice)", at: value.range, key: key)
    }

    /// Hides the value of an unknown option that was probably meant to be a secret, because a message quotes its line.
    mutating func hideUnknown(_ member: ConfigValue.Member) {
        let secretNames = declarations.filter { if case .secret = $0.kind { true } else { false } }.map(\.name)
        if AddressMask.isSensitive(member.key) || DidYouMean.nearest(to: member.key, in: secretNames) != nil {
            secrets.insert(textsOf: member.value)
        } else {
            secrets.insert(sensitiveTextsOf: member.value)
        }
    }
}

extension ConfigValue {
    /// Returns a text of this value that messages never show.
    fileprivate func secret(_ text: String) -> MaskedText { isSecret ? masked(text) : MaskedText(literalSecret: text) }

    /// A string, a number as it is written, or a boolean, as text; nil for other values.
    fileprivate var scalarText: String? {
        switch content {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let bool): bool ? "true" : "false"
        default: nil
        }
    }
}
