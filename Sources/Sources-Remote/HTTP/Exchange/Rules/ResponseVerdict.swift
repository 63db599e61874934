/// What a response means.
enum ResponseVerdict: Sendable, Equatable {
    case content, skip, end
    /// A failure by its status, which may be repeated or lead to a new token.
    case failure
    /// A failure by a rule, with its message. It is not repeated.
    case refused(String?)
    /// A failure by a rule, with its message. It is repeated.
    case retry(String?)
}
