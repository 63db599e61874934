/// A rule that applies to a response.
package struct RuleMatch: Sendable, Equatable {
    /// The number of the rule, from 0.
    package let number: Int
    /// The option that has the rule, such as `responses[0]`.
    package let option: String
    /// Whether the rule knows nothing of the response but its status, which a wrong URL may have, too.
    package let isByStatusAlone: Bool

    package init(number: Int, option: String? = nil, isByStatusAlone: Bool = false) {
        self.number = number
        self.option = option ?? "responses[\(number)]"
        self.isByStatusAlone = isByStatusAlone
    }
}

/// What the rules say of the content of a response that may report a failure.
package enum ContentJudgement: Sendable, Equatable {
    /// No rule says anything, so that the content is looked at.
    case none
    /// The content is good.
    case accepted
    /// The content is used, with a warning.
    case warned(String?)
}

/// What a response means.
enum ResponseVerdict: Sendable, Equatable {
    case content
    /// Content, by a rule.
    case judged(ContentJudgement)
    /// A list without items, by a rule.
    case empty
    /// The pages end before this response.
    case end(RuleMatch)
    /// The content is passed over.
    case skip(RuleMatch)
    /// A failure by its status, which may be repeated or lead to a new token.
    case failure
    /// A failure by a rule, with its message. It is not repeated.
    case refused(String?)
    /// A failure by a rule, with its message. It is repeated.
    case retry(String?)
}
