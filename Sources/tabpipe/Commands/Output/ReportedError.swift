/// An error whose message has been printed.
struct ReportedError: Error {
    let exitCode: Int32
}
