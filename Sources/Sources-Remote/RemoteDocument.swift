internal import Pipeline

/// Reads a whole document, which may be compressed, from a file, standard input or a URL.
package enum RemoteDocument {
    /// The value of the header `Accept`.
    private static let accepts = "text/html, application/xhtml+xml, application/json;q=0.8, */*;q=0.5"

    /// The limit of attempts. A person waits for the result.
    private static let maxAttempts = 2

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
        func content(of bytes: [UInt8]) throws -> [UInt8] {
            try CompressedBytes.content(of: bytes, limit: limit, shownAs: input.shown)
        }
        guard case .web(let url) = input else { return (try content(of: InputFile.readAll(input, limit: limit)), nil) }
        var settings = ClientSettings.document
        settings.retry.maxAttempts = maxAttempts
        let response = try await WebDocument(url, settings: settings, accepts: accepts).open()
        let file = InputFile(ResponseStream(response.body), shownAs: input.shown)
        return (try content(of: await file.readAll(limit: limit)), response.head.contentType)
    }
}
