internal import Synchronization

/// Lets requests to one host start when its limits allow. Requests start in the order in which they call ``enter(maxWait:shown:isOfContent:)``.
///
/// A class, because all requests of a run to the host share it. Only the first waiting task sleeps; the others wait for their turn.
final class HostGate: Sendable {
    private struct State {
        var budget = HostRateLimiter()
        /// Incremented when a response changes the budget, so that a waiting task tries again.
        var version = 0
        var hasAnswered = false
        /// The task whose turn it is, if it waits for a response.
        var watcher: CheckedContinuation<Void, any Error>?
    }

    private let clock: NetworkClock
    private let progress: NetworkProgress
    private let state = Mutex(State())
    /// Held by the first waiting task, which alone tries to start. The others wait for the lock, in order.
    private let turn = AsyncLock()

    init(clock: NetworkClock, progress: NetworkProgress) {
        self.clock = clock
        self.progress = progress
    }

    /// Whether the host has answered a request.
    var hasAnswered: Bool { state.withLock { $0.hasAnswered } }

    /// Adds the limits of a client. The strictest limits apply.
    func limit(_ settings: RateSettings) {
        state.withLock { $0.budget.settings = $0.budget.settings.stricter(settings) }
    }

    /// Waits until a request may start, and counts it.
    ///
    /// - Parameters:
    ///   - maxWait: The maximum wait that the server may request, in seconds. A longer one is refused.
    ///   - shown: The host for the progress line.
    ///   - isOfContent: Whether content names the URL.
    /// - Returns: The time that the limits took, in seconds, without the time for responses of other requests.
    /// - Throws: ``HostRefusal``; `CancellationError`.
    func enter(maxWait: Double, shown: String, isOfContent: Bool = false) async throws -> Double {
        try await turn.withLock {
            var waited = 0.0
            while true {
                let now = clock.now()
                let (decision, version) = state.withLock { ($0.budget.start(now: now, isOfContent: isOfContent), $0.version) }
                switch decision {
                case .start: return waited
                case .refused(let failures): throw HostRefusal.failuresInRow(failures)
                case .afterResponse: try await change(since: version)
                case .wait(let time, let reason):
                    let seconds = time - now
                    if reason.isAskedByServer, seconds > maxWait { throw HostRefusal.waitTooLong(seconds: seconds, reason: reason) }
                    try await progress.sleep(seconds, host: shown, reason: reason.phrase, clock)
                    waited += seconds
                }
            }
        }
    }

    /// Notes the head of a response.
    ///
    /// - Parameter policy: Gives the wait after a refusal that names no time (no `Retry-After`).
    func receive(status: Int, _ delay: ServerDelay, policy: RetryPolicy = RetryPolicy()) {
        let now = clock.now()
        state.withLock { $0.hasAnswered = true }
        update { $0.receive(status: status, delay, policy: policy, random: clock.random(), now: now) }
    }

    /// Notes a request that failed without a response.
    func fail() {
        let now = clock.now()
        update { $0.fail(now: now) }
    }

    /// Notes that the body of a response has ended: it is complete, or its reading was cancelled.
    func finish() { update { $0.finish() } }

    /// Notes the result of a request, as ``HostRateLimiter/conclude(isFailure:isOfContent:)`` does.
    func conclude(isFailure: Bool, isOfContent: Bool = false) { update { $0.conclude(isFailure: isFailure, isOfContent: isOfContent) } }

    private func update(_ change: (inout HostRateLimiter) -> Void) {
        let watcher = state.withLock { state in
            change(&state.budget)
            state.version += 1
            return state.watcher.take()
        }
        watcher?.resume()
    }

    /// Waits until the budget changes.
    ///
    /// - Parameter version: The version of the budget at the last decision. If it has changed since, the method returns at once.
    private func change(since version: Int) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (watcher: CheckedContinuation<Void, any Error>) in
                // A cancellation before this found no continuation; a later one finds it.
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.version != version { return .success(()) }
                    state.watcher = watcher
                    return nil
                }
                if let outcome { watcher.resume(with: outcome) }
            }
        } onCancel: {
            state.withLock { $0.watcher.take() }?.resume(throwing: CancellationError())
        }
    }
}

/// The reason why a request to a host does not start.
enum HostRefusal: Error, Equatable {
    /// The server takes requests again after a number of seconds, which exceeds the limit for waits.
    case waitTooLong(seconds: Double, reason: HostRateLimiter.Reason)
    /// Earlier requests to the host have failed.
    case failuresInRow(Int)
}
