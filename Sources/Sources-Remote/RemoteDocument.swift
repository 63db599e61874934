internal import Pipeline

/// Reads a whole document from a file, standard input or a URL.
package enum RemoteDocument {
    /// The value of the header `Accept`.
    private static let accepts = "text/html, application/xhtml+xml, application/json;q=0.8, */*;q=0.5"

    /// Returns the name of a document in messages, with secret parts masked.
    ///
    /// - Parameter place: A path, `-` or an http(s) URL.
    package static func name(of place: String) -> String { Input(place).shown.printable }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - place: A path, `-` or an http(s) URL.
    ///   - limit: The longest document, in bytes.
    /// - Returns: The bytes, and the `Content-Type` of the response, such as `text/html; charset=utf-8`; nil if there is none.
    /// - Throws: ``PipelineFailure`` if the document cannot be read or is longer than the limit.
    package static func read(_ place: String, limit: Int) async throws -> (bytes: [UInt8], contentType: String?) {
        let input = Input(place)
        guard case .web = input else { return (try InputFile.readAll(input, limit: limit), nil) }
        let response = try await Download(input, accepts: accepts).open()
        return (try await response.file.readAll(limit: limit), response.head.contentType)
    }
}
