/// The result of a tree construction rule for a token.
enum HTMLTokenOutcome {
    /// The token is processed or ignored.
    case consumed
    /// "Reprocess the token": the insertion mode or the stack has changed.
    case reprocess
}
