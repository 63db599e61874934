/// Tells documents of GraphQL from other texts, because braces and dollar signs are their own syntax.
///
/// - SeeAlso: [GraphQL over HTTP, request parameters](https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters)
enum GraphQL {
    /// The key of the document in a request.
    private static let key = "query"

    /// Whether a member of a body or of query items is a document of GraphQL.
    static func isDocument(_ member: ConfigValue.Member) -> Bool {
        guard member.key == key, case .string(let text) = member.value.content else { return false }
        let comments = #/(?:\s|,|\u{FEFF}|#[^\n]*\n)*/#
        let operation = #/(?:query|mutation|subscription)\b\s*\w*\s*(?:\(|@|\{(?!\{))|fragment\s+\w+\s+on\b|\{(?!\{)/#
        guard let start = text.prefixMatch(of: comments) else { return false }
        return text[start.range.upperBound...].prefixMatch(of: operation) != nil
    }
}
