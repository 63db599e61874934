internal import JSONParsing

/// A type of option: its declaration and its parser. ``OptionReader`` offers each type as a required option, with a default, and optional.
struct OptionType<Value> {
    /// The accepted values, for checks, help and schema.
    let kind: OptionDeclaration.Kind
    /// The result for a required option that the file lacks. The reader has reported that as a problem, so no run uses it.
    let placeholder: Value
    /// Parses the value at a key; nil after it has reported a problem. The key may lead into the option, such as `fields[2]`.
    let read: (inout OptionReader, ConfigValue, _ key: String) -> Value?
    /// The value as `explain` shows it.
    var shown: (ConfigValue) -> JSONValue = \.maskedValue
}

extension OptionReader {
    /// Reads a required option.
    mutating func required<Value>(_ name: String, _ type: OptionType<Value>, _ help: String) -> Value {
        let value = declare(name, type.kind, isRequired: true, default: nil, help: help)
        return value.flatMap { read(type, $0, name) } ?? type.placeholder
    }

    /// Reads an option that has a default.
    ///
    /// - Parameters:
    ///   - fallback: The value if the file lacks the option.
    ///   - shown: The default as `describe` and the schema show it.
    mutating func value<Value>(
        _ name: String, _ type: OptionType<Value>, default fallback: Value, shown: JSONValue, _ help: String
    ) -> Value {
        let value = declare(name, type.kind, isRequired: false, default: shown, help: help)
        return value.flatMap { read(type, $0, name) } ?? fallback
    }

    /// Reads an optional option; nil if the file lacks it or has null.
    mutating func optional<Value>(_ name: String, _ type: OptionType<Value>, _ help: String) -> Value? {
        let value = declare(name, type.kind, isRequired: false, default: nil, help: help)
        return value.flatMap { read(type, $0, name) }
    }

    private mutating func read<Value>(_ type: OptionType<Value>, _ value: ConfigValue, _ name: String) -> Value? {
        show(type.shown(value), as: name)
        return type.read(&self, value, name)
    }
}
