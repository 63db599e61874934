/// What is wrong with a regular expression.
struct RegexError: Error {
    let message: String
}
