internal import Foundation
internal import Pipeline
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// One transfer with limits. A class, because it is the delegate of a `URLSession`, which calls it from its own queue.
///
/// The delegate's queue writes the received bytes to the disk and waits for that. Suspending the task instead would make
/// FoundationNetworking deliver bytes twice.
final class Transfer: NSObject, URLSessionDataDelegate, Sendable {
    private struct State: ~Copyable {
        var task: URLSessionDataTask?
        var continuation: CheckedContinuation<HTTPURLResponse, any Error>?
        var isCancelled = false
        var redirects = 0
        var error: TransferError?
        var body: ResponseBody
    }

    /// The number of bytes that are kept of a response with an error status, to quote it.
    private static let quotedBytes = 4096

    private let limits: DownloadLimits
    private let folder: String
    private let progress: InputProgress?
    private let state: Mutex<State>

    /// - Parameters:
    ///   - limits: The limits of the transfer.
    ///   - folder: The folder of the unnamed file for a long response.
    ///   - progress: Receives the number of received bytes.
    init(limits: DownloadLimits, folder: String, progress: InputProgress?) {
        self.limits = limits
        self.folder = folder
        self.progress = progress
        state = Mutex(State(body: ResponseBody(folder: folder)))
    }

    /// Moves the received body out of the transfer.
    func takeBody() -> ResponseBody {
        state.withLock { state in
            var body = ResponseBody(folder: folder)
            swap(&body, &state.body)
            return body
        }
    }

    /// Starts the task. Resumes the continuation when the task has ended.
    func start(_ task: URLSessionDataTask, _ continuation: CheckedContinuation<HTTPURLResponse, any Error>) {
        let isCancelled = state.withLock { state in
            state.task = task
            state.continuation = continuation
            return state.isCancelled
        }
        task.resume()
        if isCancelled { task.cancel() }
    }

    /// Cancels the transfer, even before it was started.
    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let count = state.withLock { state in
            state.redirects += 1
            // The body of a redirect is not the response.
            state.body = ResponseBody(folder: folder)
            return state.redirects
        }
        guard count <= limits.maxRedirects else {
            // Refusing the redirect ends the task. Cancelling it here as well would trap inside FoundationNetworking.
            state.withLock { $0.error = .tooManyRedirects(limit: limits.maxRedirects) }
            return completionHandler(nil)
        }
        completionHandler(request)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isGood = (dataTask.response as? HTTPURLResponse).map { (200..<300).contains($0.statusCode) } ?? true
        let isStopped = state.withLock { state in
            guard state.error == nil else { return false }
            guard isGood || state.body.count < Self.quotedBytes else { return false }
            do throws(SystemError) {
                try state.body.append(data)
                if state.body.count > limits.maxBytes { state.error = .tooLong(limit: limits.maxBytes) }
            } catch {
                state.error = .notKept(error, folder: folder)
            }
            progress?.received(state.body.count)
            return state.error != nil
        }
        if isStopped { cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let (continuation, fault) = state.withLock { state in
            defer { state.continuation = nil }
            let hasBegun = state.body.count > 0 || (task.response as? HTTPURLResponse)?.statusCode == 200
            let isOther = error == nil || state.isCancelled || Self.isTimeout(error) || !hasBegun
            return (state.continuation, state.error ?? (isOther ? nil : .broken(after: Int64(state.body.count))))
        }
        continuation?.resume(
            with: Result {
                if let failure = fault ?? error { throw failure }
                guard let response = task.response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
                return response
            })
    }

    private static func isTimeout(_ error: (any Error)?) -> Bool { (error as? URLError)?.code == .timedOut }
}
