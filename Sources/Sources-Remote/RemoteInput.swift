internal import Pipeline

/// Bytes from a file, from standard input, or from an address.
enum RemoteInput {
    /// Opens an input.
    ///
    /// - Parameter name: A path, `-`, or an http(s) URL. What an address answers is put into a temporary file first, so
    ///   that memory does not grow with it.
    static func open(_ name: String) async throws -> InputFile {
        guard name.isWebAddress else { return try InputFile(name) }
        return try await Download.open(name)
    }

    /// The input as messages name it: without user, password and secrets in a query.
    static func displayName(_ name: String) -> String {
        if name == "-" { return "standard input" }
        return name.isWebAddress ? AddressMask.masked(name) : name
    }
}
