package import Ground
package import WebAddresses

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The options of a step that describe how it fetches.
package struct ClientSettings: Sendable {
    /// The value of the header `Accept` for JSON.
    package static let acceptsJSON = "application/json, */*;q=0.5"

    /// The time limits. `total` is for whole responses.
    package var timeouts = RequestTimeouts()
    /// The limit for the time of a streamed document, in seconds; nil for none.
    package var streamSeconds: Double?
    package var retry = RetryPolicy()
    package var rate = RateSettings()
    package var rules = ResponseRules()
    package var auth = AuthSettings.userOfURL
    /// Whether a step of a pipeline file has these options, so that messages can name them.
    package var isOfStep = false
    /// Whether the step has the option `auth`.
    package var hasOwnAuth = false
    package var cache: CacheSettings?
    /// Whether the step reads a single document. A rule that skips this document is then a failure, because nothing would be read.
    package var isOnlyDocument = false
    /// The names of response headers that the step uses, for the cache and for recordings.
    package var headerNames: [String] = [] {
        didSet { cache?.headerNames = headerNames }
    }
    /// The header fields without secrets, which messages may show.
    package var headers = HTTPHeaders()
    /// The header fields that go only to origins with credentials.
    package var secretHeaders: [CredentialPart] = []
    /// The secret texts in headers, query and body. Responses may repeat them.
    package var secretTexts: [MaskedText] = []
    /// The limit of a body after decompression, in bytes.
    package var maxResponseBytes = 256 << 20
    /// The limit of requests of the step; nil for none.
    package var maxRequests: Int?
    /// The number of requests that earlier clients of the step have sent in the run.
    package var requestsBefore = 0
    /// The path of a file with the certificates to trust, in PEM; nil for those of the system.
    package var caFile: String?
    /// The folder of the unnamed files for long responses.
    var temporaryFolder = FileManager.default.temporaryDirectory.path

    package init() {}

    /// Whether the step could send credentials and sends none.
    var lacksCredentials: Bool { isOfStep && !auth.isShared && secretHeaders.isEmpty }

    /// Returns a request with the headers and limits of the step.
    ///
    /// - Parameter accepts: The value of `Accept`, unless the step sets its own.
    package func request(_ address: WebAddress, accepts: String = acceptsJSON) -> HTTPRequest {
        var request = HTTPRequest(address)
        request.stepAddress = address
        request.headers = headers
        if headers["Accept"] == nil { request.headers["Accept"] = accepts }
        request.timeouts = timeouts
        request.maxResponseBytes = maxResponseBytes
        request.caFile = caFile
        return request
    }
}
