internal import JSONParsing

// Plain values. A method without a default declares a required option; one whose name begins with `optional` gives nil where the file has
// no value.
extension OptionReader {
    /// A text that the file has to have.
    public mutating func string(_ name: String, help: String) -> String { required(name, .string, help) }

    /// A text with a default.
    public mutating func string(_ name: String, default fallback: String, help: String) -> String {
        value(name, .string, default: fallback, shown: .string(fallback), help)
    }

    /// A text that may be missing.
    public mutating func optionalString(_ name: String, help: String) -> String? { optional(name, .string, help) }

    /// A whole number within bounds that the file has to have.
    public mutating func integer(_ name: String, in range: ClosedRange<Int>, help: String) -> Int {
        required(name, .integer(range), help)
    }

    /// A whole number within bounds, with a default.
    public mutating func integer(_ name: String, in range: ClosedRange<Int>, default fallback: Int, help: String) -> Int {
        value(name, .integer(range), default: fallback, shown: .number(JSONNumber(fallback)), help)
    }

    /// A whole number within bounds that may be missing.
    public mutating func optionalInteger(_ name: String, in range: ClosedRange<Int>, help: String) -> Int? {
        optional(name, .integer(range), help)
    }

    /// `true` or `false`; the file has to have one of them.
    public mutating func boolean(_ name: String, help: String) -> Bool { required(name, .boolean, help) }

    /// `true` or `false`, with a default.
    public mutating func boolean(_ name: String, default fallback: Bool, help: String) -> Bool {
        value(name, .boolean, default: fallback, shown: .bool(fallback), help)
    }

    /// `true` or `false`, which may be missing.
    public mutating func optionalBoolean(_ name: String, help: String) -> Bool? { optional(name, .boolean, help) }

    /// One of the words that an enumeration lists; the file has to have one of them.
    ///
    /// - Precondition: The enumeration has at least one case.
    public mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, among type: Choice.Type = Choice.self, help: String
    ) -> Choice {
        guard let first = Choice.allCases.first else { preconditionFailure("a choice without cases") }
        return required(name, .choice(placeholder: first), help)
    }

    /// One of the words that an enumeration lists, with a default.
    public mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, default fallback: Choice, help: String
    ) -> Choice {
        value(name, .choice(placeholder: fallback), default: fallback, shown: .string(fallback.rawValue), help)
    }

    /// One of the words that an enumeration lists, which may be missing.
    ///
    /// - Precondition: The enumeration has at least one case.
    public mutating func optionalChoice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, among type: Choice.Type = Choice.self, help: String
    ) -> Choice? {
        guard let first = Choice.allCases.first else { preconditionFailure("a choice without cases") }
        return optional(name, .choice(placeholder: first), help)
    }

    /// A list of at least one text that the file has to have.
    public mutating func strings(_ name: String, help: String) -> [String] { required(name, .strings(isEmptyAllowed: false), help) }

    /// A list of texts with a default.
    public mutating func strings(_ name: String, default fallback: [String], help: String) -> [String] {
        value(name, .strings(isEmptyAllowed: true), default: fallback, shown: .array(fallback.map { .string($0) }), help)
    }

    /// A list of texts that may be missing.
    public mutating func optionalStrings(_ name: String, help: String) -> [String]? {
        optional(name, .strings(isEmptyAllowed: true), help)
    }

    /// An object whose values are texts, in the order of the file, which has to have it.
    public mutating func stringMap(_ name: String, help: String) -> [(key: String, value: String)] { required(name, .stringMap, help) }

    /// An object whose values are texts, in the order of the file, with a default.
    public mutating func stringMap(
        _ name: String, default fallback: [(key: String, value: String)], help: String
    ) -> [(key: String, value: String)] {
        value(name, .stringMap, default: fallback, shown: .object(JSONObject(fallback.map { ($0.key, .string($0.value)) })), help)
    }

    /// An object whose values are texts, in the order of the file; it may be missing.
    public mutating func optionalStringMap(_ name: String, help: String) -> [(key: String, value: String)]? {
        optional(name, .stringMap, help)
    }

    /// How many records may be rejected: a whole number, or a share in percent. May be missing.
    mutating func optionalAllowance(_ name: String, help: String) -> RejectAllowance? { optional(name, .allowance, help) }
}

extension OptionReader {
    /// Reads a list item by item, at least one of them unless empty lists are allowed.
    mutating func list<Element>(
        _ value: ConfigValue, _ key: String, _ kind: OptionDeclaration.Kind, isEmptyAllowed: Bool,
        read: (inout OptionReader, ConfigValue, _ key: String) -> Element?
    ) -> [Element]? {
        guard case .array(let elements) = value.content else {
            reportWrongKind(value, key, expected: OptionDeclaration.Kind.list(kind).expectation)
            return nil
        }
        if elements.isEmpty, !isEmptyAllowed { report("expected at least one name", at: value.range, key: key) }
        return elements.enumerated().compactMap { read(&self, $1, "\(key)[\($0)]") }
    }

    /// The members of an object; none after it has reported a value of another kind.
    mutating func members(_ value: ConfigValue, _ key: String, _ kind: OptionDeclaration.Kind) -> [ConfigValue.Member] {
        guard case .object(let members) = value.content else {
            reportWrongKind(value, key, expected: kind.expectation)
            return []
        }
        return members
    }

    /// The text of a value; nil after it has reported a value of another kind.
    mutating func text(_ value: ConfigValue, _ key: String, _ kind: OptionDeclaration.Kind) -> String? {
        guard case .string(let string) = value.content else {
            reportWrongKind(value, key, expected: kind.expectation)
            return nil
        }
        return string
    }
}
