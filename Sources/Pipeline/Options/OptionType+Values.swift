internal import JSONParsing

// Plain values.
extension OptionType where Value == String {
    /// Any string.
    public static var string: Self {
        Self(kind: .string, placeholder: "", written: { .string($0) }, read: { $0.text($1, $2, .string) })
    }

    /// A remark for readers of the file. The program does not use it, and `{{ … }}` in it stays as it is.
    static var remark: Self { string.withOwnPlaceholders }
}

extension OptionType where Value == Int {
    /// An integer within bounds.
    public static func integer(_ range: ClosedRange<Int>) -> Self {
        let kind = OptionDeclaration.Kind.integer(range)
        return Self(kind: kind, placeholder: range.lowerBound, written: { .number(JSONNumber($0)) }) { reader, value, key in
            guard case .number(let number) = value.content, let integer = number.int64.flatMap({ Int(exactly: $0) }),
                range.contains(integer)
            else {
                reader.reportWrongKind(value, key, expected: kind.expectation)
                return nil
            }
            return integer
        }
    }
}

extension OptionType where Value == Double {
    /// A number within bounds, fractions allowed.
    public static func number(_ range: ClosedRange<Double>) -> Self {
        let kind = OptionDeclaration.Kind.number(range)
        return Self(kind: kind, placeholder: range.lowerBound, written: { .number(JSONNumber($0)) }) { reader, value, key in
            guard case .number(let number) = value.content, number.double.isFinite, range.contains(number.double) else {
                reader.reportWrongKind(value, key, expected: kind.expectation)
                return nil
            }
            return number.double
        }
    }
}

extension OptionType where Value == Bool {
    /// `true` or `false`.
    public static var boolean: Self {
        Self(kind: .boolean, placeholder: false, written: { .bool($0) }) { reader, value, key in
            guard case .bool(let bool) = value.content else {
                reader.reportWrongKind(value, key, expected: OptionDeclaration.Kind.boolean.expectation)
                return nil
            }
            return bool
        }
    }
}

extension OptionType where Value: RawRepresentable<String> & CaseIterable {
    /// One of the raw values of an enumeration, which has at least one case.
    public static var choice: Self {
        guard let first = Value.allCases.first else { preconditionFailure("a choice without cases") }
        let words = Value.allCases.map(\.rawValue)
        let kind = OptionDeclaration.Kind.choice(words)
        return Self(kind: kind, placeholder: first, written: { .string($0.rawValue) }) { reader, value, key in
            guard let word = reader.text(value, key, kind) else { return nil }
            if let choice = Value(rawValue: word) { return choice }
            let hint = value.isSecret ? "" : DidYouMean.hint(for: word, in: words)
            reader.report("expected \(kind.expectation), found \(value.phrase)\(hint)", at: value.range, key: key)
            return nil
        }
    }

    /// One of the raw values of an enumeration, where the type of the result does not follow from the context.
    public static func choice(of type: Value.Type) -> Self { choice }
}

extension OptionType where Value == [(key: String, value: String)] {
    /// An object whose values are strings, in the order of the file.
    public static var stringMap: Self {
        Self(kind: .strings, placeholder: [], written: { .object(JSONObject($0.map { ($0.key, .string($0.value)) })) }) {
            reader, value, key in
            reader.members(value, key, .strings).compactMap { member in
                reader.text(member.value, "\(key).\(member.key)", .string).map { (member.key, $0) }
            }
        }
    }
}

extension OptionType where Value == RejectAllowance {
    /// The number of records that may be rejected, or their share in percent.
    static var allowance: Self {
        Self(kind: .countOrShare, placeholder: .count(0)) { reader, value, key in
            let text: String?
            switch value.content {
            case .number(let number): text = JSONValue.number(number).compactText
            case .string(let string) where string.hasSuffix("%"): text = string
            default: text = nil
            }
            if let allowance = text.flatMap({ RejectAllowance($0) }) { return allowance }
            reader.reportWrongKind(value, key, expected: OptionDeclaration.Kind.countOrShare.expectation)
            return nil
        }
    }
}
