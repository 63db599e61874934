internal import JSONParsing

// Objects with options of their own, objects whose `type` selects their options, and options that are a string or an object. A closure that
// reads options may run several times, because a description of the options needs no file.
extension OptionType {
    /// An object with options of its own.
    ///
    ///     size = options.read("size", .object { Size(options: &$0) }, help: "The size of a page.")
    ///
    /// - Parameter read: Reads the options of the object.
    public static func object(_ read: @escaping (inout OptionReader) -> Value) -> Self {
        var description = OptionReader.describing
        let placeholder = read(&description)
        let kind = OptionDeclaration.Kind.object(description.declarations)
        return Self(
            kind: kind, placeholder: placeholder,
            parse: { reader, value, key, shown in
                guard case .object = value.content else {
                    let advice = ValueAdvice.onString(value, for: kind) ?? ValueAdvice.onNumber(value, for: kind)
                    reader.reportWrongKind(value, key, expected: kind.expectation, advice: advice)
                    return nil
                }
                let (result, effective) = reader.readInside(value, key, read: read)
                shown = .object(effective)
                return result
            })
    }

    /// An object whose `type` selects its options. No case can have an option called `type`.
    ///
    /// - Parameters:
    ///   - cases: The types with their options, at least one.
    ///   - type: The type if the file lacks the option, with the defaults of its options; nil for none. None of its options is required.
    /// - Precondition: One of the cases is called `type`.
    public static func variant(_ cases: [OptionVariant<Value>], default type: String? = nil) -> Self {
        guard let first = cases.first(where: { type == nil || $0.name == type }) else {
            preconditionFailure("a variant without such a case")
        }
        let kind = OptionDeclaration.Kind.variant(cases.map(\.declaration))
        var variant = Self(
            kind: kind, placeholder: first.placeholder, parse: { $0.chosen($1, $2, cases, kind, &$3) })
        if type != nil {
            variant.fallback = Fallback(written: ["type": .string(first.name)]) { $0.withoutOptions(first, $1) }
        }
        return variant
    }

    /// A string or a list, or an object with options of its own, such as `".next"` or `{"header": "X-Next"}`.
    ///
    ///     at = options.read("at", .either(.query, { .body($0) }, object: { .header($0.read("header", .string, help: "…")) }), help: "…")
    ///
    /// - Parameters:
    ///   - text: The type of the string or the list.
    ///   - make: Makes the value of the option from that of the string.
    ///   - fallback: The string if the file lacks the option; nil for none.
    ///   - read: Reads the options of the object; nil after it has reported a problem.
    public static func either<Text>(
        _ text: OptionType<Text>, _ make: @escaping (Text) -> Value, default fallback: Text? = nil,
        object read: @escaping (inout OptionReader) -> Value?
    ) -> Self {
        var description = OptionReader.describing
        _ = read(&description)
        let kind = OptionDeclaration.Kind.either(text.kind, description.declarations)
        var type = Self(
            kind: kind, placeholder: make(fallback ?? text.placeholder),
            parse: { reader, value, key, shown in
                switch value.content {
                case .string: return text.parse(&reader, value, key, &shown).map(make)
                case .array where text.kind.hasLines || text.kind.isList: return text.parse(&reader, value, key, &shown).map(make)
                case .object:
                    let (result, effective) = reader.readInside(value, key, read: read)
                    shown = .object(effective)
                    return result
                default:
                    reader.reportWrongKind(value, key, expected: kind.expectation)
                    return nil
                }
            })
        if let fallback { type.fallback = Fallback(written: text.written(fallback)) { _, _ in make(fallback) } }
        return type
    }
}

extension OptionReader {
    /// Reads the case that the object names; nil after it has reported a problem.
    fileprivate mutating func chosen<Value>(
        _ value: ConfigValue, _ name: String, _ cases: [OptionVariant<Value>], _ kind: OptionDeclaration.Kind, _ shown: inout JSONValue
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
        return read(found, value, name, &shown)
    }

    /// Reads a case as if its object had no options, for a file that lacks the option.
    fileprivate mutating func withoutOptions<Value>(_ variant: OptionVariant<Value>, _ name: String) -> Value {
        guard let object, object.member(name) == nil else { return variant.placeholder }
        let empty = ConfigValue(
            content: .object([]), range: object.range, secretName: nil, baseDirectory: object.baseDirectory, literal: nil)
        var shown = JSONValue.null
        let result = read(variant, empty, name, &shown)
        show(shown, as: name)
        return result
    }

    private mutating func read<Value>(
        _ variant: OptionVariant<Value>, _ object: ConfigValue, _ name: String, _ shown: inout JSONValue
    ) -> Value {
        let owner = "the \(name) \"\(variant.name)\""
        let (result, inner) = readInside(object, name, known: ["type"], owner: owner, read: variant.read)
        var effective: JSONObject = ["type": .string(variant.name)]
        for option in inner { effective[option.key] = option.value }
        shown = .object(effective)
        return result
    }

    /// Reports a problem unless the object has exactly one of these options. Null counts as missing.
    ///
    /// Call this after all other options of the object.
    ///
    /// - Parameters:
    ///   - names: The keys of options that exclude each other.
    ///   - wrapping: The option that the members of the object most likely belong into if the object has no known key; nil for none.
    public mutating func checkExactlyOne(of names: [String], wrapping: String? = nil) {
        guard let object else { return }
        let present = present(names, in: object)
        guard present.count != 1 else { return }
        let wanted = names.map { "\"\($0)\"" }.joined(separator: ", ")
        let found = present.isEmpty ? "none" : present.map { "\"\($0)\"" }.joined(separator: " and ")
        // If all keys are unknown, they are probably members of the value itself, such as a JSON body.
        let unknown = unknownKeys.filter { DidYouMean.hint(for: $0, in: names).isEmpty }
        var advice: String?
        if present.isEmpty, let wrapping, let first = unknown.first {
            acceptKeys(unknown)
            advice = "write { \"\(wrapping)\": { \"\(first.printable)\": … } }"
        }
        report("expected exactly one of \(wanted), found \(found)", at: object.range, key: nil, help: advice)
    }

    /// Reports a problem unless the object has at least one of these options. Null counts as missing.
    ///
    /// - Parameter names: The keys of options, in the order of the message.
    public mutating func checkAtLeastOne(of names: [String]) {
        guard let object, present(names, in: object).isEmpty else { return }
        report("expected at least one of \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")", at: object.range, key: nil)
    }

    private func present(_ names: [String], in object: ConfigValue) -> [String] {
        names.filter { name in
            guard let value = object.member(name) else { return false }
            if case .null = value.content { return false }
            return true
        }
    }
}
