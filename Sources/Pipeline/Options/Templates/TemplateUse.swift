/// The values that can replace `{{ … }}` in the texts of an option.
public enum TemplateUse: Sendable {
    /// None: the texts are programs, names or remarks, or the option has no texts.
    case none
    /// Parameters of the pipeline file, as in `{{$owner}}`. They are put in when the file is read.
    case parameters
    /// Fields of each record, as in `{{.id}}`, and parameters.
    case records
}

extension OptionDeclaration.Kind {
    /// The values that can replace `{{ … }}` in the texts of such an option.
    var templateUse: TemplateUse {
        switch self {
        case .template, .recordPath: return .records
        default: break
        }
        if syntax != nil { return .parameters }
        return switch self {
        case .list(let kind, _), .map(let kind), .either(let kind, _): kind.templateUse
        default: .none
        }
    }

    /// The syntax of the texts of such an option; nil if each record fills them in, or if they have no values.
    var syntax: FilledText.TextSyntax? {
        switch self {
        case .string, .strings, .secret, .texts: .text
        case .json: .json
        case .path, .input: .path
        case .address: .address
        case .template, .recordPath, .field, .integer, .countOrShare, .boolean, .number, .choice, .query, .choiceOrQuery, .queries,
            .lines, .object, .variant, .list, .map, .either, .source:
            nil
        }
    }

    /// The kind of the elements or members of a value; nil if the option reads them itself, such as an object with options.
    func inner(of content: ConfigValue.Content) -> OptionDeclaration.Kind? {
        switch (self, content) {
        case (.list(let kind, _), .object): kind.inner(of: content)
        case (.list(let kind, _), _), (.map(let kind), .object): kind
        case (.strings, .object): .string
        case (.texts, .object), (.texts, .array), (.json, .object), (.json, .array): self
        case (.either(let kind, _), .string): kind
        case (.either(let kind, _), .array): kind.inner(of: content)
        default: nil
        }
    }
}

/// Recognizes GraphQL documents, whose own syntax contains braces and dollar signs.
///
/// - SeeAlso: [GraphQL over HTTP, request parameters](https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters)
enum GraphQLDocument {
    /// The key of the document in a request.
    private static let key = "query"

    /// Whether a member of a body or of query items is a GraphQL document.
    static func isDocument(_ member: ConfigValue.Member) -> Bool {
        guard member.key == key, case .string(let text) = member.value.content else { return false }
        let comments = #/(?:\s|,|\u{FEFF}|#[^\n]*\n)*/#
        let operation = #/(?:query|mutation|subscription)\b\s*\w*\s*(?:\(|@|\{(?!\{))|fragment\s+\w+\s+on\b|\{(?!\{)/#
        guard let start = text.prefixMatch(of: comments) else { return false }
        return text[start.range.upperBound...].prefixMatch(of: operation) != nil
    }
}
