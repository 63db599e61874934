internal import Pipeline

/// A fault of a command line.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }

    /// The fault of a word that no operand takes.
    static func extraWord(_ word: String) -> UsageError { UsageError("one word too many: \"\(word.printable)\"") }
}
