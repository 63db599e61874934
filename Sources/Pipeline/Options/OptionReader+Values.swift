internal import JSONParsing

// Plain values. Each kind has three methods: one for a required option, one with a default, and `optional…`, which returns nil if the
// file lacks the option. If a value is missing or wrong, the reader reports a problem and returns a placeholder. No run uses it, so a
// component need not check for problems.
extension OptionReader {
    /// Reads a string. The option is required.
    public mutating func string(_ name: String, help: String) -> String { required(name, .string, help) }

    /// Reads a string, with a default.
    public mutating func string(_ name: String, default fallback: String, help: String) -> String {
        value(name, .string, default: fallback, shown: .string(fallback), help)
    }

    /// Reads a string; nil if the option is missing or null.
    public mutating func optionalString(_ name: String, help: String) -> String? { optional(name, .string, help) }

    /// Reads an integer within bounds. The option is required.
    public mutating func integer(_ name: String, in range: ClosedRange<Int>, help: String) -> Int {
        required(name, .integer(range), help)
    }

    /// Reads an integer within bounds, with a default.
    public mutating func integer(_ name: String, in range: ClosedRange<Int>, default fallback: Int, help: String) -> Int {
        value(name, .integer(range), default: fallback, shown: .number(JSONNumber(fallback)), help)
    }

    /// Reads an integer within bounds; nil if the option is missing or null.
    public mutating func optionalInteger(_ name: String, in range: ClosedRange<Int>, help: String) -> Int? {
        optional(name, .integer(range), help)
    }

    /// Reads a number within bounds, fractions allowed. The option is required.
    public mutating func number(_ name: String, in range: ClosedRange<Double>, help: String) -> Double {
        required(name, .number(range), help)
    }

    /// Reads a number within bounds, fractions allowed, with a default.
    public mutating func number(_ name: String, in range: ClosedRange<Double>, default fallback: Double, help: String) -> Double {
        value(name, .number(range), default: fallback, shown: .number(JSONNumber(fallback)), help)
    }

    /// Reads a number within bounds, fractions allowed; nil if the option is missing or null.
    public mutating func optionalNumber(_ name: String, in range: ClosedRange<Double>, help: String) -> Double? {
        optional(name, .number(range), help)
    }

    /// Reads `true` or `false`. The option is required.
    public mutating func boolean(_ name: String, help: String) -> Bool { required(name, .boolean, help) }

    /// Reads `true` or `false`, with a default.
    public mutating func boolean(_ name: String, default fallback: Bool, help: String) -> Bool {
        value(name, .boolean, default: fallback, shown: .bool(fallback), help)
    }

    /// Reads `true` or `false`; nil if the option is missing or null.
    public mutating func optionalBoolean(_ name: String, help: String) -> Bool? { optional(name, .boolean, help) }

    /// Reads one of the raw values of an enumeration. The option is required.
    ///
    /// - Precondition: The enumeration has at least one case.
    public mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, among type: Choice.Type = Choice.self, help: String
    ) -> Choice {
        guard let first = Choice.allCases.first else { preconditionFailure("a choice without cases") }
        return required(name, .choice(placeholder: first), help)
    }

    /// Reads one of the raw values of an enumeration, with a default.
    public mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, default fallback: Choice, help: String
    ) -> Choice {
        value(name, .choice(placeholder: fallback), default: fallback, shown: .string(fallback.rawValue), help)
    }

    /// Reads one of the raw values of an enumeration; nil if the option is missing or null.
    ///
    /// - Precondition: The enumeration has at least one case.
    public mutating func optionalChoice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, among type: Choice.Type = Choice.self, help: String
    ) -> Choice? {
        guard let first = Choice.allCases.first else { preconditionFailure("a choice without cases") }
        return optional(name, .choice(placeholder: first), help)
    }

    /// Reads a list of at least one of the raw values of an enumeration, with a default.
    public mutating func choices<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, default fallback: [Choice], help: String
    ) -> [Choice] {
        value(name, .choices(of: Choice.self), default: fallback, shown: .array(fallback.map { .string($0.rawValue) }), help)
    }

    /// Reads a list of at least one string. The option is required.
    public mutating func strings(_ name: String, help: String) -> [String] { required(name, .strings(isEmptyAllowed: false), help) }

    /// Reads a list of strings, with a default.
    public mutating func strings(_ name: String, default fallback: [String], help: String) -> [String] {
        value(name, .strings(isEmptyAllowed: true), default: fallback, shown: .array(fallback.map { .string($0) }), help)
    }

    /// Reads a list of strings; nil if the option is missing or null.
    public mutating func optionalStrings(_ name: String, help: String) -> [String]? {
        optional(name, .strings(isEmptyAllowed: true), help)
    }

    /// Reads an object whose values are strings, in the order of the file. The option is required.
    public mutating func stringMap(_ name: String, help: String) -> [(key: String, value: String)] { required(name, .stringMap, help) }

    /// Reads an object whose values are strings, in the order of the file, with a default.
    public mutating func stringMap(
        _ name: String, default fallback: [(key: String, value: String)], help: String
    ) -> [(key: String, value: String)] {
        value(name, .stringMap, default: fallback, shown: .object(JSONObject(fallback.map { ($0.key, .string($0.value)) })), help)
    }

    /// Reads an object whose values are strings, in the order of the file; nil if the option is missing or null.
    public mutating func optionalStringMap(_ name: String, help: String) -> [(key: String, value: String)]? {
        optional(name, .stringMap, help)
    }

    /// Reads the number of records that may be rejected, or their share in percent; nil if the option is missing or null.
    mutating func optionalAllowance(_ name: String, help: String) -> RejectAllowance? { optional(name, .allowance, help) }
}

extension OptionReader {
    /// Reads a list item by item.
    ///
    /// - Parameters:
    ///   - kind: The kind of the items, for messages.
    ///   - isEmptyAllowed: Whether the list may be empty.
    ///   - read: Reads an item; nil after it has reported a problem.
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
