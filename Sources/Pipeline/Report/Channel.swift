import Synchronization

/// A queue for one element between two parts of a pipeline. A send into a full queue waits, which is the back-pressure.
///
/// Each part of a pipeline calls ``finish(_:)`` or ``close(_:)`` for each of its channels, so that every wait ends. A class, because the
/// tasks at its two ends share it.
final class Channel<Element: Sendable>: StreamReceiver {
    /// An element and its number, counted from 0 in the order in which the elements are delivered.
    typealias Delivery = (number: Int, element: Element)

    private struct State {
        var queued: Element?
        var deliveredCount = 0
        var receivers: [CheckedContinuation<Delivery?, any Error>] = []
        /// Whether the task that receives was cancelled: ``Channel/nextUnlessCancelled()``.
        var isReceiverCancelled = false
        var senders: [(element: Element, task: CheckedContinuation<Void, any Error>)] = []
        var refill: (@Sendable () -> Element?)?

        /// Takes the queued element, and queues that of the sender that has waited longest.
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

    /// The reason why the stream ended; set once one of the two ends has closed it.
    let ended = Latch<ChannelCloseReason>()
    private let state = Mutex(State())

    /// Sets a function that makes an element when a receiver finds the queue empty. It returns nil if there is none.
    func refill(_ make: @escaping @Sendable () -> Element?) { state.withLock { $0.refill = make } }

    /// Whether a receiver waits for the next element.
    var hasWaitingReceiver: Bool { waitingReceivers > 0 }

    /// The number of receivers that wait for the next element.
    var waitingReceivers: Int { state.withLock { $0.receivers.count } }

    /// Sends an element, and waits while the queue is full.
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

    /// Receives the next element, and waits while the queue is empty.
    ///
    /// - Returns: nil after the last element of a stream that did not fail.
    /// - Throws: The error of a failed stream, after all elements that were sent before.
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

    /// Receives the next element as ``next()`` does. If the task is cancelled, it waits no longer, and neither does a later call.
    ///
    /// - Precondition: One task at a time receives elements.
    /// - Throws: As ``next()``; `CancellationError`.
    func nextUnlessCancelled() async throws -> Delivery? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (receiver: CheckedContinuation<Delivery?, any Error>) in
                state.withLock { state in
                    if let element = state.takeQueued() {
                        state.deliver(element, to: receiver)
                    } else if let reason = ended.value {
                        Self.resume(receiver, at: reason)
                    } else if let element = state.refill?() {
                        state.deliver(element, to: receiver)
                    } else if state.isReceiverCancelled {
                        receiver.resume(throwing: CancellationError())
                    } else {
                        state.receivers.append(receiver)
                    }
                }
            }
        } onCancel: {
            state.withLock { state in
                state.isReceiverCancelled = true
                for receiver in state.receivers { receiver.resume(throwing: CancellationError()) }
                state.receivers = []
            }
        }
    }

    /// Closes the sending end. Elements that were sent are still delivered.
    func finish(_ reason: ChannelCloseReason) {
        let reason = ended.set(reason)
        state.withLock { state in
            for receiver in state.receivers { Self.resume(receiver, at: reason) }
            state.receivers.removeAll()
        }
    }

    /// Closes the receiving end. Sends that wait, and all later ones, throw ``ReadingStopped``.
    ///
    /// - Returns: The queued element, which is not delivered; nil if there is none.
    @discardableResult
    func close(_ reason: ChannelCloseReason) -> Element? {
        finish(reason)
        return state.withLock { state in
            for sender in state.senders { sender.task.resume(throwing: ReadingStopped()) }
            state.senders.removeAll()
            return state.queued.take()
        }
    }

    private static func resume(_ receiver: CheckedContinuation<Delivery?, any Error>, at reason: ChannelCloseReason) {
        if let failure = reason.failure { receiver.resume(throwing: failure) } else { receiver.resume(returning: nil) }
    }
}

/// The reason why a stream of records or documents ended. Whichever side closes the stream first sets the reason.
enum ChannelCloseReason: Sendable {
    /// The sending end has sent all elements.
    case complete
    /// The receiving end needs no more records. Those that it has not received count as filtered.
    case enough
    /// The run fails. Records that the receiving end has not received count as unfinished.
    case failed(any Error)

    /// The error of a failed stream; nil for the other reasons.
    var failure: (any Error)? { if case .failed(let error) = self { error } else { nil } }
}
