internal import JSONParsing

/// How options of one type are declared and read. Each type has three forms of option: required, with a default, and optional.
struct OptionType<Value> {
    /// The values that the option takes, for checks, help and schema.
    let kind: OptionDeclaration.Kind
    /// Stands for a required value that the file lacks. The reader has noted that as a problem, so no run uses it.
    let placeholder: Value
    /// Reads the value at a key, which may lead into the option, such as `fields[2]`; nil after it has reported a problem.
    let read: (inout OptionReader, ConfigValue, _ key: String) -> Value?
}

extension OptionReader {
    /// Reads an option that the file has to have.
    mutating func required<Value>(_ name: String, _ type: OptionType<Value>, _ help: String) -> Value {
        let value = declare(name, type.kind, isRequired: true, default: nil, help: help)
        return value.flatMap { type.read(&self, $0, name) } ?? type.placeholder
    }

    /// Reads an option that has a default.
    ///
    /// - Parameters:
    ///   - fallback: The value where the file has none.
    ///   - shown: The default as `describe` and the schema show it.
    mutating func value<Value>(
        _ name: String, _ type: OptionType<Value>, default fallback: Value, shown: JSONValue, _ help: String
    ) -> Value {
        let value = declare(name, type.kind, isRequired: false, default: shown, help: help)
        return value.flatMap { type.read(&self, $0, name) } ?? fallback
    }

    /// Reads an option that the file may lack.
    mutating func optional<Value>(_ name: String, _ type: OptionType<Value>, _ help: String) -> Value? {
        let value = declare(name, type.kind, isRequired: false, default: nil, help: help)
        return value.flatMap { type.read(&self, $0, name) }
    }
}
