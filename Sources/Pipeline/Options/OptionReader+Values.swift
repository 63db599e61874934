internal import JSONParsing

extension OptionReader {
    /// A text that has to be there.
    public mutating func string(_ name: String, help: String) -> String {
        text(declare(name, .string, isRequired: true, default: nil, help: help), name, .string) ?? ""
    }

    /// A text with a default.
    public mutating func string(_ name: String, default fallback: String, help: String) -> String {
        text(declare(name, .string, isRequired: false, default: .string(fallback), help: help), name, .string) ?? fallback
    }

    /// A text that may be missing.
    public mutating func optionalString(_ name: String, help: String) -> String? {
        text(declare(name, .string, isRequired: false, default: nil, help: help), name, .string)
    }

    /// A whole number with bounds and a default.
    public mutating func integer(_ name: String, in range: ClosedRange<Int>, default fallback: Int, help: String) -> Int {
        let kind = OptionDeclaration.Kind.integer(range)
        let value = declare(name, kind, isRequired: false, default: .number(JSONNumber(fallback)), help: help)
        return number(value, name, kind, range) ?? fallback
    }

    /// A whole number with bounds that has to be there.
    public mutating func integer(_ name: String, in range: ClosedRange<Int>, help: String) -> Int {
        let kind = OptionDeclaration.Kind.integer(range)
        return number(declare(name, kind, isRequired: true, default: nil, help: help), name, kind, range) ?? range.lowerBound
    }

    /// How many records may be rejected: a whole number, or a share in percent. May be missing.
    mutating func optionalAllowance(_ name: String, help: String) -> RejectAllowance? {
        guard let value = declare(name, .countOrShare, isRequired: false, default: nil, help: help) else { return nil }
        let text: String?
        switch value.content {
        case .number(let number): text = JSONValue.number(number).compactText
        case .string(let string) where string.hasSuffix("%"): text = string
        default: text = nil
        }
        guard let allowance = text.flatMap({ RejectAllowance($0) }) else {
            reportWrongKind(value, name, expected: OptionDeclaration.Kind.countOrShare.expectation)
            return nil
        }
        return allowance
    }

    /// `true` or `false`, with a default.
    public mutating func boolean(_ name: String, default fallback: Bool, help: String) -> Bool {
        guard let value = declare(name, .boolean, isRequired: false, default: .bool(fallback), help: help) else { return fallback }
        guard case .bool(let bool) = value.content else {
            reportWrongKind(value, name, expected: OptionDeclaration.Kind.boolean.expectation)
            return fallback
        }
        return bool
    }

    /// One of the words that an enumeration lists, with a default.
    public mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, default fallback: Choice, help: String
    ) -> Choice {
        let words = Choice.allCases.map(\.rawValue)
        let kind = OptionDeclaration.Kind.choice(words)
        let value = declare(name, kind, isRequired: false, default: .string(fallback.rawValue), help: help)
        guard let value, let word = text(value, name, kind) else { return fallback }
        guard let choice = Choice(rawValue: word) else {
            let hint = value.isSecret ? "" : Spelling.hint(for: word, in: words)
            report("expected \(kind.expectation), found \(value.phrase)\(hint)", at: value.range, key: name)
            return fallback
        }
        return choice
    }

    /// A list of texts; empty if it is missing.
    public mutating func strings(_ name: String, help: String) -> [String] {
        list(declare(name, .list(.string), isRequired: false, default: [], help: help), name)
    }

    /// A list of texts that has to be there and to hold at least one.
    public mutating func requiredStrings(_ name: String, help: String) -> [String] {
        let value = declare(name, .list(.string), isRequired: true, default: nil, help: help)
        let strings = list(value, name)
        if let value, case .array(let elements) = value.content, elements.isEmpty {
            report("expected at least one name", at: value.range, key: name)
        }
        return strings
    }

    /// An object whose values are texts, in order.
    public mutating func stringMap(_ name: String, help: String) -> [(key: String, value: String)] {
        guard let value = declare(name, .strings, isRequired: true, default: nil, help: help) else { return [] }
        return members(value, name, .strings).compactMap { member in
            text(member.value, "\(name).\(member.key)", .string).map { (member.key, $0) }
        }
    }

    private mutating func number(
        _ value: ConfigValue?, _ name: String, _ kind: OptionDeclaration.Kind, _ range: ClosedRange<Int>
    ) -> Int? {
        guard let value else { return nil }
        guard case .number(let number) = value.content, let integer = number.int64.flatMap({ Int(exactly: $0) }), range.contains(integer)
        else {
            reportWrongKind(value, name, expected: kind.expectation)
            return nil
        }
        return integer
    }

    private mutating func list(_ value: ConfigValue?, _ name: String) -> [String] {
        guard let value else { return [] }
        guard case .array(let elements) = value.content else {
            reportWrongKind(value, name, expected: OptionDeclaration.Kind.list(.string).expectation)
            return []
        }
        var strings: [String] = []
        for (index, element) in elements.enumerated() {
            if let string = text(element, "\(name)[\(index)]", .string) { strings.append(string) }
        }
        return strings
    }

    mutating func members(_ value: ConfigValue, _ name: String, _ kind: OptionDeclaration.Kind) -> [ConfigValue.Member] {
        guard case .object(let members) = value.content else {
            reportWrongKind(value, name, expected: kind.expectation)
            return []
        }
        return members
    }

    mutating func text(_ value: ConfigValue?, _ name: String, _ kind: OptionDeclaration.Kind) -> String? {
        guard let value else { return nil }
        guard case .string(let string) = value.content else {
            reportWrongKind(value, name, expected: kind.expectation)
            return nil
        }
        return string
    }
}
