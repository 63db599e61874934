/// What a rule has done with a token.
enum HTMLTokenFate {
    /// The token is used up or ignored.
    case done
    /// The insertion mode or the stack has changed, and the token is to be processed again.
    case again
}
