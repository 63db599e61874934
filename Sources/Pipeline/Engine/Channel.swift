import Synchronization

/// A queue for one element between two parts of a pipeline. Whoever sends into a full one waits: that is the back-pressure.
///
/// Shared by the tasks at its two ends, and so a class. Its waits end by ``finish(throwing:)`` and ``close(_:)``; whoever
/// stops a part of a pipeline calls one of them.
final class Channel<Element: Sendable>: Sendable {
    private enum SendAnswer {
        case taken, refused, waits
        case given(CheckedContinuation<Element?, any Error>)
    }

    private struct State {
        var queue: [Element] = []
        var receivers: [CheckedContinuation<Element?, any Error>] = []
        var senders: [(element: Element, continuation: CheckedContinuation<Void, any Error>)] = []
        var watchers: [CheckedContinuation<Void, Never>] = []
        var end: Result<Void, any Error>?
        var closing: Closing?
        var refill: (@Sendable () -> Element?)?
    }

    private let state = Mutex(State())

    /// Says where an element can be had when the queue is empty and somebody wants one.
    func refill(_ make: @escaping @Sendable () -> Element?) { state.withLock { $0.refill = make } }

    /// Whether somebody waits for the next element.
    var hasWaitingReceiver: Bool { state.withLock { !$0.receivers.isEmpty } }

    /// Why the receiving end wants no more, if it does not.
    var closing: Closing? { state.withLock { $0.closing } }

    /// Hands an element on, and waits while the queue is full.
    ///
    /// - Throws: ``ReadingStopped`` if the receiving end wants no more.
    func send(_ element: Element) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            let answer = state.withLock { state -> SendAnswer in
                if state.closing != nil || state.end != nil { return .refused }
                if !state.receivers.isEmpty { return .given(state.receivers.removeFirst()) }
                if state.queue.isEmpty {
                    state.queue.append(element)
                    return .taken
                }
                state.senders.append((element, continuation))
                return .waits
            }
            switch answer {
            case .waits: break
            case .refused: continuation.resume(throwing: ReadingStopped())
            case .taken: continuation.resume()
            case .given(let receiver):
                receiver.resume(returning: element)
                continuation.resume()
            }
        }
    }

    /// The next element; nil at the end.
    ///
    /// - Throws: What the sending end failed with, after all elements that it sent before.
    func next() async throws -> Element? {
        try await withCheckedThrowingContinuation { continuation in
            var sender: CheckedContinuation<Void, any Error>?
            let answer = state.withLock { state -> Result<Element?, any Error>? in
                if !state.queue.isEmpty {
                    let element = state.queue.removeFirst()
                    if !state.senders.isEmpty {
                        let waiting = state.senders.removeFirst()
                        state.queue.append(waiting.element)
                        sender = waiting.continuation
                    }
                    return .success(element)
                }
                if state.closing != nil { return .success(nil) }
                if let element = state.refill?() { return .success(element) }
                if let end = state.end { return end.map { nil } }
                state.receivers.append(continuation)
                return nil
            }
            sender?.resume()
            if let answer { continuation.resume(with: answer) }
        }
    }

    /// Says that no element follows, and why if something went wrong. Elements that were sent are still delivered. The first
    /// call counts.
    func finish(throwing failure: (any Error)? = nil) {
        let (receivers, watchers, end) = state.withLock { state in
            let end = state.end ?? failure.map { .failure($0) } ?? .success(())
            state.end = end
            defer {
                state.receivers.removeAll()
                state.watchers.removeAll()
            }
            return (state.receivers, state.watchers, end)
        }
        for receiver in receivers { receiver.resume(with: end.map { nil }) }
        for watcher in watchers { watcher.resume() }
    }

    /// Says that the receiving end wants no more. Who waits to send, or sends later, gets ``ReadingStopped``.
    ///
    /// - Returns: The elements that were sent and that nobody will receive.
    @discardableResult
    func close(_ reason: Closing) -> [Element] {
        let (left, senders, receivers, watchers) = state.withLock { state in
            if state.closing == nil { state.closing = reason }
            defer {
                state.queue.removeAll()
                state.senders.removeAll()
                state.receivers.removeAll()
                state.watchers.removeAll()
            }
            return (state.queue, state.senders, state.receivers, state.watchers)
        }
        for sender in senders { sender.continuation.resume(throwing: ReadingStopped()) }
        for receiver in receivers { receiver.resume(returning: nil) }
        for watcher in watchers { watcher.resume() }
        return left
    }

    /// How the channel came to its end, as far as it has: why the receiving end closed it, `failed` also if the sending end
    /// did; nil while it is open and after a good end.
    var breach: Closing? {
        state.withLock { state in
            if case .failure? = state.end, state.closing == nil { return .failed }
            return state.closing
        }
    }

    /// Returns as soon as one of the ends has said that it is done.
    ///
    /// - Returns: The ``breach``.
    func untilOver() async -> Closing? {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.end == nil, state.closing == nil {
                    state.watchers.append(continuation)
                    return false
                }
                return true
            }
            if isOver { continuation.resume() }
        }
        return breach
    }
}

/// Nobody wants more records: thrown by `send` to end a source or stage. Not a failure.
struct ReadingStopped: Error {}
