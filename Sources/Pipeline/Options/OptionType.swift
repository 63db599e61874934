internal import JSONParsing

/// A type of option: the values that a pipeline file can contain, and their conversion to a Swift value.
///
///     level = options.read("level", .integer(1...6), default: 2, help: "The level of the headings.")
///
/// A component derives its own type from one of these with ``map(expecting:placeholder:written:_:)``.
public struct OptionType<Value> {
    /// Parses a value; nil after it has reported a problem.
    ///
    /// - Parameters:
    ///   - key: The key of the option, or a place inside of it, such as `fields[2]`.
    ///   - shown: The value as `explain` shows it: as it is in the file, until the parser changes it.
    typealias Parser = (_ reader: inout OptionReader, _ value: ConfigValue, _ key: String, _ shown: inout JSONValue) -> Value?

    /// The default of a type for an option that the file lacks.
    struct Fallback {
        /// The default as `describe` and the schema show it; nil for none.
        let written: JSONValue?
        /// Makes the value, in place of an option that the file lacks.
        let value: (inout OptionReader, _ key: String) -> Value
    }

    /// The accepted values, for checks, help and schema.
    let kind: OptionDeclaration.Kind
    /// The result for a required option that the file lacks. The reader has reported that as a problem, so no run uses it.
    let placeholder: Value
    let parse: Parser
    /// A default as `describe` and the schema show it; nil for one that has no form in a file.
    var written: (Value) -> JSONValue? = { _ in nil }
    /// Adapts a default to the file that lacks the option. A default path, for instance, is relative to the file.
    var adopted: (inout OptionReader, Value, _ key: String) -> Value = { _, value, _ in value }
    /// The default of the type itself, such as one that depends on other options; nil for none.
    var fallback: Fallback?
    /// Whether values replace `{{ … }}` in texts, if the kind of the option allows values.
    var takesValues = true
    /// Whether the name of the shard replaces `{{$shard}}` in texts. In paths, it always does.
    var namesShard = false
}

extension OptionType {
    /// The same type, for texts with placeholders of the component's own, such as `{signature}`. Values do not replace `{{ … }}` in them.
    public var withOwnPlaceholders: Self {
        var type = self
        type.takesValues = false
        return type
    }

    /// A type whose values `explain` shows as they are in the file.
    init(
        kind: OptionDeclaration.Kind, placeholder: Value, written: @escaping (Value) -> JSONValue? = { _ in nil },
        read: @escaping (inout OptionReader, ConfigValue, _ key: String) -> Value?
    ) {
        self.init(kind: kind, placeholder: placeholder, parse: { reader, value, key, _ in read(&reader, value, key) }, written: written)
    }

    /// Converts this type to another one, such as a string to a color. Help and schema show the values of this type.
    ///
    ///     extension OptionType where Value == Color {
    ///         static var color: Self {
    ///             OptionType<String>.string.map(expecting: "a color such as #0a7", placeholder: .black, written: \.text) { Color($0) }
    ///         }
    ///     }
    ///
    /// - Parameters:
    ///   - expected: The accepted values in words, for the message "expected …, found …".
    ///   - placeholder: The value after a problem. No run uses it.
    ///   - written: The form of a default in a file.
    ///   - convert: Converts a value; nil if it is none of those expected.
    public func map<New>(
        expecting expected: String, placeholder: New, written: @escaping (New) -> Value, _ convert: @escaping (Value) -> New?
    ) -> OptionType<New> {
        var type = OptionType<New>(
            kind: kind, placeholder: placeholder,
            parse: { [parse] reader, value, key, shown in
                guard let read = parse(&reader, value, key, &shown) else { return nil }
                let new = convert(read)
                if new == nil { reader.reportWrongKind(value, key, expected: expected) }
                return new
            }, written: { [self] in self.written(written($0)) })
        type.takesValues = takesValues
        type.namesShard = namesShard
        return type
    }

    /// A list of values of one type, in the order of the file. A single value stands for a list of one.
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - isEmptyAllowed: Whether the list may be empty.
    public static func list<Element>(of type: OptionType<Element>, isEmptyAllowed: Bool = true) -> Self where Value == [Element] {
        Self(
            kind: .list(type.kind, isEmptyAllowed: isEmptyAllowed), placeholder: [],
            parse: { reader, value, key, shown in
                reader.list(value, key, type.kind, isEmptyAllowed: isEmptyAllowed, shown: &shown, read: type.parse)
            },
            written: { values in
                let written = values.compactMap(type.written)
                return written.count == values.count ? .array(written) : nil
            })
    }

    /// An object whose values are of one type, in the order of the file.
    ///
    /// - Parameter type: The type of the values.
    public static func map<Element>(of type: OptionType<Element>) -> Self where Value == [(key: String, value: Element)] {
        Self(
            kind: .map(type.kind), placeholder: [],
            parse: { reader, value, key, shown in
                var items: [(key: String, value: Element)] = []
                var shownItems = JSONObject()
                for member in reader.members(value, key, .map(type.kind)) {
                    var shownItem = member.value.maskedValue
                    if let item = type.parse(&reader, member.value, "\(key).\(member.key)", &shownItem) { items.append((member.key, item)) }
                    shownItems[member.key] = shownItem
                }
                if case .object = value.content, !value.isSecret { shown = .object(shownItems) }
                return items
            })
    }
}

extension OptionReader {
    /// Reads an option. It is required, unless the type itself has a default.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - type: The type of its value.
    ///   - help: The purpose of the option in one sentence.
    public mutating func read<Value>(_ name: String, _ type: OptionType<Value>, help: String) -> Value {
        let fallback = type.fallback
        if let value = declare(name, type, isRequired: fallback == nil, default: fallback?.written, help) {
            return parsed(value, name, type) ?? type.placeholder
        }
        return fallback?.value(&self, name) ?? type.placeholder
    }

    /// Reads an option with a default.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - type: The type of its value.
    ///   - fallback: The value if the file lacks the option. A relative path is relative to the pipeline file.
    ///   - help: The purpose of the option in one sentence.
    public mutating func read<Value>(_ name: String, _ type: OptionType<Value>, default fallback: Value, help: String) -> Value {
        let value = declare(name, type, isRequired: false, default: type.written(fallback), help)
        return value.map { parsed($0, name, type) ?? fallback } ?? type.adopted(&self, fallback, name)
    }

    /// Reads an optional option.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - type: The type of its value.
    ///   - help: The purpose of the option in one sentence.
    /// - Returns: nil if the file lacks the option or has null.
    public mutating func readIfPresent<Value>(_ name: String, _ type: OptionType<Value>, help: String) -> Value? {
        declare(name, type, isRequired: false, default: nil, help).flatMap { parsed($0, name, type) }
    }

    private mutating func declare<Value>(
        _ name: String, _ type: OptionType<Value>, isRequired: Bool, default fallback: JSONValue?, _ help: String
    ) -> ConfigValue? {
        declare(
            name, type.kind, isRequired: isRequired, default: fallback, help: help, isTemplate: type.takesValues,
            namesShard: type.namesShard)
    }

    private mutating func parsed<Value>(_ value: ConfigValue, _ name: String, _ type: OptionType<Value>) -> Value? {
        var shown = value.maskedValue
        let result = type.parse(&self, value, name, &shown)
        show(shown, as: name)
        return result
    }

    /// Reads a list item by item. A single value is its only item.
    ///
    /// - Parameters:
    ///   - kind: The kind of the items, for messages.
    ///   - isEmptyAllowed: Whether the list may be empty.
    ///   - shown: The value as `explain` shows it.
    ///   - read: Reads an item; nil after it has reported a problem.
    mutating func list<Element>(
        _ value: ConfigValue, _ key: String, _ kind: OptionDeclaration.Kind, isEmptyAllowed: Bool, shown: inout JSONValue,
        read: OptionType<Element>.Parser
    ) -> [Element]? {
        guard case .array(let elements) = value.content else {
            if kind.mayBe(value.content) { return read(&self, value, key, &shown).map { [$0] } }
            let list = OptionDeclaration.Kind.list(kind, isEmptyAllowed: isEmptyAllowed)
            reportWrongKind(
                value, key, expected: list.expectation,
                advice: ValueAdvice.onString(value, for: kind) ?? ValueAdvice.onNumber(value, for: kind))
            return nil
        }
        if elements.isEmpty, !isEmptyAllowed {
            let item = if case .input = kind { "input" } else { "name" }
            report("expected at least one \(item)", at: value.range, key: key)
        }
        var items: [Element] = []
        var shownItems: [JSONValue] = []
        for (index, element) in elements.enumerated() {
            var shownItem = element.maskedValue
            if let item = read(&self, element, "\(key)[\(index)]", &shownItem) { items.append(item) }
            shownItems.append(shownItem)
        }
        if !value.isSecret { shown = .array(shownItems) }
        return items
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
