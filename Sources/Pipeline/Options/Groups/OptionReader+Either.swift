internal import JSONParsing

// Options that are a string or an object, such as `".next"` or `{"header": "X-Next"}`.
extension OptionReader {
    /// Reads a string or an object. The option is required.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - help: The purpose of the option in one sentence.
    ///   - text: The kind of the string.
    ///   - read: Reads the options of the object; nil after it has reported a problem.
    public mutating func either<Value>(
        _ name: String, help: String, text: OptionEither<Value>, object read: (inout OptionReader) -> Value?
    ) -> Value {
        either(name, isRequired: true, default: nil, help, text, read) ?? text.placeholder
    }

    /// Reads a string or an object, with a string as the default.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - fallback: The string if the file lacks the option.
    ///   - help: The purpose of the option in one sentence.
    ///   - text: The kind of the string.
    ///   - read: Reads the options of the object; nil after it has reported a problem.
    /// - Precondition: The default is of the kind `text`.
    public mutating func either<Value>(
        _ name: String, default fallback: String, help: String, text: OptionEither<Value>, object read: (inout OptionReader) -> Value?
    ) -> Value {
        guard let value = text.parsed(fallback, values) else {
            preconditionFailure("the default of \(name) is not \(text.kind.expectation)")
        }
        return either(name, isRequired: false, default: .string(fallback), help, text, read) ?? value
    }

    /// Reads a string or an object; nil if the option is missing or null.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - help: The purpose of the option in one sentence.
    ///   - text: The kind of the string.
    ///   - read: Reads the options of the object; nil after it has reported a problem.
    public mutating func optionalEither<Value>(
        _ name: String, help: String, text: OptionEither<Value>, object read: (inout OptionReader) -> Value?
    ) -> Value? {
        either(name, isRequired: false, default: nil, help, text, read)
    }

    private mutating func either<Value>(
        _ name: String, isRequired: Bool, default fallback: JSONValue?, _ help: String, _ text: OptionEither<Value>,
        _ read: (inout OptionReader) -> Value?
    ) -> Value? {
        var description = OptionReader.describing
        _ = read(&description)
        let kind = OptionDeclaration.Kind.either(text.kind, description.declarations)
        guard let value = declare(name, kind, isRequired: isRequired, default: fallback, help: help) else { return nil }
        switch value.content {
        case .string: return text.read(&self, value, name)
        case .array where text.kind.hasLines: return text.read(&self, value, name)
        case .object:
            let (result, effective) = readInside(value, name, read: read)
            show(.object(effective), as: name)
            return result
        default:
            reportWrongKind(value, name, expected: kind.expectation)
            return nil
        }
    }
}
