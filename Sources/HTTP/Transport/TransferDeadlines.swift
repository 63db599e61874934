/// The time limits of one transfer, in seconds of a clock that never goes back. Time in which the reader pauses the transfer does not
/// count.
///
/// libcurl limits the time for connecting.
struct TransferDeadlines {
    private let timeouts: RequestTimeouts
    private let start: Double
    private var lastActivity: Double
    private var pausedSince: Double?
    private var pausedSeconds = 0.0

    init(_ timeouts: RequestTimeouts, start: Double) {
        self.timeouts = timeouts
        self.start = start
        lastActivity = start
    }

    /// Notes that bytes have arrived, or that the connection is ready.
    mutating func noteActivity(now: Double) { lastActivity = max(lastActivity, now) }

    /// Notes whether the reader pauses the transfer.
    mutating func setPaused(_ isPaused: Bool, now: Double) {
        if isPaused, pausedSince == nil { pausedSince = now }
        guard !isPaused, let since = pausedSince else { return }
        pausedSince = nil
        pausedSeconds += now - since
        lastActivity = now
    }

    /// The time of the nearest limit; nil if there is none.
    var next: Double? {
        guard pausedSince == nil else { return nil }
        return min(lastActivity + timeouts.idle, total ?? .infinity)
    }

    private var total: Double? { timeouts.total.map { start + $0 + pausedSeconds } }

    /// The limit that is exceeded; nil if none is.
    ///
    /// - Parameter connectedAfter: The seconds from the start until the connection was ready; nil before that. Silence counts from then on.
    mutating func expired(now: Double, connectedAfter: Double?) -> TransportError.Reason? {
        guard pausedSince == nil else { return nil }
        if let total, let seconds = timeouts.total, now >= total { return .requestTimeout(seconds: seconds) }
        noteActivity(now: connectedAfter.map { start + $0 } ?? now)
        return now >= lastActivity + timeouts.idle ? .idleTimeout(seconds: timeouts.idle) : nil
    }
}
