/// A fault in a regular expression.
struct RegexError: Error {
    let message: String
}
