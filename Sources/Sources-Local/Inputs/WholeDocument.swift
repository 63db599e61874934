package import Pipeline

/// A document in memory: the whole content of a file, standard input or a URL, decompressed.
package struct WholeDocument: Sendable {
    /// The value of the header `Accept` for a document that a person converts.
    private static let acceptsHTML = "text/html, application/xhtml+xml, application/json;q=0.8, */*;q=0.5"

    /// The greatest number of attempts; low, because a person waits.
    private static let maxAttempts = 2

    package let bytes: [UInt8]
    /// The `Content-Type` of the response, such as `text/html; charset=utf-8`; nil if there is none.
    package let contentType: String?
    /// Whether a server said that there is no document, which is no error (status 204).
    let hasNoContent: Bool
    /// The URL of the response after redirects, the base of relative URLs; none for a file.
    package let base: BaseAddress

    /// Reads a document that a person waits for.
    ///
    /// - Parameters:
    ///   - input: A file, standard input or a URL.
    ///   - limit: The longest document, in bytes, before and after its decompression.
    ///   - context: The context of the run.
    /// - Throws: ``PipelineFailure`` if the document cannot be read or is longer than the limit.
    package init(_ input: Input, limit: Int, in context: RunContext) async throws {
        try await self.init(
            input, URLRequestPreferences(accepts: Self.acceptsHTML, maxAttempts: Self.maxAttempts), limit: limit, with: nil, in: context)
    }

    /// Reads a document with the options of a step.
    ///
    /// - Parameters:
    ///   - input: A file, standard input or a URL.
    ///   - preferences: The preferences of the step for requests.
    ///   - limit: The longest document, in bytes, before and after its decompression.
    ///   - opener: Opens URLs with the options of the step; nil for that of the run.
    ///   - context: The context of the run.
    /// - Throws: As the other initialiser.
    init(_ input: Input, _ preferences: URLRequestPreferences, limit: Int, with opener: (any URLOpener)?, in context: RunContext)
        async throws
    {
        if case .web(let url) = input {
            let opened = try await context.open(url, preferences, with: opener)
            let file = InputFile(opened.content, shownAs: input.shown)
            bytes = try WholeDecompression.content(of: try await file.readAll(limit: limit), limit: limit, shownAs: input.shown)
            contentType = opened.contentType
            hasNoContent = opened.hasNoContent
            base = opened.base
        } else {
            bytes = try await BlockingCall.run {
                try WholeDecompression.content(of: InputFile.readAll(input, limit: limit), limit: limit, shownAs: input.shown)
            }
            contentType = nil
            hasNoContent = false
            base = BaseAddress()
        }
    }
}
