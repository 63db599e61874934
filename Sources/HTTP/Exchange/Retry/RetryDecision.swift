/// The continuation after a failed attempt.
enum RetryDecision: Sendable, Equatable {
    /// Another attempt, after a number of seconds.
    case retry(after: Double)
    /// No attempt is left.
    case exhausted
    /// Another attempt would not help, or could have its effect twice.
    case giveUp
    /// The server asks for a longer wait than the policy allows, in seconds.
    case comeAgain(after: Double)
}
