internal import JSONParsing

// Objects whose `type` selects their options. No case can have an option called `type`.
extension OptionReader {
    /// Reads an object whose `type` selects its options. The option is required.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - help: The purpose of the option in one sentence.
    ///   - cases: The types with their options, at least one.
    /// - Returns: The result of the case that `type` names.
    public mutating func variant<Value>(_ name: String, help: String, cases: [OptionVariant<Value>]) -> Value {
        guard let first = cases.first else { preconditionFailure("a variant without cases") }
        return variant(name, cases, isRequired: true, fallback: nil, help) ?? first.placeholder
    }

    /// Reads an object whose `type` selects its options, with a value for a missing option or null.
    ///
    /// The descriptions of the component show no default, because the value has no name. `defaultCase` is the form with one.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - fallback: The value if the file lacks the option or has null.
    ///   - help: The purpose of the option in one sentence.
    ///   - cases: The types with their options, at least one.
    /// - Returns: The result of the case that `type` names.
    public mutating func variant<Value>(
        _ name: String, default fallback: Value, help: String, cases: [OptionVariant<Value>]
    ) -> Value {
        variant(name, cases, isRequired: false, fallback: nil, help) ?? fallback
    }

    /// Reads an object whose `type` selects its options. The default is a case with the defaults of its options.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - type: The type if the file lacks the option. None of its options is required.
    ///   - help: The purpose of the option in one sentence.
    ///   - cases: The types with their options.
    /// - Returns: The result of the case that `type` names.
    /// - Precondition: One of the cases is called `type`.
    public mutating func variant<Value>(
        _ name: String, defaultCase type: String, help: String, cases: [OptionVariant<Value>]
    ) -> Value {
        guard let fallback = cases.first(where: { $0.name == type }) else { preconditionFailure("no case is called \(type)") }
        return variant(name, cases, isRequired: false, fallback: fallback, help) ?? fallback.placeholder
    }

    /// Reads an object whose `type` selects its options; nil if the option is missing or null.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - help: The purpose of the option in one sentence.
    ///   - cases: The types with their options.
    /// - Returns: The result of the case that `type` names.
    public mutating func optionalVariant<Value>(_ name: String, help: String, cases: [OptionVariant<Value>]) -> Value? {
        variant(name, cases, isRequired: false, fallback: nil, help)
    }

    private mutating func variant<Value>(
        _ name: String, _ cases: [OptionVariant<Value>], isRequired: Bool, fallback: OptionVariant<Value>?, _ help: String
    ) -> Value? {
        let kind = OptionDeclaration.Kind.variant(cases.map(\.declaration))
        let shown = fallback.map { JSONValue.object(["type": .string($0.name)]) }
        let value = declare(name, kind, isRequired: isRequired, default: shown, help: help)
        guard let object else { return nil }
        if let value { return chosen(value, name, cases, kind) }
        guard let fallback, object.member(name) == nil else { return nil }
        let empty = ConfigValue(
            content: .object([]), range: object.range, secretName: nil, baseDirectory: object.baseDirectory, literal: nil)
        return read(fallback, empty, name)
    }

    /// Reads the case that the object names; nil after it has reported a problem.
    private mutating func chosen<Value>(
        _ value: ConfigValue, _ name: String, _ cases: [OptionVariant<Value>], _ kind: OptionDeclaration.Kind
    ) -> Value? {
        guard case .object = value.content else {
            let advice = ValueAdvice.onString(value, for: kind)
            // The name of a case is no secret.
            if AddressMask.isSensitive(name), advice == nil { secrets.insert(textsOf: value) }
            reportWrongKind(value, name, expected: kind.expectation, advice: advice)
            return nil
        }
        let names = cases.map(\.name)
        let choice = OptionDeclaration.Kind.choice(names)
        guard let type = value.member("type") else {
            secrets.insert(sensitiveTextsOf: value)
            report("\"type\" is missing; it is \(choice.expectation)", at: value.range, key: name)
            return nil
        }
        let word: String? = if case .string(let text) = type.content { text } else { nil }
        guard let found = cases.first(where: { $0.name == word }) else {
            secrets.insert(sensitiveTextsOf: value)
            if case .unresolved = type.content { return nil }
            let hint = word.map { type.isSecret ? "" : DidYouMean.hint(for: $0, in: names) } ?? ""
            report("expected \(choice.expectation), found \(type.phrase)\(hint)", at: type.range, key: "\(name).type")
            return nil
        }
        return read(found, value, name)
    }

    private mutating func read<Value>(_ variant: OptionVariant<Value>, _ object: ConfigValue, _ name: String) -> Value {
        let owner = "the \(name) \"\(variant.name)\""
        let (result, inner) = readInside(object, name, known: ["type"], owner: owner, read: variant.read)
        var effective: JSONObject = ["type": .string(variant.name)]
        for option in inner { effective[option.key] = option.value }
        show(.object(effective), as: name)
        return result
    }
}
