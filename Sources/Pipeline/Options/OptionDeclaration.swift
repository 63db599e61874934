public import JSONParsing

/// The declaration of one option, made when a component reads it. Checks, help, `explain` and the JSON Schema are derived from it.
public struct OptionDeclaration: Sendable {
    /// The values that an option accepts.
    public indirect enum Kind: Sendable {
        /// Any string.
        case string
        /// The path of a field of the record: ``FieldPath``.
        case field
        /// A whole number within bounds.
        case integer(ClosedRange<Int>)
        /// A whole number, or a percentage as a string, such as `"0.5%"`.
        case countOrShare
        /// `true` or `false`.
        case boolean
        /// One of these words.
        case choice([String])
        /// A jq program.
        case query
        /// An object whose values are jq programs.
        case queries
        /// An object whose values are strings.
        case strings
        /// A string with jq programs in `{{ … }}`.
        case template
        /// A list of values of one kind.
        case list(Kind)
        /// The path of a file or folder.
        case path
        /// The path of a file, `-` for standard input, or an http(s) URL.
        case input
        /// An object with options of its own.
        case object([OptionDeclaration])
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
}

extension OptionDeclaration.Kind {
    /// The accepted values in words, for messages such as "expected a string".
    package var expectation: String {
        switch self {
        case .string: "a string"
        case .field: "the path of a field as a string"
        case .integer(let range): Self.phrase(range)
        case .countOrShare: RejectAllowance.expectation
        case .boolean: "true or false"
        case .choice(let words): "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
        case .query: "a jq program as a string"
        case .queries: "an object whose values are jq programs"
        case .strings: "an object whose values are strings"
        case .template: "a string, perhaps with {{ … }}"
        case .list(let kind): "a list, each item \(kind.expectation)"
        case .path: "a path as a string"
        case .input: "a path, \"-\" or a URL as a string"
        case .object: "an object"
        }
    }

    /// The accepted values in a word or two, for the help of a component.
    package var shortName: String {
        switch self {
        case .string: "string"
        case .field: "field"
        case .integer(let range): String(Self.phrase(range).dropFirst("an ".count))
        case .countOrShare: "integer or share"
        case .boolean: "boolean"
        case .choice(let words): words.joined(separator: "|")
        case .query: "jq"
        case .queries: "object of jq"
        case .strings: "object of strings"
        case .template: "template"
        case .list(let kind): "list of \(kind.shortName)"
        case .path: "path"
        case .input: "path, - or URL"
        case .object: "object"
        }
    }

    /// A range in words, such as `an integer from 1 to 100`.
    private static func phrase(_ range: ClosedRange<Int>) -> String {
        switch (range.lowerBound, range.upperBound) {
        case (.min, .max): "an integer"
        case (let low, .max): "an integer of at least \(low)"
        case (let low, let high): "an integer from \(low) to \(high)"
        }
    }
}
