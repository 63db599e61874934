internal import Foundation
internal import Pipeline
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// One transfer into a file, which ends where a limit is exceeded. A delegate of a session, called from its queue, and so a
/// class.
final class Transfer: NSObject, URLSessionDownloadDelegate, Sendable {
    private struct State {
        var task: URLSessionDownloadTask?
        var continuation: CheckedContinuation<(URL, HTTPURLResponse), any Error>?
        var isCancelled = false
        var redirects = 0
        var file: Result<URL, any Error>?
        var error: TransferError?
        var receivedBytes: Int64 = 0
    }

    private let limits: DownloadLimits
    private let state = Mutex(State())

    init(limits: DownloadLimits) {
        self.limits = limits
    }

    func start(_ task: URLSessionDownloadTask, _ continuation: CheckedContinuation<(URL, HTTPURLResponse), any Error>) {
        let isCancelled = state.withLock { state in
            state.task = task
            state.continuation = continuation
            return state.isCancelled
        }
        task.resume()
        if isCancelled { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    private func stop(_ error: TransferError) {
        state.withLock { if $0.error == nil { $0.error = error } }
        cancel()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let count = state.withLock { state in
            state.redirects += 1
            return state.redirects
        }
        guard count <= limits.maxRedirects else {
            // The session ends by itself then. Cancelling it, too, while it waits for this answer traps inside FoundationNetworking.
            state.withLock { $0.error = .tooManyRedirects(limit: limits.maxRedirects) }
            return completionHandler(nil)
        }
        completionHandler(request)
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64, totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        state.withLock { $0.receivedBytes = totalBytesWritten }
        if totalBytesWritten > limits.maxBytes { stop(.tooLong(limit: limits.maxBytes)) }
    }

    /// The file is gone when this returns, and so it is moved away.
    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
        let kept = FileManager.default.temporaryDirectory.appendingPathComponent("tabpipe-\(UUID().uuidString)")
        let file = Result {
            try FileManager.default.moveItem(at: location, to: kept)
            return kept
        }
        state.withLock { $0.file = file }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let (continuation, file, fault) = state.withLock { state in
            defer { state.continuation = nil }
            let hasBegun = state.receivedBytes > 0 || (task.response as? HTTPURLResponse)?.statusCode == 200
            let isOther = error == nil || state.isCancelled || Self.isTimeout(error) || !hasBegun
            return (state.continuation, state.file, state.error ?? (isOther ? nil : .broken(after: state.receivedBytes)))
        }
        continuation?.resume(
            with: Result {
                if let failure = fault ?? error {
                    if case .success(let url)? = file { try? FileManager.default.removeItem(at: url) }
                    throw failure
                }
                guard let file, let response = task.response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
                return (try file.get(), response)
            })
    }

    private static func isTimeout(_ error: (any Error)?) -> Bool { (error as? URLError)?.code == .timedOut }
}
