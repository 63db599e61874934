/// One case of an option that is an object with a `type`: its name, and the method that reads its options.
///
///     OptionVariant("bearer", help: "A token in the header Authorization.") { .bearer($0.secret("token", help: "The token.")) }
public struct OptionVariant<Value> {
    let name: String
    let help: String
    let read: (inout OptionReader) -> Value

    /// Creates a case.
    ///
    /// - Parameters:
    ///   - name: The `type` in the pipeline file.
    ///   - help: The purpose of the case in one sentence.
    ///   - read: Reads the options of the case. It may run several times, because a description of the options needs no file.
    public init(_ name: String, help: String, read: @escaping (inout OptionReader) -> Value) {
        self.name = name
        self.help = help
        self.read = read
    }

    /// The value without a file: of defaults and placeholders.
    var placeholder: Value {
        var reader = OptionReader.describing
        return read(&reader)
    }

    var declaration: OptionCase {
        var reader = OptionReader.describing
        _ = read(&reader)
        return OptionCase(name: name, help: help, options: reader.declarations)
    }
}

/// The declaration of one case of an option whose `type` selects the other options of its object.
public struct OptionCase: Sendable {
    /// The `type` in the pipeline file.
    public let name: String
    /// The purpose of the case in one sentence.
    public let help: String
    /// The options of the case.
    public let options: [OptionDeclaration]
}

/// The string form of an option that is a string or an object.
///
///     at = options.either("at", help: "…", text: .query { .body($0) }) { .header($0.string("header", help: "…")) }
public struct OptionEither<Value> {
    let kind: OptionDeclaration.Kind
    /// The result for a required option that is missing or wrong. No run uses it.
    let placeholder: Value
    /// Parses the value; nil after it has reported a problem.
    let read: (inout OptionReader, ConfigValue, _ key: String) -> Value?
    /// Parses a default; nil if it is not of the kind.
    let parsed: (String, ProgramValues) -> Value?

    /// A string of any content.
    ///
    /// - Parameter make: Makes the value of the option from the string.
    public static func string(_ make: @escaping (String) -> Value) -> OptionEither {
        OptionEither(kind: .string, placeholder: make(""), read: { $0.text($1, $2, .string).map(make) }, parsed: { text, _ in make(text) })
    }

    /// The path of a JSON file with the object. Paths in that file are relative to it.
    ///
    /// - Parameter read: Reads the options of the object; nil after it has reported a problem.
    public static func file(_ read: @escaping (inout OptionReader) -> Value) -> OptionEither {
        var description = OptionReader.describing
        return OptionEither(
            kind: .path, placeholder: read(&description), read: { $0.readObject(inFile: $1, $2, read) }, parsed: { _, _ in nil })
    }

    /// A text with jq programs in `{{ … }}`.
    ///
    /// - Parameter make: Makes the value of the option from the template.
    public static func template(_ make: @escaping (Template) -> Value) -> OptionEither {
        OptionEither(
            kind: .template, placeholder: make(.empty), read: { $0.compiledTemplate($1, $2).map(make) },
            parsed: { (try? Template($0, secretName: nil, origin: nil, values: $1)).map(make) })
    }

    /// A jq program.
    ///
    /// - Parameter make: Makes the value of the option from the program.
    public static func query(_ make: @escaping (RecordQuery) -> Value) -> OptionEither {
        OptionEither(
            kind: .query, placeholder: make(.identity), read: { $0.compiledQuery($1, $2).map(make) },
            parsed: { (try? RecordQuery($0, functions: $1.functions)).map(make) })
    }
}
