import Synchronization

/// A queue for one element between two parts of a pipeline. A send into a full queue waits: that is the back-pressure.
///
/// A class, because the tasks at its two ends share it. Each part of a pipeline calls ``finish(_:)`` or ``close(_:)`` for each of its
/// channels, so that every wait ends.
final class Channel<Element: Sendable>: StreamReceiver {
    /// An element and its number, counted from 0 in the order in which the elements are delivered.
    typealias Delivery = (number: Int, element: Element)

    private struct State {
        var queued: Element?
        var deliveredCount = 0
        var receivers: [CheckedContinuation<Delivery?, any Error>] = []
        var senders: [(element: Element, task: CheckedContinuation<Void, any Error>)] = []
        var refill: (@Sendable () -> Element?)?

        /// Takes the queued element, and puts that of the sender that waits longest in its place.
        mutating func takeQueued() -> Element? {
            guard let element = queued.take() else { return nil }
            if !senders.isEmpty {
                let next = senders.removeFirst()
                queued = next.element
                next.task.resume()
            }
            return element
        }

        mutating func deliver(_ element: Element, to receiver: CheckedContinuation<Delivery?, any Error>) {
            receiver.resume(returning: (deliveredCount, element))
            deliveredCount += 1
        }
    }

    /// How the stream ended, once one of the ends has closed it.
    let ended = Latch<CloseReason>()
    private let state = Mutex(State())

    /// Sets a function that makes an element when a receiver finds the queue empty.
    func refill(_ make: @escaping @Sendable () -> Element?) { state.withLock { $0.refill = make } }

    /// Whether a receiver waits for the next element.
    var hasWaitingReceiver: Bool { state.withLock { !$0.receivers.isEmpty } }

    /// Hands an element on, and waits while the queue is full.
    ///
    /// - Throws: ``ReadingStopped`` if the stream has ended.
    func send(_ element: Element) async throws {
        try await withCheckedThrowingContinuation { (sender: CheckedContinuation<Void, any Error>) in
            state.withLock { state in
                if ended.value != nil {
                    sender.resume(throwing: ReadingStopped())
                } else if !state.receivers.isEmpty {
                    state.deliver(element, to: state.receivers.removeFirst())
                    sender.resume()
                } else if state.queued == nil {
                    state.queued = element
                    sender.resume()
                } else {
                    state.senders.append((element, sender))
                }
            }
        }
    }

    /// The next element; nil at a good end.
    ///
    /// - Throws: The error of a stream that ended with `failed`, after all elements that were sent before.
    func next() async throws -> Delivery? {
        try await withCheckedThrowingContinuation { (receiver: CheckedContinuation<Delivery?, any Error>) in
            state.withLock { state in
                if let element = state.takeQueued() {
                    state.deliver(element, to: receiver)
                } else if let reason = ended.value {
                    Self.resume(receiver, at: reason)
                } else if let element = state.refill?() {
                    state.deliver(element, to: receiver)
                } else {
                    state.receivers.append(receiver)
                }
            }
        }
    }

    /// Ends the stream. Elements that were sent are still delivered.
    func finish(_ reason: CloseReason) {
        let reason = ended.set(reason)
        state.withLock { state in
            for receiver in state.receivers { Self.resume(receiver, at: reason) }
            state.receivers.removeAll()
        }
    }

    /// Ends the stream and takes back what was not received. A send that waits, or that follows, throws ``ReadingStopped``.
    ///
    /// - Returns: The element that was sent and not received.
    @discardableResult
    func close(_ reason: CloseReason) -> Element? {
        finish(reason)
        return state.withLock { state in
            for sender in state.senders { sender.task.resume(throwing: ReadingStopped()) }
            state.senders.removeAll()
            return state.queued.take()
        }
    }

    private static func resume(_ receiver: CheckedContinuation<Delivery?, any Error>, at reason: CloseReason) {
        if let failure = reason.failure { receiver.resume(throwing: failure) } else { receiver.resume(returning: nil) }
    }
}
