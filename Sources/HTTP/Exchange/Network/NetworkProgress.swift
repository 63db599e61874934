internal import Ground
internal import Synchronization

/// The state of requests for the progress line: the step, the requests of the last minute, and what is being waited for.
///
/// A class, because the tasks of a run write it and another task reads it.
package final class NetworkProgress: Sendable {
    private struct Wait {
        let id: Int
        let host: String
        let reason: String
        let end: Double
    }

    private struct State {
        /// The labels of the steps, such as `page 3, 150 items`, in the order in which the steps began.
        var labels: [(step: String, label: String)] = []
        var waits: [Wait] = []
        var nextID = 0
        /// The number of requests in each of the last seconds, by second.
        var requests: [Int: Int] = [:]
        /// The time when the first of the current waits began.
        var waitStart = 0.0
        var secondsWaited = 0.0
    }

    /// The time over which requests are counted, in seconds.
    private static let span = 60

    private let state = Mutex(State())

    /// Sets the label of a step, such as `page 3, 150 items`; nil removes it.
    package func show(_ label: String?, of step: String = "source") {
        state.withLock { state in
            let place = state.labels.firstIndex { $0.step == step }
            switch (place, label) {
            case (let place?, let label?): state.labels[place].label = label
            case (nil, let label?): state.labels.append((step, label))
            case (let place?, nil): state.labels.remove(at: place)
            case (nil, nil): break
            }
        }
    }

    /// Counts a request.
    func addRequest(now: Double) {
        let second = Int(now)
        state.withLock { state in
            state.requests[second, default: 0] += 1
            if state.requests.count > Self.span { state.requests = state.requests.filter { $0.key > second - Self.span } }
        }
    }

    /// The time in which a task has waited, in seconds. Tasks that wait together count once.
    var secondsWaited: Double { state.withLock { $0.secondsWaited } }

    /// Suspends the task, and shows the reason meanwhile.
    ///
    /// - Parameters:
    ///   - seconds: The time.
    ///   - host: The host that the request goes to.
    ///   - reason: The reason, such as `429`.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func sleep(_ seconds: Double, host: String, reason: String, _ clock: NetworkClock) async throws {
        let start = clock.now()
        let id = state.withLock { state in
            if state.waits.isEmpty { state.waitStart = start }
            state.nextID += 1
            state.waits.append(Wait(id: state.nextID, host: host, reason: reason, end: start + seconds))
            return state.nextID
        }
        defer {
            let end = clock.now()
            state.withLock { state in
                state.waits.removeAll { $0.id == id }
                if state.waits.isEmpty { state.secondsWaited += max(0, end - state.waitStart) }
            }
        }
        try await clock.sleep(seconds)
    }

    /// The line, such as `page 3, 150 items; 48 requests a minute; waiting 38 s for api.example.com: 429`; nil without requests.
    func line(now: Double) -> String? {
        state.withLock { state in
            let count = state.requests.reduce(0) { $1.key > Int(now) - Self.span ? $0 + $1.value : $0 }
            guard count > 0 || !state.labels.isEmpty || !state.waits.isEmpty else { return nil }
            var parts = state.labels.map(\.label)
            if count > 0 { parts.append("\(count.counted("request")) a minute") }
            // The run continues when the earliest wait ends.
            if let wait = state.waits.min(by: { $0.end < $1.end }) {
                let seconds = max(0, (wait.end - now).rounded(.up))
                parts.append("waiting \(SecondsText.exact(seconds)) s for \(wait.host): \(wait.reason)")
            }
            return parts.joined(separator: "; ")
        }
    }
}

/// The numbers of a run's requests.
package struct RequestCounts: Sendable, Equatable {
    /// The requests that were sent.
    package var requests = 0
    /// The attempts after a failed one.
    package var retries = 0
    /// The responses that a cache gave.
    package var fromCache = 0
    /// The bytes of all bodies after decompression.
    package var bytes = 0
    /// The time that tasks waited for rate limits and between attempts, in seconds.
    package var secondsWaited = 0.0
}
