/// What a response means.
enum ResponseVerdict: Sendable, Equatable {
    case content, end
    /// The content is passed over, by a rule counted from 0.
    case skip(rule: Int)
    /// A failure by its status, which may be repeated or lead to a new token.
    case failure
    /// A failure by a rule, with its message. It is not repeated.
    case refused(String?)
    /// A failure by a rule, with its message. It is repeated.
    case retry(String?)
}
