internal import HTTP
internal import ImageHeaders
internal import Pipeline
internal import Synchronization
internal import WebAddresses

/// Asks servers for the files of one run. The servers may be hostile.
///
/// A class, because all workers share its client.
final class AssetFetcher: Sendable {
    /// The value of `Accept`.
    private static let accepts = "image/avif, image/webp, image/png, image/jpeg, image/gif, */*;q=0.1"
    /// The statuses of files that no server has any more.
    private static let missingStatuses: Set = [404, 410]

    private let settings: AssetSettings
    private let network: RunNetwork
    private let madeClient = Mutex<HTTPClient?>(nil)

    init(_ settings: AssetSettings, _ network: RunNetwork) {
        self.settings = settings
        self.network = network
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
            throw Self.assetFault(failed.fault, of: request)
        } catch let failure as PipelineFailure {
            throw AssetFault.unavailable(words(failure, of: request))
        }
    }

    private func request(_ url: WebAddress, _ conditions: [(name: String, value: String)]) -> HTTPRequest {
        var request = settings.client.request(url, accepts: Self.accepts)
        request.isOfContent = true
        request.isGuarded = !settings.allowsPrivateHosts
        request.step = AssetsStage.name
        for condition in conditions { request.headers[condition.name] = condition.value }
        return request
    }

    /// The fault of a file, in words that are equal for all files of a host that fail for one reason.
    private static func assetFault(_ fault: RequestFault, of request: HTTPRequest) -> AssetFault {
        switch fault {
        case .response(let response):
            let words = "the server answered \(response.status)"
            return missingStatuses.contains(response.status) ? .notFetched(words) : .unavailable(words)
        case .transport(let error):
            switch error.reason {
            case .tooLong(let limit): return .tooLong(limit: limit)
            // The file of an earlier run with other options is refused, too.
            case .refusedAddress: return .notFetched(error.message(for: RequestName(request)))
            default: return .unavailable(error.message(for: RequestName(request)))
            }
        }
    }

    /// The message of a failure without the address, which the warning names itself, and without the time.
    private func words(_ failure: PipelineFailure, of request: HTTPRequest) -> String {
        if failure.kind == .tryAgainLater {
            let seconds = SecondsText.counted(settings.client.retry.maxWaitSeconds)
            return "the server asks for a longer wait than retry.max_wait_seconds allows (\(seconds))"
        }
        let prefix = "\(RequestName(request).shown): "
        return failure.message.hasPrefix(prefix) ? String(failure.message.dropFirst(prefix.count)) : failure.message
    }

    /// The client of the run. It is made for the first request, because the engine's secrets are known only inside a run.
    private var client: HTTPClient {
        madeClient.withLock { made in
            if let made { return made }
            let scope = CredentialScope(home: nil, allowed: settings.credentialHosts)
            let client = HTTPClient(settings.client, scope: scope, network: network)
            made = client
            return client
        }
    }
}

/// The reason why a file that content names is not available.
enum AssetFault: Error, Equatable {
    /// The address is no valid URL.
    case badAddress
    /// The address is relative, and starts from no known URL.
    case relative
    /// The record has no attachment with the content ID.
    case noAttachment
    /// The server has no such file, or must not be asked for it. The text says why, without the address.
    case notFetched(String)
    /// The server does not answer, or not now, so that the file of an earlier run stays. The text says why, without the address.
    case unavailable(String)
    /// The file is of no kind that is kept. The text names what it is.
    case wrongKind(String, Set<AssetKind>)
    /// A `data:` URL cannot be decoded. The text says why.
    case damaged(String)
    case tooLong(limit: Int)
    /// The record names more files than the limit.
    case tooManyInRecord(limit: Int)
    /// The run names more files than the limit.
    case tooManyInRun(limit: Int)

    /// The reason in words, for messages.
    var words: String {
        switch self {
        case .badAddress: "the address is no valid URL"
        case .relative: "the address is relative, the record came from no URL, and \"base\" names none"
        case .noAttachment: "the record has no attachment with this content ID"
        case .notFetched(let reason), .unavailable(let reason): reason
        case .wrongKind(let found, let kinds): "expected \(Self.words(for: kinds)), found \(found)"
        case .damaged(let reason): reason
        case .tooLong(let limit): "the file is longer than the limit of \(limit) bytes"
        case .tooManyInRecord(let limit): "limits.max_record_files allows \(limit) files in a record"
        case .tooManyInRun(let limit): "limits.max_files allows \(limit) files in a run"
        }
    }

    private static let images = "an image (\(ImageKind.allCases.map(\.rawValue).joined(separator: ", ")))"

    private static func words(for kinds: Set<AssetKind>) -> String {
        let words = AssetKind.allCases.filter(kinds.contains).map { $0 == .image ? images : $0.rawValue }
        return words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }
}
