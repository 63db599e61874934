public import JSONParsing

/// The declaration of one option, made when a component reads it. Checks, help, `explain` and the JSON Schema are derived from it.
public struct OptionDeclaration: Sendable {
    /// The values that an option accepts.
    public indirect enum Kind: Sendable {
        /// A string of any content.
        case string
        /// The path of a field of the record: ``FieldPath``.
        case field
        /// A whole number within bounds.
        case integer(ClosedRange<Int>)
        /// A whole number, or a percentage as a string, such as `"0.5%"`.
        case countOrShare
        /// `true` or `false`.
        case boolean
        /// A number within bounds, fractions allowed.
        case number(ClosedRange<Double>)
        /// One of these words.
        case choice([String])
        /// A jq program: a string, or a list of its lines.
        case query
        /// One of these words, or a jq program that gives one of them for each record: ``RecordChoice``.
        case choiceOrQuery([String])
        /// An object whose values are jq programs.
        case queries
        /// An object whose values are strings.
        case strings
        /// A string that is never shown: ``MaskedText``.
        case secret(mayBeEmpty: Bool = false)
        /// An object whose values are strings, numbers or booleans, or also lists of them.
        case texts(allowsLists: Bool)
        /// Any JSON value: ``MaskedJSON``.
        case json
        /// A string with jq programs in `{{ … }}`.
        case template
        /// A text, or a list of its lines.
        case lines
        /// A list of values of one kind, or one value.
        case list(Kind, isEmptyAllowed: Bool)
        /// An object whose values are of one kind.
        case map(Kind)
        /// The path of a file or folder.
        case path
        /// The path of a file, or `-` for standard output, with jq programs in `{{ … }}` for a file for each of their values.
        case recordPath
        /// The path of a file, `-` for standard input, or an http(s) URL.
        case input
        /// An http(s) URL.
        case address
        /// An object with options of its own.
        case object([OptionDeclaration])
        /// An object whose `type` selects its options.
        case variant([VariantDeclaration])
        /// A string of this kind, or an object with options of its own.
        case either(Kind, [OptionDeclaration])
        /// An object with the type and the options of a source: ``SecondSource``.
        case source
    }

    /// The key in the pipeline file.
    public let name: String
    /// The values that the option accepts.
    public let kind: Kind
    /// Whether the pipeline file must have the option.
    public let isRequired: Bool
    /// The value if the pipeline file lacks the option; nil for a required option or one without a default.
    public let defaultValue: JSONValue?
    /// The purpose of the option in one sentence.
    public let help: String
    /// The values that can replace `{{ … }}` in the texts of the option.
    public let templates: TemplateUse

    /// Whether null stands for a missing option: it is neither required nor has a default.
    public var allowsNull: Bool { !isRequired && defaultValue == nil }
}

extension OptionDeclaration.Kind {
    /// Whether a list of strings may stand for a text of several lines.
    var hasLines: Bool {
        switch self {
        case .query, .choiceOrQuery, .lines: true
        default: false
        }
    }

    /// Whether the option takes a list of values.
    var isList: Bool { if case .list = self { true } else { false } }

    /// Whether the option takes a jq program, which has at least one line.
    var isProgram: Bool {
        switch self {
        case .query, .choiceOrQuery: true
        default: false
        }
    }

    /// Whether a value can be of this kind, as far as its type in JSON shows.
    func mayBe(_ content: ConfigValue.Content) -> Bool {
        switch (self, content) {
        case (.json, _), (_, .unresolved): true
        case (.integer, .number), (.number, .number), (.countOrShare, .number), (.boolean, .bool): true
        case (.object, .object), (.variant, .object), (.either, .object), (.source, .object): true
        case (.queries, .object), (.strings, .object), (.texts, .object), (.map, .object): true
        case (.integer, _), (.number, _), (.boolean, _), (.object, _), (.variant, _), (.source, _): false
        case (.queries, _), (.strings, _), (.texts, _), (.map, _): false
        case (_, .string): true
        default: false
        }
    }

    /// Whether the option takes a number.
    var isNumber: Bool {
        switch self {
        case .integer, .number: true
        default: false
        }
    }

    /// The advice for an option that is missing; nil for most kinds.
    var advice: String? {
        if case .secret = self { OptionReader.secretAdvice } else { nil }
    }

    /// The options of an object, for descriptions; none for other kinds, and for objects whose `type` selects the options.
    package var innerOptions: [OptionDeclaration] {
        switch self {
        case .object(let options), .either(_, let options): options
        case .list(let kind, _), .map(let kind): kind.innerOptions
        default: []
        }
    }

    /// The cases of an object whose `type` selects its options; none for other kinds.
    package var cases: [VariantDeclaration] {
        if case .variant(let cases) = self { cases } else { [] }
    }
}
