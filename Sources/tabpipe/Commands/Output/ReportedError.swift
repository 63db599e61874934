/// An error whose message has been printed.
struct ReportedError: Error {
    let exitCode: Int32
    /// The local inputs that faulty pipeline files name.
    var inputs: [String] = []
}
