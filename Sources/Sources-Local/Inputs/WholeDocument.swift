internal import HTTP
package import Pipeline
internal import Synchronization

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
    /// The URL of the response, behind redirects, from which relative addresses start; none for a file.
    package let base: BaseAddress

    /// Reads a document that a person waits for.
    ///
    /// - Parameters:
    ///   - input: A file, standard input or a URL.
    ///   - limit: The longest document, in bytes, before and after its decompression.
    ///   - context: What the run has for the caller.
    /// - Throws: ``PipelineFailure`` if the document cannot be read or is longer than the limit.
    package init(_ input: Input, limit: Int, in context: RunContext) async throws {
        var settings = ClientSettings.document
        settings.retry.maxAttempts = Self.maxAttempts
        try await self.init(input, settings: settings, accepts: Self.acceptsHTML, limit: limit, in: context)
    }

    /// Reads a document with the options of a step.
    ///
    /// - Parameters:
    ///   - input: A file, standard input or a URL.
    ///   - settings: The options for URLs.
    ///   - accepts: The value of the header `Accept`, unless the step sets its own.
    ///   - limit: The longest document, in bytes, before and after its decompression.
    ///   - context: What the run has for the step.
    /// - Throws: As the other initialiser.
    init(_ input: Input, settings: ClientSettings, accepts: String, limit: Int, in context: RunContext) async throws {
        if case .web(let url) = input {
            let response = try await WebDocument(url, settings: settings, accepts: accepts, in: context).open()
            let file = InputFile(ResponseStream(response.body), shownAs: input.shown)
            bytes = try CompressedBytes.content(of: try await file.readAll(limit: limit), limit: limit, shownAs: input.shown)
            contentType = response.head.contentType
            hasNoContent = response.hasNoContent
            base = response.address?.base(isSecret: url.isSecret) ?? BaseAddress()
        } else {
            bytes = try await BlockingCall.run {
                try CompressedBytes.content(of: InputFile.readAll(input, limit: limit), limit: limit, shownAs: input.shown)
            }
            contentType = nil
            hasNoContent = false
            base = BaseAddress()
        }
    }
}

/// The body of a response as the content of an input. It cancels the transfer when its reader is released.
///
/// A class, because releasing it must cancel the transfer.
final class ResponseStream: ByteStream {
    private let body: any BodyReader
    private let progress: InputProgress?
    private let received = Mutex(0)

    /// - Parameter progress: Shows the number of received bytes; nil if the run shows no progress of this body.
    init(_ body: any BodyReader, progress: InputProgress? = nil) {
        self.body = body
        self.progress = progress
    }

    deinit { body.cancel() }

    func read() async throws -> [UInt8] {
        let piece = try await body.read()
        guard let progress else { return piece }
        if piece.isEmpty {
            progress.wait(for: nil)
        } else {
            progress.received(
                received.withLock { received in
                    received += piece.count
                    return received
                })
        }
        return piece
    }
}
