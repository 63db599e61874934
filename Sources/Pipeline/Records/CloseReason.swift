/// The reason why a stream of records or documents ended. The end that closes it first sets the reason.
enum CloseReason: Sendable {
    /// The sending end has sent all elements.
    case complete
    /// The receiving end needs no more records. Those that it has not received count as filtered.
    case enough
    /// The run fails. Records that the receiving end has not received count as unfinished.
    case failed(any Error)

    /// The error of a failed stream; nil for the other reasons.
    var failure: (any Error)? { if case .failed(let error) = self { error } else { nil } }
}
