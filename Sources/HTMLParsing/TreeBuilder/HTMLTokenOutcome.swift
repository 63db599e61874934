/// What a rule has done with a token.
enum HTMLTokenOutcome {
    /// The token is used up or ignored.
    case consumed
    /// The insertion mode or the stack has changed, and the token is to be processed again.
    case reprocess
}
