internal import WebAddresses

/// The transfers in progress. Only the thread of the loop uses it.
struct CurlWorker: ~Copyable {
    private struct Active {
        let transfer: CurlTransfer
        let handle: CurlHandle
        var deadlines: TransferDeadlines
    }

    /// The number of unused handles to keep.
    private static let maxIdleHandles = 32

    private let multi: CurlMulti
    private var active: [ObjectIdentifier: Active] = [:]
    private var idle: [CurlHandle] = []
    private let unread = UnreadConnections()

    init(_ multi: CurlMulti) {
        self.multi = multi
    }

    mutating func apply(_ command: CurlLoop.Command, now: Double) {
        switch command {
        case .start(let transfer): start(transfer, now: now)
        case .resume(let transfer): active[ObjectIdentifier(transfer)]?.handle.resume()
        case .remove(let transfer): remove(transfer)
        }
    }

    private mutating func start(_ transfer: CurlTransfer, now: Double) {
        guard !transfer.isCancelled else { return }
        guard let handle = idle.popLast() ?? CurlHandle(multi.library) else {
            transfer.finish(TransportError(.other("there is not enough memory for the transfer"), mayHaveReachedServer: false))
            return
        }
        do throws(TransportError) {
            try handle.configure(for: transfer, unread)
            try multi.add(handle)
            active[ObjectIdentifier(transfer)] = Active(
                transfer: transfer, handle: handle, deadlines: TransferDeadlines(transfer.request.timeouts, start: now))
        } catch {
            transfer.finish(error)
        }
    }

    private mutating func remove(_ transfer: CurlTransfer) {
        guard let handle = active.removeValue(forKey: ObjectIdentifier(transfer))?.handle else { return }
        multi.remove(handle)
        handle.reset()
        if idle.count < Self.maxIdleHandles { idle.append(handle) }
    }

    /// Lets libcurl perform all transfers, and wakes their readers.
    ///
    /// - Returns: The time of the nearest limit of a transfer.
    mutating func perform(clock: () -> Double) -> Double {
        unread.removeAll()
        multi.perform()
        while let (transfer, code) = multi.nextEnded() {
            let handle = active[ObjectIdentifier(transfer)]?.handle
            let error = code == 0 ? nil : failure(code, of: transfer, handle)
            if code == 0, let handle { findExcess(of: transfer, handle) }
            remove(transfer)
            transfer.finish(error)
        }
        guard !active.isEmpty else { return .infinity }
        let now = clock()
        var nearest = Double.infinity
        var expired: [(CurlTransfer, TransportError)] = []
        for index in active.values.indices {
            let (hasNews, isPaused) = active.values[index].transfer.deliver()
            active.values[index].deadlines.setPaused(isPaused, now: now)
            if hasNews { active.values[index].deadlines.noteActivity(now: now) }
            guard let next = active.values[index].deadlines.next else { continue }
            if next <= now, let error = expire(index, now: now) {
                expired.append((active.values[index].transfer, error))
            } else {
                nearest = min(nearest, active.values[index].deadlines.next ?? .infinity)
            }
        }
        for (transfer, error) in expired {
            // The reader wakes first: with an old libcurl, the removal waits for a DNS lookup in progress.
            transfer.finish(error)
            remove(transfer)
        }
        return nearest
    }

    private func failure(_ code: Int32, of transfer: CurlTransfer, _ handle: CurlHandle?) -> TransportError? {
        if code == CurlCode.cannotConnect.rawValue, let refusal = transfer.refusal {
            return TransportError(.refusedAddress(refusal), mayHaveReachedServer: false)
        }
        return handle?.fault(code, of: transfer).error
    }

    /// Finds bytes after the response of a transfer that has ended. A connection with such bytes is shut down.
    ///
    /// libcurl may have given the connection to another transfer in the call in which the first one ended. Unread bytes are then the next
    /// response. But if libcurl has seen bytes after the first response, the other transfer ends, and may be repeated.
    private mutating func findExcess(of transfer: CurlTransfer, _ handle: CurlHandle) {
        let port = handle.number(.localPort)
        let isPlain = !transfer.request.origin.isSecure
        if isPlain, unread.contains(port) { return transfer.note(.excess) }
        let next = active.values.first { $0.handle !== handle && $0.handle.number(.localPort) == port }?.transfer
        switch (transfer.hasExcess, next) {
        case (true, let next?):
            remove(next)
            next.finish(TransportError(.other("the server sent something between two responses")))
        case (true, nil): handle.shutDown()
        case (false, nil) where isPlain && handle.shutDownIfUnread(): transfer.note(.excess)
        case (false, _): break
        }
    }

    private mutating func expire(_ index: Dictionary<ObjectIdentifier, Active>.Values.Index, now: Double) -> TransportError? {
        let handle = active.values[index].handle
        guard let reason = active.values[index].deadlines.expired(now: now, connectedAfter: handle.connectedAfter) else { return nil }
        return TransportError(reason, mayHaveReachedServer: handle.number(.requestSize) > 0)
    }
}

/// The time limits of one transfer, in seconds of a clock that never goes back. Time in which the reader pauses the transfer does not
/// count.
///
/// libcurl itself applies the time limit for connecting.
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

    /// The time of the nearest limit, in seconds of the clock of ``start``; nil while the reader pauses the transfer.
    var next: Double? {
        guard pausedSince == nil else { return nil }
        return min(lastActivity + timeouts.idle, total ?? .infinity)
    }

    private var total: Double? { timeouts.total.map { start + $0 + pausedSeconds } }

    /// The exceeded limit as the reason of the failure; nil if the transfer is in time.
    ///
    /// - Parameter connectedAfter: The seconds from the start until the connection was ready; nil before that. Idle time counts from then
    ///   on.
    mutating func expired(now: Double, connectedAfter: Double?) -> TransportError.Reason? {
        guard pausedSince == nil else { return nil }
        if let total, let seconds = timeouts.total, now >= total { return .requestTimeout(seconds: seconds) }
        noteActivity(now: connectedAfter.map { start + $0 } ?? now)
        return now >= lastActivity + timeouts.idle ? .idleTimeout(seconds: timeouts.idle) : nil
    }
}
