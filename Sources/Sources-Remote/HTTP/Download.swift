internal import Foundation
internal import Pipeline

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Fetches the content of a URL, without caches.
struct Download {
    private let address: Input
    private let limits: DownloadLimits
    private let accepts: String
    private let folder: String

    /// - Parameters:
    ///   - input: The URL.
    ///   - limits: The limits of the transfer.
    ///   - accepts: The value of the header `Accept`.
    ///   - folder: The folder of the unnamed file for a long response.
    init(
        _ input: Input, limits: DownloadLimits = DownloadLimits(), accepts: String = "application/json, */*;q=0.5",
        folder: String = FileManager.default.temporaryDirectory.path
    ) {
        address = input
        self.limits = limits
        self.accepts = accepts
        self.folder = folder
    }

    /// The URL in messages, with secret parts masked.
    private var shown: String { address.shown.printable }

    /// Fetches the whole response.
    ///
    /// - Throws: ``PipelineFailure``: `inputMissing` for an invalid URL, `credentialsRefused` for the status codes 401 and 403,
    ///   `remoteUnavailable` for other failures of the request; `cannotCreate` or `cannotWrite` if a long response cannot be stored.
    func open() async throws -> RemoteResponse {
        guard var parts = URLComponents(string: address.name), let scheme = parts.scheme, parts.host?.isEmpty == false else {
            throw PipelineFailure(.inputMissing, "\(shown) is not a valid URL")
        }
        parts.scheme = scheme.lowercased()
        guard let url = parts.url else { throw PipelineFailure(.inputMissing, "\(shown) is not a valid URL") }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: limits.idleSeconds)
        request.setValue(accepts, forHTTPHeaderField: "Accept")
        request.setValue("tabpipe", forHTTPHeaderField: "User-Agent")
        InputProgress.current?.wait(for: shown)
        defer { InputProgress.current?.wait(for: nil) }
        let transfer = Transfer(limits: limits, folder: folder, progress: InputProgress.current)
        let response = try await fetch(request, transfer, host: parts.host)
        let body = transfer.takeBody()
        guard (200..<300).contains(response.statusCode) else { throw failure(response.statusCode, body.beginning) }
        return RemoteResponse(file: body.input(shownAs: shown), head: ResponseHead(response))
    }

    private func fetch(_ request: URLRequest, _ transfer: Transfer, host: String?) async throws -> HTTPURLResponse {
        if let fault = Libcurl.fault { throw PipelineFailure(.remoteUnavailable, "\(shown): to fetch takes libcurl: \(fault)") }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = limits.idleSeconds
        configuration.timeoutIntervalForResource = limits.totalSeconds
        let session = URLSession(configuration: configuration, delegate: transfer, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        let clock = ContinuousClock()
        let start = clock.now
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { transfer.start(session.dataTask(with: request), $0) }
            } onCancel: {
                transfer.cancel()
            }
        } catch let error as TransferError {
            throw PipelineFailure(error.kind, "\(shown): \(error)")
        } catch {
            let seconds = start.duration(to: clock.now) / .seconds(1)
            throw PipelineFailure(.remoteUnavailable, "\(shown): \(reason(error, host: host, after: seconds))")
        }
    }

    /// The reason of a failed request, for a message.
    private func reason(_ error: any Error, host: String?, after seconds: Double) -> String {
        guard let error = error as? URLError else { return "no answer" + quote(error.localizedDescription) }
        switch error.code {
        case .timedOut where seconds >= limits.totalSeconds: return "the answer was not complete after \(Int(limits.totalSeconds)) seconds"
        case .timedOut: return "the server said nothing for \(Int(limits.idleSeconds)) seconds"
        case .cancelled: return "the transfer was stopped"
        default:
            let fault = ConnectionFault(host: address.isSecret ? nil : host, text: error.localizedDescription)
            return fault.reason(error) ?? "no answer" + quote(error.localizedDescription)
        }
    }

    /// The failure for a response with an error status. Quotes the first characters of the response.
    private func failure(_ status: Int, _ beginning: ArraySlice<UInt8>) -> PipelineFailure {
        let kind: PipelineFailure.Kind = status == 401 || status == 403 ? .credentialsRefused : .remoteUnavailable
        let title = UnexpectedHTML(beginning).map { page in quote(page.title ?? "") }
        return PipelineFailure(kind, "\(shown): the server answered \(status)\(title ?? quote(String(decoding: beginning, as: UTF8.self)))")
    }

    /// The first characters of a text from the server or the library, in printable form. Empty if the address is secret, because the text
    /// may contain parts of it.
    private func quote(_ text: String) -> String {
        guard !address.isSecret else { return "" }
        let quoted = address.maskedExternalText(text).prefix(80).printable.trimmingSpaces
        return quoted.isEmpty ? "" : ": \(quoted)"
    }
}
