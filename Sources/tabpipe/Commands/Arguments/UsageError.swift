/// A command line that makes no sense.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
