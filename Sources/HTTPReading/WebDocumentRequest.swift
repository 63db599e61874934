package import HTTP
package import Pipeline
internal import WebAddresses

/// A document at a URL, which is fetched with one request.
package struct WebDocumentRequest {
    private let address: WebAddress
    private let client: HTTPClient
    private let request: HTTPRequest

    /// - Parameters:
    ///   - url: The URL.
    ///   - settings: The options of the step. Without the option `auth`, a user in the URL takes its place.
    ///   - accepts: The value of the header `Accept`, unless the step sets its own.
    ///   - context: The context of the run, with its network and secrets.
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing` for an invalid URL.
    package init(
        _ url: MaskedText, settings: ClientSettings, accepts: String = ClientSettings.acceptsJSON, in context: RunContext
    ) throws {
        guard let address = WebAddress(url.value) else {
            throw PipelineFailure(inputMissing: url.shown, "\(url.shown.printable) is not a valid URL")
        }
        var settings = settings
        if settings.auth == .userOfURL, let user = AuthSettings.user(of: url) { settings.auth = user }
        self.address = address
        context.secrets.insert(partsOf: url.value)
        client = HTTPClient(settings, scope: CredentialScope(home: address.origin), in: context)
        var request = settings.request(address, accepts: accepts)
        if url.isSecret { request.secretName = url.shown }
        self.request = request
    }

    /// Asks for the document, and reads it as a stream.
    ///
    /// - Throws: As ``HTTPClient/open(_:)``.
    package func open() async throws -> HTTPResponse { try await client.open(request) }

    /// Asks for the document, and reads nothing of it but the first bytes.
    ///
    /// - Returns: The status in words.
    /// - Throws: As ``HTTPClient/open(_:)``.
    package func check() async throws -> String {
        let response = try await client.open(request)
        response.body.cancel()
        return "\(request.shown): \(response.head.status)" + (response.head.contentType.map { ", \($0.printable)" } ?? "")
    }
}

extension ClientSettings {
    /// The defaults for a streamed document.
    package static let document: ClientSettings = {
        var settings = ClientSettings()
        settings.maxResponseBytes = maxStreamBytes
        return settings
    }()

    /// The settings for the command `check`: one attempt, and no cache unless it is offline.
    package var forCheck: ClientSettings {
        var settings = self
        settings.retry.maxAttempts = 1
        if settings.cache?.mode != .offline { settings.cache = nil }
        return settings
    }
}
