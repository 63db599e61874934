internal import JSONParsing

// Parses the options with secrets: marks texts as secret, and warns about secrets that stand in the pipeline file itself.
extension OptionReader {
    /// The advice on secrets.
    static let secretAdvice = "{ \"$env\": \"NAME\" } takes a secret from the environment, and { \"$file\": \"path\" } from a file"

    /// Reads a secret text; nil after it has reported a problem.
    mutating func secretText(_ value: ConfigValue, _ key: String, mayBeEmpty: Bool) -> MaskedText? {
        secrets.insert(textsOf: value)
        let expected = OptionDeclaration.Kind.secret(mayBeEmpty: mayBeEmpty).expectation
        switch value.content {
        case .string("") where mayBeEmpty: return MaskedText("")
        case .string(""):
            report("expected \(expected), found an empty one\(value.secretName.map { ": \($0)" } ?? "")", at: value.range, key: key)
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
            reportWrongKind(
                value, key, expected: OptionDeclaration.Kind.texts(allowsLists: allowsLists).expectation,
                advice: ValueAdvice.onList(value))
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
                if value.isLiteral, let advice = ValueAdvice.onVariable(in: text) { warn(advice, at: value.range, key: key) }
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
        guard value.isLiteral, case .string(let text) = value.content, text.shellVariable == nil,
            ValueAdvice.onVariable(in: text) == nil
        else { return }
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
