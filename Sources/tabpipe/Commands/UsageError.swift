/// A command line that makes no sense.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// Something that the user has been told of already.
struct ReportedError: Error {
    let exitCode: Int32
}
