/// A response with its whole body, after retries, redirects and rules. Noncopyable, because a long body is an open file.
package struct CompleteResponse: ~Copyable {
    /// What the rules of the source make of a response.
    package enum Meaning: Sendable, Equatable {
        /// The body holds content.
        case content
        /// A rule says that the list is empty.
        case empty
        /// A rule passes over the items of the response.
        case skip(RuleMatch)
        /// By a rule, the walk through the pages ends before this response.
        case end(RuleMatch)
    }

    package let head: ResponseHead
    /// The URL after redirects, without secrets. Relative links start from it.
    package let address: WebAddress
    package let meaning: Meaning
    /// What the rules say of the content.
    package var judgement = ContentJudgement.none
    /// Whether the body comes from the cache.
    package var isFromCache = false
    /// The complete, decompressed body.
    package let body: StoredBody
}
