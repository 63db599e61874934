internal import JSONParsing

extension OptionType where Value == String {
    static var string: Self { Self(kind: .string, placeholder: "") { $0.text($1, $2, .string) } }
}

extension OptionType where Value == Int {
    static func integer(_ range: ClosedRange<Int>) -> Self {
        let kind = OptionDeclaration.Kind.integer(range)
        return Self(kind: kind, placeholder: range.lowerBound) { reader, value, key in
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
    static func number(_ range: ClosedRange<Double>) -> Self {
        let kind = OptionDeclaration.Kind.number(range)
        return Self(kind: kind, placeholder: range.lowerBound) { reader, value, key in
            guard case .number(let number) = value.content, number.double.isFinite, range.contains(number.double) else {
                reader.reportWrongKind(value, key, expected: kind.expectation)
                return nil
            }
            return number.double
        }
    }
}

extension OptionType where Value == Bool {
    static var boolean: Self {
        Self(kind: .boolean, placeholder: false) { reader, value, key in
            guard case .bool(let bool) = value.content else {
                reader.reportWrongKind(value, key, expected: OptionDeclaration.Kind.boolean.expectation)
                return nil
            }
            return bool
        }
    }
}

extension OptionType where Value: RawRepresentable<String> & CaseIterable {
    static func choice(placeholder: Value) -> Self {
        let words = Value.allCases.map(\.rawValue)
        let kind = OptionDeclaration.Kind.choice(words)
        return Self(kind: kind, placeholder: placeholder) { reader, value, key in
            guard let word = reader.text(value, key, kind) else { return nil }
            if let choice = Value(rawValue: word) { return choice }
            let hint = value.isSecret ? "" : DidYouMean.hint(for: word, in: words)
            reader.report("expected \(kind.expectation), found \(value.phrase)\(hint)", at: value.range, key: key)
            return nil
        }
    }
}

extension OptionType {
    /// A list of at least one word of an enumeration.
    static func choices<Choice: RawRepresentable<String> & CaseIterable>(of type: Choice.Type) -> Self where Value == [Choice] {
        let kind = OptionDeclaration.Kind.choice(Choice.allCases.map(\.rawValue))
        return Self(kind: .list(kind), placeholder: []) { reader, value, key in
            reader.list(value, key, kind, isEmptyAllowed: false) { reader, element, key in
                Choice.allCases.first.flatMap { OptionType<Choice>.choice(placeholder: $0).read(&reader, element, key) }
            }
        }
    }
}

extension OptionType where Value == [String] {
    static func strings(isEmptyAllowed: Bool) -> Self {
        Self(kind: .list(.string), placeholder: []) { reader, value, key in
            reader.list(value, key, .string, isEmptyAllowed: isEmptyAllowed) { $0.text($1, $2, .string) }
        }
    }
}

extension OptionType where Value == [(key: String, value: String)] {
    static var stringMap: Self {
        Self(kind: .strings, placeholder: []) { reader, value, key in
            reader.members(value, key, .strings).compactMap { member in
                reader.text(member.value, "\(key).\(member.key)", .string).map { (member.key, $0) }
            }
        }
    }
}

extension OptionType where Value == RejectAllowance {
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
