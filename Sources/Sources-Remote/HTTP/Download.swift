internal import Foundation
internal import Pipeline

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Fetches what an address answers, always afresh, into a file that has no name any more when it is read.
struct Download {
    private let address: String
    /// The address as messages name it.
    private let shown: String
    private let secretName: String?
    private let limits: DownloadLimits

    init(_ input: Input, limits: DownloadLimits = DownloadLimits()) {
        address = input.name
        shown = input.displayName.printable
        secretName = input.secretName
        self.limits = limits
    }

    /// Fetches the address and opens what came.
    ///
    /// - Throws: ``PipelineFailure``: `remoteUnavailable` where no good answer came, `credentialsRefused` for 401 and 403.
    func open() async throws -> InputFile {
        guard var parts = URLComponents(string: address), let scheme = parts.scheme, parts.host?.isEmpty == false else {
            throw PipelineFailure(.inputMissing, "\(shown) is not a valid URL")
        }
        parts.scheme = scheme.lowercased()
        guard let url = parts.url else { throw PipelineFailure(.inputMissing, "\(shown) is not a valid URL") }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: limits.idleSeconds)
        request.setValue("application/json, */*;q=0.5", forHTTPHeaderField: "Accept")
        request.setValue("tabpipe", forHTTPHeaderField: "User-Agent")
        let (file, response) = try await fetch(request)
        defer { try? FileManager.default.removeItem(at: file) }
        try check(response, file: file)
        return try await InputFile.open(file.path, shownAs: shown)
    }

    private func fetch(_ request: URLRequest) async throws -> (URL, HTTPURLResponse) {
        if let fault = Libcurl.fault { throw PipelineFailure(.remoteUnavailable, "\(shown): to fetch takes libcurl: \(fault)") }
        let transfer = Transfer(limits: limits)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = limits.idleSeconds
        configuration.timeoutIntervalForResource = limits.totalSeconds
        let session = URLSession(configuration: configuration, delegate: transfer, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        let clock = ContinuousClock()
        let start = clock.now
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { transfer.start(session.downloadTask(with: request), $0) }
            } onCancel: {
                transfer.cancel()
            }
        } catch {
            let seconds = start.duration(to: clock.now) / .seconds(1)
            throw PipelineFailure(.remoteUnavailable, "\(shown): \(reason(error, after: seconds))")
        }
    }

    /// What went wrong, in words.
    private func reason(_ error: any Error, after seconds: Double) -> String {
        if let error = error as? TransferError { return error.description }
        guard let error = error as? URLError else { return secretName == nil ? error.localizedDescription.printable : "no answer" }
        switch error.code {
        case .timedOut where seconds >= limits.totalSeconds: return "the answer was not complete after \(Int(limits.totalSeconds)) seconds"
        case .timedOut: return "the server said nothing for \(Int(limits.idleSeconds)) seconds"
        case .cannotFindHost, .dnsLookupFailed: return "the host is not known"
        case .cannotConnectToHost: return "no connection to the server"
        case .networkConnectionLost: return "the connection broke before the answer was complete"
        case .cancelled: return "the transfer was stopped"
        default: return secretName == nil ? "no answer: \(error.localizedDescription.printable)" : "no answer"
        }
    }

    private func check(_ response: HTTPURLResponse, file: URL) throws {
        let status = response.statusCode
        guard !(200..<300).contains(status) else { return }
        let kind: PipelineFailure.Kind = status == 401 || status == 403 ? .credentialsRefused : .remoteUnavailable
        throw PipelineFailure(kind, "\(shown): the server answered \(status)\(quote(file))")
    }

    /// The first characters of an error message, cleaned. Pages in HTML say less than the status, and what a server says about a secret
    /// address may hold parts of it.
    private func quote(_ file: URL) -> String {
        guard secretName == nil, let handle = try? FileHandle(forReadingFrom: file), let data = try? handle.read(upToCount: 400) else {
            return ""
        }
        let text = String(decoding: data, as: UTF8.self).prefix(80).printable.trimmingSpaces
        return text.isEmpty || text.hasPrefix("<") ? "" : ": \(text)"
    }
}
