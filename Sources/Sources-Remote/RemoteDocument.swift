internal import Pipeline

/// A whole document from a file, standard input or an address.
package enum RemoteDocument {
    /// What is asked for of an address.
    private static let accepts = "text/html, application/xhtml+xml, application/json;q=0.8, */*;q=0.5"

    /// A document as messages name it.
    ///
    /// - Parameter place: A path, `-` or an http(s) URL.
    package static func name(of place: String) -> String { Input(place).shown.printable }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - place: A path, `-` or an http(s) URL.
    ///   - limit: The most that is read, in bytes.
    /// - Returns: The bytes, and what a server says that they are, such as `text/html; charset=utf-8`.
    /// - Throws: ``PipelineFailure``.
    package static func read(_ place: String, limit: Int) async throws -> (bytes: [UInt8], contentType: String?) {
        let input = Input(place)
        guard case .web = input else { return (try InputFile.readAll(input, limit: limit), nil) }
        let answer = try await Download(input, accepts: accepts).open()
        return (try await answer.file.readAll(limit: limit), answer.head.contentType)
    }
}
