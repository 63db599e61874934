internal import HTTP
internal import HTTPReading
internal import Pipeline
internal import WebAddresses

/// Asks servers for the files of one run. The servers may be hostile.
///
/// A class, because all workers share its client.
final class AssetFetcher: Sendable {
    /// The value of `Accept`.
    private static let accepts = "image/avif, image/webp, image/png, image/jpeg, image/gif, */*;q=0.1"
    /// The statuses that mean that the file does not exist.
    private static let missingStatuses: Set = [404, 410]

    private let settings: AssetSettings
    private let secrets: LearnedSecrets
    private let client: HTTPClient

    init(_ settings: AssetSettings, in context: RunContext) {
        self.settings = settings
        secrets = context.secrets
        client = HTTPClient(settings.client, scope: CredentialScope(home: nil, allowed: settings.credentialHosts), in: context)
    }

    /// Asks for a file.
    ///
    /// - Parameter conditions: The header fields that ask whether the file has changed.
    /// - Throws: ``AssetFault``; ``PipelineFailure`` for a fault of this machine, such as a full disk; `CancellationError`.
    func response(to url: WebAddress, conditions: [(name: String, value: String)]) async throws -> CompleteResponse {
        let request = request(url, conditions)
        do {
            return try await client.response(to: request)
        } catch let failed as FailedRequest {
            if case .transport(let error) = failed.fault, error.isLocal { throw failed.failure }
            throw assetFault(failed.fault, of: request)
        } catch let failure as PipelineFailure {
            throw AssetFault.unavailable(words(failure, of: request))
        }
    }

    private func request(_ url: WebAddress, _ conditions: [(name: String, value: String)]) -> HTTPRequest {
        var request = settings.client.request(url, accepts: Self.accepts)
        request.isOfContent = true
        request.isGuarded = !settings.allowsPrivateHosts
        request.step = AssetSettings.stage
        for condition in conditions { request.headers[condition.name] = condition.value }
        return request
    }

    /// The fault of a file, in words that are equal for all files of a host that fail for one reason.
    private func assetFault(_ fault: RequestFault, of request: HTTPRequest) -> AssetFault {
        switch fault {
        case .response(let response):
            let words = "the server answered \(response.status)"
            return Self.missingStatuses.contains(response.status) ? .notFetched(words) : .unavailable(words)
        case .transport(let error):
            switch error.reason {
            case .tooLong(let limit): return .tooLong(limit: limit)
            // The file of an earlier run with other options is refused, too.
            case .refusedAddress: return .notFetched(error.message(for: RequestName(request, secrets: secrets)))
            default: return .unavailable(error.message(for: RequestName(request, secrets: secrets)))
            }
        }
    }

    /// The message of a failure without the address, which the warning names itself, and without the time.
    private func words(_ failure: PipelineFailure, of request: HTTPRequest) -> String {
        if failure.kind == .tryAgainLater {
            let seconds = SecondsText.counted(settings.client.retry.maxWaitSeconds)
            return "the server asks for a longer wait than retry.max_wait_seconds allows (\(seconds))"
        }
        let prefix = "\(RequestName(request, secrets: secrets).shown): "
        return failure.message.hasPrefix(prefix) ? String(failure.message.dropFirst(prefix.count)) : failure.message
    }
}
